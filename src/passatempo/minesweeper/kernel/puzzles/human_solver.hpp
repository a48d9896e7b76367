// The safe cells of a position by the easiest rule, and the numbers that prove them.
#pragma once

#include <cstdint>
#include <vector>

#include "board/board_model.hpp"

namespace passatempo::minesweeper::puzzles {

enum class Level : int { single = 0, pair = 1, chain = 2, count = 3 };  // as in model.py

struct Reason {
    std::vector<std::uint32_t> open, because;  // cells, ascending
};

struct HumanSolver {
    Level level = Level::single;
    std::vector<Reason> reasons;  // empty if the allowed rules find no safe cell
};

// Returns the cells without a mine in any layout, ascending. `mines` is below 0 without a count.
std::vector<std::uint32_t> safe_cells(const Surface& surface, const std::uint8_t* cells, std::int64_t mines,
                                      Budget& budget, BoardModel& board_model);

// Tries harder and harder rules up to `hardest`, until one finds safe cells.
HumanSolver find_easiest(const Surface& surface, const std::uint8_t* cells, std::int64_t mines, Level hardest,
                         Budget& budget, BoardModel& board_model);

}  // namespace passatempo::minesweeper::puzzles
