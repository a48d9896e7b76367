// The evaluation: a sum over single cells, and above it a small network of what they make together.
// Algorithm: one hidden layer over summed features, kept up to date by each move (NNUE, Nasu 2018)
//
// Every empty cell adds two numbers and a row of features, chosen by the multiset of its classes, to its player's sums.
// The features of the player to move and those of the other, cut to [0, 1], go through one hidden layer to one number.
// All arithmetic is in whole numbers, so that a search is the same on every machine; how many of them are handled at
// once depends on the processor.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "patterns.hpp"

namespace passatempo::mnk {

constexpr int inputs = 32, hidden = 32;
constexpr int unit_one = 128, unit_bits = 7;  // one, in the fixed point of features and layers

// Sums beyond 255 wrap round. Fitted rows stay far below it on boards that games fill; past it the value is poor, not
// wrong in any other way.
struct alignas(32) FeatureVector : std::array<std::int16_t, inputs> {};

// What the player's cells are worth if it is his turn (mover) and if it is the other's (waiter), in parts of a unit.
struct FeatureWeights {
    std::int32_t mover_weight = 0, waiter_weight = 0;
};

// What the cells of both players add up to.
struct Accumulator {
    std::array<FeatureVector, 2> features{};
    std::array<FeatureWeights, 2> cell_weights{};
};

// The ranks of a cell's multisets of classes for both players, the second's above the first's: written and read as one
// number.
using Ranks = std::uint32_t;
inline std::uint16_t rank_of(Ranks ranks, std::size_t player) {
    return static_cast<std::uint16_t>(ranks >> (16 * player));
}
constexpr Ranks no_cell = multisets | (Ranks{multisets} << 16);  // a cell that is not empty: worth nothing

// A cell's ranks before a change and after it.
struct FeatureChange {
    Ranks old_ranks, new_ranks;
};

class Network {
public:
    // The numbers in a row: the cells' rows, then for each hidden unit the weights of the mover's features and of the
    // other's, then the hidden units' biases, their weights, and the bias of the result.
    static constexpr std::size_t number_count =
        std::size_t{multisets} * inputs + std::size_t{hidden} * 2 * inputs + 2 * hidden + 1;

    // `cells` are rows of `weight_columns` that begin with mover and waiter.
    Network(std::span<const std::int16_t> cells, std::span<const std::int16_t> numbers);

    // Cells go from some multisets of classes to others.
    void update_accumulator(Accumulator& sums, std::span<const FeatureChange> cells) const {
        update_function_(*this, sums, cells);
    }

    // In parts of a unit of the evaluation, for the mover.
    int forward(const Accumulator& sums, std::size_t mover) const;

private:
    // The same for every processor and for those with wider words; chosen once, when the network is read.
    struct Implementations;
    using Follow = void (*)(const Network&, Accumulator&, std::span<const FeatureChange>);
    using Layer = int (*)(const Network&, const FeatureVector&, const FeatureVector&);
    using Units = std::array<std::int32_t, hidden>;
    using Seen = std::array<std::int16_t, 2 * inputs>;
    // Both products of a pair of inputs are added at once: for each pair the weights of every unit.
    struct alignas(32) InputPair {
        std::array<std::array<std::int16_t, 2>, hidden> weights{};
    };

    std::vector<FeatureVector> feature_rows_;  // by the rank of the multiset, and one of no cell
    std::vector<FeatureWeights> cell_weights_;
    std::array<InputPair, inputs> layer_weights_{};
    std::array<std::int16_t, hidden> layer_biases_{}, output_weight_{};
    std::int16_t output_bias_ = 0;
    Follow update_function_;
    Layer layer_function_;
};

}  // namespace passatempo::mnk
