// The safe cells of a position that the easiest rule finds, and the numbers that say so.
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
    std::vector<Reason> reasons;  // none where no cell is safe by the rules that may be used
};

// The cells that certainly hold no mine, ascending; with the mine count, or without one where it is below 0.
std::vector<std::uint32_t> safe_cells(const Surface& surface, const std::uint8_t* cells, std::int64_t mines,
                                      Budget& budget, BoardModel& board_model);

// Look for safe cells by harder and harder rules up to `hardest`, until one finds some.
HumanSolver find_easiest(const Surface& surface, const std::uint8_t* cells, std::int64_t mines, Level hardest,
                         Budget& budget, BoardModel& board_model);

}  // namespace passatempo::minesweeper::puzzles
