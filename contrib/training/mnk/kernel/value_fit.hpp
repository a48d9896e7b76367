// The evaluation: a logistic regression on what the cells are, with the network of `network.hpp` on top.
//
//     p = 1 / (1 + exp(-z)),   z = sum over the mover's cells of mover - sum over the other's of waiter + network
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "board.hpp"
#include "budget.hpp"
#include "fit_rows.hpp"
#include "lots.hpp"
#include "network.hpp"

namespace passatempo::mnk {

// How many empty cells have each multiset of classes, for the player to move and for the other, and what came of it.
struct Sample {
    struct Kind {
        std::uint16_t multiset, cells;
    };
    std::array<std::vector<Kind>, 2> kinds;
    float target = 0;  // from 0, lost for the mover, to 1
};

Sample sample_of(const Board& board, float target);

inline double logistic(double x) { return 1 / (1 + std::exp(-x)); }

class ValueFit {
public:
    explicit ValueFit(std::uint64_t seed);

    // One pass over the samples, in an order drawn by lot.
    void epoch(const std::vector<Sample>& samples, float rate, Budget& budget);

    // The mean cross entropy.
    double loss(const std::vector<Sample>& samples);

    // The numbers in fixed point, `unit` parts to one of z: of the cells, two each, and those of the network.
    std::vector<std::array<std::int16_t, 2>> cells(double unit) const;
    std::vector<std::int16_t> net(double unit) const;

private:
    static constexpr int batch = 512, linear = 2;
    static constexpr std::size_t both = 2 * inputs;
    using Layer = std::array<float, hidden>;

    float value(const Sample& sample);
    void learn(const Sample& sample, float error);
    void pull_cells(const Sample& sample, const std::array<float, both>& pull, float error);
    void step(float rate);

    Random random_;
    FitRows rows_;                // mover, waiter, and the features
    std::vector<bool> featured_;  // multisets that have features
    Adam first_, first_bias_, output_weight_, bias_;
    std::array<float, both> features_{};  // of the last sample valued
    Layer units_{};
};

}  // namespace passatempo::mnk
