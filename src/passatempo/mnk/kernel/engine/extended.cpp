// What far lines add, class by class, set by hand.
#include "extended.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "network.hpp"
#include "patterns.hpp"
#include "weights.hpp"

namespace passatempo::mnk {
namespace {

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
