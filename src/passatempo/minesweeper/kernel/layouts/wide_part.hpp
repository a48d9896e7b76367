// Parts of a board as the solver for wide boards reads them.
#pragma once

#include <cstdint>
#include <vector>

#include "board/prepared_board.hpp"
#include "cdcl/backbone.hpp"

namespace passatempo::minesweeper {

struct WidePart {
    // Parts together, with `fewest` to `most` mines on them.
    WidePart(const PreparedBoard& prepared, const std::vector<std::uint32_t>& parts, std::int64_t fewest,
             std::int64_t most);

    std::vector<std::uint32_t> variables;  // of the network's cells
    cdcl::Network network;
    std::vector<std::uint8_t> layout;  // by lay_wide: 1 for a mine
};

// Find one layout.
cdcl::Verdict lay_wide(WidePart& part, Budget& budget);

}  // namespace passatempo::minesweeper
