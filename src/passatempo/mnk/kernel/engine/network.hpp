// The evaluation: a sum over single cells, plus a small network that combines them.
// Algorithm: one hidden layer over summed features, kept up to date by each move (NNUE, Nasu 2018)
//
// Every empty cell adds two numbers and a row of features, chosen by the multiset of its shapes, to its player's sums.
// The features of the player to move and of the opponent, clipped to [0, 1], go through one hidden layer to one number.
// All arithmetic is on integers, so that a search is the same on every machine. The processor only determines how many
// of them are handled at once.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "patterns.hpp"

namespace passatempo::mnk {

constexpr int inputs = 32, hidden = 32;
constexpr int unit_one = 128, unit_bits = 7;  // one, in the fixed point of features and layers

// Sums beyond 255 wrap round. Fitted rows stay far below this on boards that games fill. Beyond it the evaluation is
// poor, but nothing else fails.
struct alignas(32) FeatureVector : std::array<std::int16_t, inputs> {};

// The value of a player's cells on his own turn (mover) and on his opponent's (waiter), in parts of a unit.
struct FeatureWeights {
    std::int32_t mover_weight = 0, waiter_weight = 0;
};

// The sums over the cells of both players.
struct Accumulator {
    std::array<FeatureVector, 2> features{};
    std::array<FeatureWeights, 2> cell_weights{};
};

// The ranks of a cell's multisets of shapes for both players, the second's above the first's, read and written as one
// number.
using Ranks = std::uint32_t;
inline std::uint16_t rank_of(Ranks ranks, std::size_t player) {
    return static_cast<std::uint16_t>(ranks >> (16 * player));
}
constexpr Ranks no_cell = multisets | (Ranks{multisets} << 16);  // a cell that is not empty, worth nothing

// The ranks of a cell before and after a change.
struct FeatureChange {
    Ranks old_ranks, new_ranks;
};

class Network {
public:
    // The numbers in order: the rows of the cells, then for each hidden unit the weights of the mover's and of the
    // opponent's features, then the biases of the hidden units, their weights, and the bias of the output.
    static constexpr std::size_t number_count =
        std::size_t{multisets} * inputs + std::size_t{hidden} * 2 * inputs + 2 * hidden + 1;

    // The `cells` are rows of `weight_columns` numbers that begin with mover and waiter.
    Network(std::span<const std::int16_t> cells, std::span<const std::int16_t> numbers);

    // Update the sums for cells whose ranks change.
    void update_accumulator(Accumulator& sums, std::span<const FeatureChange> cells) const {
        update_function_(*this, sums, cells);
    }

    // Evaluate for the mover, in parts of a unit.
    int forward(const Accumulator& sums, std::size_t mover) const;

private:
    // The same functions for every processor and for those with wider words. The constructor chooses once.
    struct Implementations;
    using Follow = void (*)(const Network&, Accumulator&, std::span<const FeatureChange>);
    using Layer = int (*)(const Network&, const FeatureVector&, const FeatureVector&);
    using Units = std::array<std::int32_t, hidden>;
    using Seen = std::array<std::int16_t, 2 * inputs>;
    // The weights of every unit for a pair of inputs, whose two products are added at once.
    struct alignas(32) InputPair {
        std::array<std::array<std::int16_t, 2>, hidden> weights{};
    };

    std::vector<FeatureVector> feature_rows_;  // by the rank of the multiset, and one row for no cell
    std::vector<FeatureWeights> cell_weights_;
    std::array<InputPair, inputs> layer_weights_{};
    std::array<std::int16_t, hidden> layer_biases_{}, output_weight_{};
    std::int16_t output_bias_ = 0;
    Follow update_function_;
    Layer layer_function_;
};

}  // namespace passatempo::mnk
