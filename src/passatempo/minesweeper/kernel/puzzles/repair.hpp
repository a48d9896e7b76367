// A random field, repaired until nobody needs to guess.
#pragma once

#include <cstdint>
#include <vector>

#include "budget.hpp"
#include "puzzles/field.hpp"
#include "random.hpp"

namespace passatempo::minesweeper::puzzles {

struct Order {
    std::uint32_t first = 0;  // neither it nor a cell around it holds a mine
    std::uint32_t mines = 0;
    bool exact = true;  // whatever is certain may be opened; else what single numbers and pairs settle
};

struct Repaired {
    bool done = false;
    std::vector<std::uint8_t> mine;
};

// Lay mines and swap some, one attempt; garbage where the budget ends first.
Repaired repair(const Plain& plain, const Order& order, Stream& stream, Budget& budget);

}  // namespace passatempo::minesweeper::puzzles
