// One layout (configuration, solution) of a board, and wide parts as networks for the CDCL solver.
#pragma once

#include <cstdint>
#include <vector>

#include "board/board_model.hpp"
#include "cdcl/backbone.hpp"

namespace passatempo::minesweeper {

struct Layout {
    LayoutState state = LayoutState::consistent;
    std::vector<std::uint32_t> variables;  // variables that are mines, besides those found by unit propagation
    std::uint64_t free_mines = 0;          // mines next to no number
};

// Chooses mines for a prepared board. Without a count, parts with more than `state_limit` states go to the CDCL
// solver.
Layout lay(BoardModel& board_model, std::uint64_t state_limit, Budget& budget);

struct WidePart {
    // Joins parts with `min_mines` to `max_mines` mines in total.
    WidePart(const BoardModel& board_model, const std::vector<std::uint32_t>& parts, std::int64_t min_mines,
             std::int64_t max_mines);

    std::vector<std::uint32_t> variables;
    cdcl::ConstraintNetwork network;
    std::vector<std::uint8_t> layout;  // set by `lay_wide`, 1 for a mine
};

// Finds one layout.
cdcl::Verdict lay_wide(WidePart& part, Budget& budget);

}  // namespace passatempo::minesweeper
