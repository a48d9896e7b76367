// The levels of the newspaper on boards of any size: X backward from the cell of N, Y, the best of this over all ends,
// and X over all ways to break ties. On boards of at most 64 cells `SmallBoardSolver` is quicker.
// Twin: optimiza/greedy.py
#pragma once

#include <cstdint>

#include "budget.hpp"
#include "game.hpp"

namespace passatempo::optimiza {

struct GreedySums {
    std::int64_t x = 0, y = 0;
};

// The result is invalid if the budget ended first.
GreedySums greedy(game::BoardView board, Budget& budget);

// The greatest X, or 0 if a limit came first. `cells` is in reading order.
std::int64_t greedy_back_ties(const Surface& surface, const std::uint16_t* cells, Budget& budget);

}  // namespace passatempo::optimiza
