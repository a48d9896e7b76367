// One layout (configuration, solution) of a board, and its wide parts as the solver for them reads them.
#pragma once

#include <cstdint>
#include <vector>

#include "board/prepared_board.hpp"
#include "cdcl/backbone.hpp"

namespace passatempo::minesweeper {

struct Layout {
    State state = State::consistent;
    std::vector<std::uint32_t> variables;  // that are mines, beside those settled by unit propagation
    std::uint64_t free = 0;                // mines that lie next to no number
};

// Choose mines for a prepared board; without a count parts may have `most` states, wider ones are left to the wide
// solver.
Layout lay(PreparedBoard& prepared, std::uint64_t most, Budget& budget);

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
