// The ordering of moves: a softmax over the moves of a position, fitted to the moves that were chosen.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "board.hpp"
#include "rows.hpp"

namespace passatempo::mnk {

// Multisets of the cells that could be chosen, the mover's and the other's; the chosen one first.
struct Decision {
    std::vector<std::array<std::uint16_t, 2>> cells;
};

Decision decision_of(const Board& board, Cell played);

class OrderFit {
public:
    OrderFit() : rows_(2, 1e-5F) {}

    // One pass over the decisions.
    void epoch(const std::vector<Decision>& decisions, float rate);

    // The share of the decisions whose move is valued first.
    double first(const std::vector<Decision>& decisions) const;

    float attack(std::size_t multiset) const { return rows_.row(multiset)[0]; }
    float defence(std::size_t multiset) const { return rows_.row(multiset)[1]; }

private:
    float value(const std::array<std::uint16_t, 2>& cell) const { return attack(cell[0]) + defence(cell[1]); }
    void learn(const Decision& decision);

    static constexpr int batch = 256;
    Rows rows_;
    std::vector<float> shares_;
};

}  // namespace passatempo::mnk
