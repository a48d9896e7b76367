// Computes distinct values and their multiplicities, by a table or by the highest digits.
// Algorithm: counting sort, distribution sort from the highest digit (Knuth 1973)
#include "values.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <memory>
#include <utility>

namespace passatempo::cards {
namespace {

constexpr std::uint64_t most_bins_a_card = 4;  // a table up to this much longer than the cards is fastest
constexpr int outer_bits = 8;                  // 256 write streams are as many as the processor's TLB holds
constexpr int most_inner_bits = 12;            // the table of a part stays in the cache
constexpr std::size_t cards_a_part = 2;        // on average, in each part that is sorted by comparing
constexpr std::ptrdiff_t few = 24;             // cards up to which comparing neighbours is the fastest way

Kinds kinds_by_table(const Cards& cards, Value low, std::uint64_t range, Budget& budget) {
    std::vector<std::uint32_t> copies(range + 1, 0);
    const bool is_counted = in_blocks(cards.size(), budget, [&](std::size_t i) {
        ++copies[static_cast<std::uint64_t>(cards[i]) - static_cast<std::uint64_t>(low)];
    });
    if (!is_counted) return {};
    Kinds kinds;
    kinds.reserve(std::min<std::size_t>(cards.size(), copies.size()));
    const bool is_complete = in_blocks(copies.size(), budget, [&](std::size_t k) {
        const std::size_t i = copies.size() - 1 - k;
        if (copies[i] != 0) kinds.push_back({static_cast<Value>(static_cast<std::uint64_t>(low) + i), copies[i]});
    });
    if (!is_complete) return {};
    return kinds;
}

// The start of each of 2^bits parts, by the bits of card - low from `shift` on, and then the end.
class BinPartition {
public:
    BinPartition(Value low, int shift, int bits)
        : low_card_(low), bit_shift_(shift), part_mask_((std::uint64_t{1} << bits) - 1) {}

    std::size_t part_index(Value card) const {
        const std::uint64_t above = card;
        return (above - low_card_) >> bit_shift_ & part_mask_;
    }

    // Moves the cards part by part to `to`. Afterwards `starts` holds the end of each part.
    void distribute(const Value* from, std::size_t number, Value* to, std::vector<std::uint32_t>& starts) const {
        starts.assign(part_mask_ + 1, 0);
        for (std::size_t i = 0; i < number; ++i) ++starts[part_index(from[i])];
        std::uint32_t sum = 0;
        for (std::uint32_t& start : starts) sum += std::exchange(start, sum);
        for (std::size_t i = 0; i < number; ++i) to[starts[part_index(from[i])]++] = from[i];
    }

private:
    std::uint64_t low_card_;
    int bit_shift_;
    std::uint64_t part_mask_;
};

// Frees memory that was allocated without being cleared.
struct PageRelease {
    std::size_t card_count;
    void operator()(Value* cards) const { HugePageAllocator<Value>().deallocate(cards, card_count); }
};

void sort_small(Value* first, Value* last) {
    if (last - first > few) {
        std::sort(first, last);
        return;
    }
    for (Value* at = first + 1; at < last; ++at) {
        const Value card = *at;
        Value* hole = at;
        for (; hole != first && hole[-1] > card; --hole) *hole = hole[-1];
        *hole = card;
    }
}

// Sorts by the highest bits of card - low into parts that fit in the cache. Each part is sorted by its next bits, and
// equal bits by comparing. Linear for spread values, N log N and in place for clustered values.
Kinds kinds_by_parts(Cards& cards, Value low, std::uint64_t range, Budget& budget) {
    const std::unique_ptr<Value[], PageRelease> other(HugePageAllocator<Value>().allocate(cards.size()),
                                                      {cards.size()});
    std::vector<std::uint32_t> ends, inner;
    Kinds kinds;
    kinds.reserve(cards.size());
    const int range_bits = std::bit_width(range);
    const BinPartition outer(low, std::max(0, range_bits - outer_bits), outer_bits);
    outer.distribute(cards.data(), cards.size(), other.get(), ends);
    for (std::size_t part = ends.size(); part-- > 0;) {
        if (budget.poll()) return {};
        const std::size_t start = part == 0 ? 0 : ends[part - 1];
        const std::size_t number = ends[part] - start;
        int width = std::bit_width(number / cards_a_part);
        width = std::min({width, most_inner_bits, std::max(0, range_bits - outer_bits)});
        const BinPartition partition(low, std::max(0, range_bits - outer_bits - width), width);
        Value* const part_cards = cards.data() + start;
        partition.distribute(other.get() + start, number, part_cards, inner);
        std::uint32_t from = 0;
        for (const std::uint32_t to : inner) {
            if (to - from > 1) sort_small(part_cards + from, part_cards + to);
            from = to;
        }
        for (std::size_t k = number; k-- > 0;) {
            if (kinds.empty() || kinds.back().card != part_cards[k]) kinds.push_back({part_cards[k], 0});
            ++kinds.back().copies;
        }
    }
    return kinds;
}

}  // namespace

Kinds kinds_of(Cards& cards, Budget& budget) {
    if (cards.empty()) return {};
    const auto [smallest_card, largest_card] = std::minmax_element(cards.begin(), cards.end());
    const Value low_card = *smallest_card;
    const std::uint64_t card_range = static_cast<std::uint64_t>(*largest_card) - static_cast<std::uint64_t>(low_card);
    if (card_range / most_bins_a_card <= cards.size()) return kinds_by_table(cards, low_card, card_range, budget);
    return kinds_by_parts(cards, low_card, card_range, budget);
}

}  // namespace passatempo::cards
