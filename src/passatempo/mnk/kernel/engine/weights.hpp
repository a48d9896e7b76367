// The numbers that belong to the four classes of a cell: threat, evaluation, and the value for move ordering.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "patterns.hpp"

namespace passatempo::mnk {

struct Weight {
    std::int16_t mover = 0;   // evaluation, for the player whose turn it is, in parts of a unit
    std::int16_t waiter = 0;  // evaluation, for the other
    std::int16_t attack = 0;  // ordering: what the cell is worth to the mover as his own
    std::int16_t defence = 0; // ordering: what it is worth to him because the other would want it
    Threat threat = none;
};

// Two hundred cells of one kind are common, so a unit of the evaluation has parts.
constexpr int unit_parts = 16;

// Four numbers for each multiset of classes: mover, waiter, attack, defence.
constexpr int weight_columns = 4;

class Weights {
public:
    // `fitted` holds multisets * weight_columns numbers, row by row.
    explicit Weights(std::span<const std::int16_t> fitted);

    const Weight& operator[](std::uint16_t code) const { return table_[code]; }

    // Numbers set by hand, to start fitting from and to measure against.
    static std::vector<std::int16_t> by_hand();

private:
    std::vector<Weight> table_;  // by the four nibbles
};

}  // namespace passatempo::mnk
