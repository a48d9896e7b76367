// The fitted value of a position: a small network over its inputs, which says how likely the best play wins from there.
// Algorithm: multilayer perceptron with leaky rectifiers and a logistic end
// Twin: minesweeper/exact/plain_value.py
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <span>

#include "play/inputs.hpp"

namespace passatempo::minesweeper::play {

// The numbers stand in one row: of each input what is taken off and what it is multiplied by; then of each layer the
// weights, input by input, and the biases; the last layer is one unit.
struct Value {
    static constexpr std::size_t hidden = 32;
    static constexpr std::size_t first = 2 * Inputs::count;
    static constexpr std::size_t first_bias = first + Inputs::count * hidden;
    static constexpr std::size_t second = first_bias + hidden;
    static constexpr std::size_t second_bias = second + hidden * hidden;
    static constexpr std::size_t last = second_bias + hidden;
    static constexpr std::size_t count = last + hidden + 1;
    static constexpr float leak = 0.05F;

    using Units = std::array<float, hidden>;

    std::array<float, count> number{};

    // Weighted sums of `from`, before the rectifier.
    static void layer(const float* weights, const float* biases, std::span<const float> from, Units& sums) {
        for (std::size_t h = 0; h < hidden; ++h) sums[h] = biases[h];
        for (std::size_t i = 0; i < from.size(); ++i)
            for (std::size_t h = 0; h < hidden; ++h) sums[h] += weights[i * hidden + h] * from[i];
    }
    static void rectify(const Units& sums, Units& out) {
        for (std::size_t h = 0; h < hidden; ++h) out[h] = sums[h] > 0 ? sums[h] : leak * sums[h];
    }

    double of(std::span<const float> inputs) const {
        std::array<float, Inputs::count> scaled;
        for (std::size_t i = 0; i < Inputs::count; ++i) scaled[i] = (inputs[i] - number[2 * i]) * number[2 * i + 1];
        Units sums, out;
        layer(&number[first], &number[first_bias], scaled, sums);
        rectify(sums, out);
        layer(&number[second], &number[second_bias], out, sums);
        rectify(sums, out);
        float total = number[last + hidden];
        for (std::size_t h = 0; h < hidden; ++h) total += number[last + h] * out[h];
        return 1 / (1 + std::exp(-double{total}));
    }
};

}  // namespace passatempo::minesweeper::play
