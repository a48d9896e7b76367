// Distinct values, by a table or by the highest digits.
// Algorithm: counting sort, distribution sort from the highest digit (Knuth 1973)
#include "values.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <memory>
#include <utility>

namespace passatempo::cards {
namespace {

constexpr std::uint64_t most_bins_a_card = 4;  // a table this much longer than the cards is still the fastest way
constexpr int outer_bits = 8;                  // 256 streams of writes are as many as the processor's tables hold
constexpr int most_inner_bits = 12;            // the table of a part stays in the cache
constexpr std::size_t cards_a_part = 2;        // in the mean, of what is sorted by comparing
constexpr std::ptrdiff_t few = 24;             // cards up to which comparing neighbours is the fastest way

Kinds by_table(const Cards& cards, Value low, std::uint64_t range, Budget& budget) {
    std::vector<std::uint32_t> copies(range + 1, 0);
    const bool counted = in_blocks(cards.size(), budget, [&](std::size_t i) {
        ++copies[static_cast<std::uint64_t>(cards[i]) - static_cast<std::uint64_t>(low)];
    });
    if (!counted) return {};
    Kinds kinds;
    kinds.reserve(std::min<std::size_t>(cards.size(), copies.size()));
    const bool listed = in_blocks(copies.size(), budget, [&](std::size_t k) {
        const std::size_t i = copies.size() - 1 - k;
        if (copies[i] != 0) kinds.push_back({static_cast<Value>(static_cast<std::uint64_t>(low) + i), copies[i]});
    });
    if (!listed) return {};
    return kinds;
}

// Where the cards of each of 2^bits parts begin, by the bits of card - low from `shift` on; one more is the end.
class Parts {
public:
    Parts(Value low, int shift, int bits) : low_(low), shift_(shift), mask_((std::uint64_t{1} << bits) - 1) {}

    std::size_t of(Value card) const {
        const std::uint64_t above = card;
        return (above - low_) >> shift_ & mask_;
    }

    // Move the cards to another place, part by part; `starts` becomes where each part ends.
    void spread(const Value* from, std::size_t number, Value* to, std::vector<std::uint32_t>& starts) const {
        starts.assign(mask_ + 1, 0);
        for (std::size_t i = 0; i < number; ++i) ++starts[of(from[i])];
        std::uint32_t sum = 0;
        for (std::uint32_t& start : starts) sum += std::exchange(start, sum);
        for (std::size_t i = 0; i < number; ++i) to[starts[of(from[i])]++] = from[i];
    }

private:
    std::uint64_t low_;
    int shift_;
    std::uint64_t mask_;
};

// Of memory that nothing was written to.
struct GiveBack {
    std::size_t number;
    void operator()(Value* cards) const { Pages<Value>().deallocate(cards, number); }
};

void sort_few(Value* first, Value* last) {
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

// Sort by the highest bits of card - low into parts that the cache holds, these by their next bits, and what has the
// same bits by comparing; list the kinds of each part at once. Linear where the values are spread; N log N, and in
// place, where they lie in heaps.
Kinds by_parts(Cards& cards, Value low, std::uint64_t range, Budget& budget) {
    const std::unique_ptr<Value[], GiveBack> other(Pages<Value>().allocate(cards.size()), {cards.size()});
    std::vector<std::uint32_t> ends, inner;
    Kinds kinds;
    kinds.reserve(cards.size());
    const int bits = std::bit_width(range);
    const Parts outer(low, std::max(0, bits - outer_bits), outer_bits);
    outer.spread(cards.data(), cards.size(), other.get(), ends);
    for (std::size_t part = ends.size(); part-- > 0;) {
        if (budget.poll()) return {};
        const std::size_t start = part == 0 ? 0 : ends[part - 1];
        const std::size_t number = ends[part] - start;
        int width = std::bit_width(number / cards_a_part);
        width = std::min({width, most_inner_bits, std::max(0, bits - outer_bits)});
        const Parts parts(low, std::max(0, bits - outer_bits - width), width);
        Value* const here = cards.data() + start;
        parts.spread(other.get() + start, number, here, inner);
        std::uint32_t from = 0;
        for (const std::uint32_t to : inner) {
            if (to - from > 1) sort_few(here + from, here + to);
            from = to;
        }
        for (std::size_t k = number; k-- > 0;) {
            if (kinds.empty() || kinds.back().value != here[k]) kinds.push_back({here[k], 0});
            ++kinds.back().copies;
        }
    }
    return kinds;
}

}  // namespace

Kinds kinds_of(Cards& cards, Budget& budget) {
    if (cards.empty()) return {};
    const auto [least, greatest] = std::minmax_element(cards.begin(), cards.end());
    const Value low = *least;
    const std::uint64_t range = static_cast<std::uint64_t>(*greatest) - static_cast<std::uint64_t>(low);
    if (range / most_bins_a_card <= cards.size()) return by_table(cards, low, range, budget);
    return by_parts(cards, low, range, budget);
}

}  // namespace passatempo::cards
