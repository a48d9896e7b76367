// The table of the weights, from fitted numbers or from those set by hand. The values of far lines are set by hand.
#include "weights.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "network.hpp"
#include "patterns.hpp"
#include "refuse.hpp"

namespace passatempo::mnk {

namespace {

std::span<const std::int16_t> check_size(std::span<const std::int16_t> weight_numbers) {
    if (weight_numbers.size() != Weights::number_count)
        refuse("weights: the numbers of 3060 multisets and those of the network are needed");
    return weight_numbers;
}

constexpr std::size_t plain = 4;  // numbers of a multiset before the rows of the ordering
using Row = std::array<std::int16_t, plain>;
// In longer lines a win begins with shapes far below those of k = 5.
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
    for (const std::size_t line_class : classes) code = code << 4 | line_class;
    return code;
}

// Fill the row of a multiset: copy the row and the features of its near lines, and add the values of its far lines.
void extend_row(std::vector<std::int16_t>& words, const std::array<std::size_t, 4>& classes) {
    std::array<std::size_t, 4> near = classes;
    for (std::size_t& line_class : near)
        if (line_class < steep.size()) line_class = 0;
    if (near == classes) return;
    const std::size_t class_rank = multiset_rank(code_of(classes)), near_rank = multiset_rank(code_of(near));
    std::copy_n(words.begin() + near_rank * weight_columns, weight_columns,
                words.begin() + class_rank * weight_columns);
    for (const std::size_t line_class : classes)
        if (line_class < steep.size())
            for (std::size_t i = 0; i < plain; ++i) words[class_rank * weight_columns + i] += steep[line_class][i];
    const std::size_t features = std::size_t{multisets} * weight_columns;
    std::copy_n(words.begin() + features + near_rank * inputs, inputs, words.begin() + features + class_rank * inputs);
}

}  // namespace

Weights::Weights(std::span<const std::int16_t> weight_numbers)
    : code_features_(1U << 16),
      order_weights_(multisets),
      network_(check_size(weight_numbers).first(std::size_t{multisets} * weight_columns),
               weight_numbers.last(Network::number_count)) {
    for (std::size_t code = 0; code < code_features_.size(); ++code) {
        const std::uint16_t short_code = code;
        bool is_valid = true;
        for (int d = 0; d < 4; ++d) is_valid = is_valid && ((short_code >> (4 * d)) & 15) < shapes;
        if (!is_valid) continue;
        const std::size_t rank = multiset_rank(short_code);
        code_features_[code] = rank | (threat_of(short_code) << 12);
        const std::int16_t* const number = weight_numbers.data() + rank * weight_columns;
        OrderWeights& order = order_weights_[rank];
        order.attack_weight = number[2];
        order.defence_weight = number[3];
        std::copy_n(number + 4, meeting_parts, order.mover_row.begin());
        std::copy_n(number + 4 + meeting_parts, meeting_parts, order.opponent_row.begin());
    }
}

std::vector<std::int16_t> Weights::hand_weights() {
    constexpr std::array<int, shapes> shape_points{0, 0, 0, 0, 1, 1, 1, 2, 4, 8, 9, 24, 22, 60, 0};
    constexpr std::array<int, threats> bonus{0, 0, 0, 2, 8, 10, 60, 10, 150, 300, 0};
    constexpr std::array<int, threats> attack{0, 0, 20, 30, 60, 120, 300, 100, 600, 2000, 8000};
    std::vector<std::int16_t> fitted(number_count);  // the network adds nothing
    for (std::uint32_t code = 0; code < (1U << 16); ++code) {
        const std::uint16_t short_code = code;
        int sum = 0;
        bool is_valid = true;
        for (int d = 0; d < 4; ++d) {
            const std::size_t shape = (short_code >> (4 * d)) & 15;
            is_valid = is_valid && shape < shapes;
            if (is_valid) sum += shape_points[shape];
        }
        if (!is_valid) continue;
        const Threat threat = threat_of(short_code);
        const int cell = std::min(sum + bonus[threat], 400);
        const auto row = static_cast<std::size_t>(multiset_rank(short_code)) * weight_columns;
        fitted[row] = unit_parts * cell;
        fitted[row + 1] = unit_parts * cell * 3 / 5;
        fitted[row + 2] = 4 * sum + attack[threat];
        fitted[row + 3] = 3 * sum + attack[threat] * 3 / 4;
    }
    return fitted;
}

std::vector<std::int16_t> extend_weights(std::span<const std::int16_t> weight_numbers, int k) {
    std::vector<std::int16_t> words(weight_numbers.begin(), weight_numbers.end());
    if (k <= fitted_k) return words;
    for (std::size_t a = 0; a < shapes; ++a)
        for (std::size_t b = 0; b <= a; ++b)
            for (std::size_t c = 0; c <= b; ++c)
                for (std::size_t d = 0; d <= c; ++d) extend_row(words, {a, b, c, d});
    return words;
}

}  // namespace passatempo::mnk
