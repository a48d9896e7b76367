// Why is one cell certain, by the easiest rule that settles it; and why has a board no layout?
#pragma once

#include <cstdint>
#include <vector>

#include "board/board_model.hpp"
#include "puzzles/human_solver.hpp"
#include "reasons/deduction.hpp"

namespace passatempo::minesweeper::reasons {

using puzzles::Level;

struct Explanation {
    bool certain = false, mine = false;
    Level level = Level::single;
    std::vector<std::uint32_t> because;  // the cells of a minimal set of numbers, ascending
    std::vector<puzzles::RuleApplication>
        steps;  // where a rule for one or two numbers settles it; their numbers are cells
};

// Of a covered cell; `mines` below 0 for no count. Garbage where the budget ends first.
Explanation explain(const Surface& surface, const std::uint8_t* cells, std::int64_t mines, std::uint32_t cell,
                    Budget& budget, BoardModel& board_model);

struct BoardConflict {
    bool is_proved = false, needs_count = false;  // whether the mine count is needed beside the numbers
    std::vector<std::uint32_t> because;
};

BoardConflict conflict(const Surface& surface, const std::uint8_t* cells, std::int64_t mines, Budget& budget,
                       BoardModel& board_model);

}  // namespace passatempo::minesweeper::reasons
