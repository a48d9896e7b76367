// Random fields that are repaired until they need no guess.
#pragma once

#include <cstdint>
#include <vector>

#include "budget.hpp"
#include "puzzles/field.hpp"
#include "random.hpp"

namespace passatempo::minesweeper::puzzles {

struct RepairOrder {
    std::uint32_t first = 0;  // neither this cell nor its neighbours hold a mine
    std::uint32_t mines = 0;
    bool is_exact = true;  // use all numbers and the mine count, not only numbers and pairs of them
};

struct RepairOutcome {
    bool is_solved = false;
    std::vector<std::uint8_t> mine;
};

// Lays mines and swaps some, in one attempt. The result is undefined if the budget ends first.
RepairOutcome repair(const RectangleGrid& grid, const RepairOrder& order, Stream& stream, Budget& budget);

}  // namespace passatempo::minesweeper::puzzles
