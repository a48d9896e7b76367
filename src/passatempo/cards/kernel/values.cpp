// Distinct values, by a table or by digits.
// Algorithm: counting sort, radix sort by lowest digits (Knuth 1973)
#include "values.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace passatempo::cards {
namespace {

constexpr std::uint64_t most_bins_a_card = 4;  // a table this much longer than the cards is still the fastest way
constexpr int digit_bits = 8;                  // 256 streams of writes are as many as the processor's tables hold
constexpr std::size_t digit_values = std::size_t{1} << digit_bits;

std::vector<Kind> by_table(const std::vector<Value>& cards, Value low, std::uint64_t range, Budget& budget) {
    std::vector<std::uint32_t> copies(range + 1, 0);
    const bool counted = in_blocks(cards.size(), budget, [&](std::size_t i) {
        ++copies[static_cast<std::uint64_t>(cards[i]) - static_cast<std::uint64_t>(low)];
    });
    if (!counted) return {};
    std::vector<Kind> kinds;
    kinds.reserve(std::min<std::size_t>(cards.size(), copies.size()));
    const bool listed = in_blocks(copies.size(), budget, [&](std::size_t k) {
        const std::size_t i = copies.size() - 1 - k;
        if (copies[i] != 0) kinds.push_back({static_cast<Value>(static_cast<std::uint64_t>(low) + i), copies[i]});
    });
    if (!listed) return {};
    return kinds;
}

// Sort by the digits of card - low, the lowest digit first.
bool sort_by_digits(std::vector<Value>& cards, Value low, std::uint64_t range, Budget& budget) {
    std::vector<Value> other(cards.size());
    const std::uint64_t base = low;
    std::array<std::array<std::size_t, digit_values>, 64 / digit_bits> histograms{};
    const bool counted = in_blocks(cards.size(), budget, [&](std::size_t i) {
        std::uint64_t left = static_cast<std::uint64_t>(cards[i]) - base;
        for (std::size_t place = 0; place < histograms.size() && left != 0; ++place, left >>= digit_bits)
            ++histograms[place][left & (digit_values - 1)];
    });
    if (!counted) return false;
    for (int shift = 0; shift < 64 && (range >> shift) != 0; shift += digit_bits) {
        auto& starts = histograms[shift / digit_bits];
        starts[0] = 0;  // cards whose higher digits are all zero were not counted: the rest is theirs
        std::size_t others = 0;
        for (const std::size_t start : starts) others += start;
        starts[0] = cards.size() - others;
        const auto digit = [&](Value card) {
            return ((static_cast<std::uint64_t>(card) - base) >> shift) & (digit_values - 1);
        };
        std::size_t sum = 0;
        for (std::size_t& start : starts) {
            const std::size_t number = start;
            start = sum;
            sum += number;
        }
        if (!in_blocks(cards.size(), budget, [&](std::size_t i) { other[starts[digit(cards[i])]++] = cards[i]; }))
            return false;
        cards.swap(other);
    }
    return true;
}

}  // namespace

std::vector<Kind> kinds_of(std::vector<Value>& cards, Budget& budget) {
    if (cards.empty()) return {};
    const auto [least, greatest] = std::minmax_element(cards.begin(), cards.end());
    const Value low = *least;
    const std::uint64_t range = static_cast<std::uint64_t>(*greatest) - static_cast<std::uint64_t>(low);
    if (range / most_bins_a_card <= cards.size()) return by_table(cards, low, range, budget);
    if (!sort_by_digits(cards, low, range, budget)) return {};
    std::vector<Kind> kinds;
    const bool listed = in_blocks(cards.size(), budget, [&](std::size_t k) {
        const Value card = cards[cards.size() - 1 - k];
        if (kinds.empty() || kinds.back().value != card) kinds.push_back({card, 0});
        ++kinds.back().copies;
    });
    if (!listed) return {};
    return kinds;
}

}  // namespace passatempo::cards
