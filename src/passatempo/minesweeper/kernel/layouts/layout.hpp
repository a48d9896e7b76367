// One layout (configuration, solution) of a board, and its wide parts as the solver for them reads them.
#pragma once

#include <cstdint>
#include <vector>

#include "board/board_model.hpp"
#include "cdcl/backbone.hpp"

namespace passatempo::minesweeper {

struct Layout {
    LayoutState state = LayoutState::consistent;
    std::vector<std::uint32_t> variables;  // that are mines, beside those settled by unit propagation
    std::uint64_t free_mines = 0;          // mines that lie next to no number
};

// Choose mines for a prepared board; without a count parts may have `state_limit` states, wider ones are left to the
// wide solver.
Layout lay(BoardModel& board_model, std::uint64_t state_limit, Budget& budget);

struct WidePart {
    // Parts together, with `min_mines` to `max_mines` mines on them.
    WidePart(const BoardModel& board_model, const std::vector<std::uint32_t>& parts, std::int64_t min_mines,
             std::int64_t max_mines);

    std::vector<std::uint32_t> variables;  // of the network's cells
    cdcl::ConstraintNetwork network;
    std::vector<std::uint8_t> layout;  // by lay_wide: 1 for a mine
};

// Find one layout.
cdcl::Verdict lay_wide(WidePart& part, Budget& budget);

}  // namespace passatempo::minesweeper
