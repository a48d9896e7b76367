// What the cells of both players make together: a small network above the sum over the single cells.
// Algorithm: one hidden layer over summed features, kept up to date by each move (NNUE, Nasu 2018)
// Twin: mnk/engine/network.py
//
// Every empty cell adds a row of numbers, chosen by the multiset of its classes, to its player's features. Those of the
// player to move and those of the other, cut to [0, 1], go through one hidden layer to one number. All arithmetic is in
// whole numbers, so that a search is the same on every machine.
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
using Features = std::array<std::int16_t, inputs>;

class Network {
public:
    // The numbers in a row: the cells' rows, then for each hidden unit the weights of the mover's features and of the
    // other's, then the hidden units' biases, their weights, and the bias of the result.
    static constexpr std::size_t words =
        std::size_t{multisets} * inputs + std::size_t{hidden} * 2 * inputs + 2 * hidden + 1;

    explicit Network(std::span<const std::int16_t> numbers);

    // A cell goes from one multiset of classes to another.
    void move(Features& sum, std::uint16_t from, std::uint16_t to) const {
        const Row lost = row_of_[from], gained = row_of_[to];
        if (lost != gained) sum = moved(sum, rows_[lost], rows_[gained]);
    }

    // In parts of a unit of the evaluation, for the mover.
    int value(const Features& mover, const Features& waiter) const;

private:
    // By value: what overlaps nothing is added many at a time.
    static Features moved(const Features& sum, const Features& lost, const Features& gained) {
        Features next;
        for (std::size_t i = 0; i < next.size(); ++i) next[i] = sum[i] + gained[i] - lost[i];
        return next;
    }

    using Row = std::uint16_t;
    std::vector<Row> row_of_;     // by the rank of the multiset
    std::vector<Features> rows_;  // the first is zero, and stands for all that are
    std::array<std::array<std::int16_t, 2 * inputs>, hidden> first_{};
    std::array<std::int16_t, hidden> first_bias_{}, output_weight_{};
    std::int16_t bias_ = 0;
};

}  // namespace passatempo::mnk
