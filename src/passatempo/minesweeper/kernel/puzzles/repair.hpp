// A random field, repaired until nobody needs to guess.
#pragma once

#include <cstdint>
#include <vector>

#include "budget.hpp"
#include "puzzles/field.hpp"
#include "random.hpp"

namespace passatempo::minesweeper::puzzles {

struct RepairOrder {
    std::uint32_t first = 0;  // neither it nor a cell around it holds a mine
    std::uint32_t mines = 0;
    bool is_exact = true;  // whatever is certain may be opened; else what single numbers and pairs settle
};

struct RepairOutcome {
    bool is_solved = false;
    std::vector<std::uint8_t> mine;
};

// Lay mines and swap some, one attempt; garbage where the budget ends first.
RepairOutcome repair(const RectangleGrid& grid, const RepairOrder& order, Stream& stream, Budget& budget);

}  // namespace passatempo::minesweeper::puzzles
