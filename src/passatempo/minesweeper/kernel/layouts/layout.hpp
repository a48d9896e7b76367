// One layout (configuration, solution) of a board.
#pragma once

#include <cstdint>
#include <vector>

#include "board/prepared_board.hpp"

namespace passatempo::minesweeper {

struct Layout {
    State state = State::consistent;
    std::vector<std::uint32_t> variables;  // that are mines, beside those settled by unit propagation
    std::uint64_t free = 0;                // mines that lie next to no number
};

// Choose mines for a prepared board; without a count parts may have `most` states, wider ones are left to the wide
// solver.
Layout lay(PreparedBoard& prepared, std::uint64_t most, Budget& budget);

}  // namespace passatempo::minesweeper
