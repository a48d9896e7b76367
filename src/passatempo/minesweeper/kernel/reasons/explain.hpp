// Explains why a cell is certain, by the easiest rule that decides it, and why a board has no layout.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/board_model.hpp"
#include "puzzles/human_solver.hpp"
#include "reasons/deduction.hpp"

namespace passatempo::minesweeper::reasons {

using puzzles::Level;

struct Explanation {
    std::uint32_t cell = none;
    bool mine = false;
    Level level = Level::single;
    std::vector<std::uint32_t> because;  // cells of a minimal set of numbers, ascending
    std::vector<puzzles::RuleApplication>
        steps;  // if a rule for one or two numbers decides it; numbers and cells are those of the board
};

struct BoardExplanation {
    LayoutState state = LayoutState::stopped;
    std::vector<Explanation> cells;  // the easiest rule first
};

// Explains the certain cells among `wanted_cells`, or all certain cells if none is wanted. `mines` is below 0 without a
// count. If the budget ends, some explanations are missing.
BoardExplanation explain(const Surface& surface, const std::uint8_t* cells, std::int64_t mines,
                         std::span<const std::uint32_t> wanted_cells, Budget& budget, BoardModel& board_model);

struct BoardConflict {
    bool is_proved = false, needs_count = false;  // whether the proof needs the mine count
    std::vector<std::uint32_t> because;
};

BoardConflict conflict(const Surface& surface, const std::uint8_t* cells, std::int64_t mines, Budget& budget,
                       BoardModel& board_model);

}  // namespace passatempo::minesweeper::reasons
