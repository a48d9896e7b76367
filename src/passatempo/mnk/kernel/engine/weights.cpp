// The table of the weights, from fitted numbers or from those set by hand; what far lines add is set by hand.
#include "weights.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "network.hpp"
#include "patterns.hpp"
#include "refuse.hpp"

namespace passatempo::mnk {

namespace {

std::span<const std::int16_t> checked(std::span<const std::int16_t> fitted) {
    if (fitted.size() != Weights::words)
        refuse("weights: the numbers of 3060 multisets and those of the network are needed");
    return fitted;
}

constexpr std::size_t plain = 4;  // numbers of a multiset that stand for themselves
using Row = std::array<std::int16_t, plain>;
// A win is built far below the classes of k = 5.
constexpr std::array<Row, 10> steep{{{0, 0, 0, 0},
                                     {3, 3, 2, 2},
                                     {5, 5, 3, 3},
                                     {9, 9, 4, 5},
                                     {15, 15, 7, 9},
                                     {25, 25, 12, 15},
                                     {32, 32, 16, 19},
                                     {53, 53, 26, 32},
                                     {54, 54, 27, 33},
                                     {90, 90, 45, 54}}};

std::uint16_t code_of(const std::array<std::size_t, 4>& classes) {
    std::uint16_t code = 0;
    for (const std::size_t one : classes) code = code << 4 | one;
    return code;
}

// The row of a multiset: what is plain in it, and the features it has without its far lines.
void extend(std::vector<std::int16_t>& words, const std::array<std::size_t, 4>& classes) {
    std::array<std::size_t, 4> near = classes;
    for (std::size_t& one : near)
        if (one < steep.size()) one = 0;
    if (near == classes) return;
    const std::size_t here = multiset(code_of(classes)), known = multiset(code_of(near));
    std::copy_n(words.begin() + known * weight_columns, weight_columns, words.begin() + here * weight_columns);
    for (const std::size_t one : classes)
        if (one < steep.size())
            for (std::size_t i = 0; i < plain; ++i) words[here * weight_columns + i] += steep[one][i];
    const std::size_t features = std::size_t{multisets} * weight_columns;
    std::copy_n(words.begin() + features + known * inputs, inputs, words.begin() + features + here * inputs);
}

}  // namespace

Weights::Weights(std::span<const std::int16_t> fitted)
    : known_(1U << 16),
      orders_(multisets),
      net_(checked(fitted).first(std::size_t{multisets} * weight_columns), fitted.last(Network::words)) {
    for (std::size_t code = 0; code < known_.size(); ++code) {
        const std::uint16_t packed = code;
        bool known = true;
        for (int d = 0; d < 4; ++d) known = known && ((packed >> (4 * d)) & 15) < shapes;
        if (!known) continue;
        const std::size_t rank = multiset(packed);
        known_[code] = rank | (threat_of(packed) << 12);
        const std::int16_t* const number = fitted.data() + rank * weight_columns;
        Order& order = orders_[rank];
        order.attack = number[2];
        order.defence = number[3];
        std::copy_n(number + 4, meeting_parts, order.mine.begin());
        std::copy_n(number + 4 + meeting_parts, meeting_parts, order.theirs.begin());
    }
}

std::vector<std::int16_t> Weights::by_hand() {
    constexpr std::array<int, shapes> value{0, 0, 0, 0, 1, 1, 1, 2, 4, 8, 9, 24, 22, 60, 0};
    constexpr std::array<int, threats> bonus{0, 0, 0, 2, 8, 10, 60, 10, 150, 300, 0};
    constexpr std::array<int, threats> attack{0, 0, 20, 30, 60, 120, 300, 100, 600, 2000, 8000};
    std::vector<std::int16_t> fitted(words);  // the network says nothing
    for (std::uint32_t code = 0; code < (1U << 16); ++code) {
        const std::uint16_t packed = code;
        int sum = 0;
        bool known = true;
        for (int d = 0; d < 4; ++d) {
            const std::size_t shape = (packed >> (4 * d)) & 15;
            known = known && shape < shapes;
            if (known) sum += value[shape];
        }
        if (!known) continue;
        const Threat threat = threat_of(packed);
        const int cell = std::min(sum + bonus[threat], 400);
        const auto row = static_cast<std::size_t>(multiset(packed)) * weight_columns;
        fitted[row] = unit_parts * cell;
        fitted[row + 1] = unit_parts * cell * 3 / 5;
        fitted[row + 2] = 4 * sum + attack[threat];
        fitted[row + 3] = 3 * sum + attack[threat] * 3 / 4;
    }
    return fitted;
}

std::vector<std::int16_t> extended(std::span<const std::int16_t> fitted, int k) {
    std::vector<std::int16_t> words(fitted.begin(), fitted.end());
    if (k <= fitted_k) return words;
    for (std::size_t a = 0; a < shapes; ++a)
        for (std::size_t b = 0; b <= a; ++b)
            for (std::size_t c = 0; c <= b; ++c)
                for (std::size_t d = 0; d <= c; ++d) extend(words, {a, b, c, d});
    return words;
}

}  // namespace passatempo::mnk
