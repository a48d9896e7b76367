// One layout of a board.
#pragma once

#include <cstdint>
#include <vector>

#include "position.hpp"

namespace passatempo::minesweeper {

struct Layout {
    State state = State::consistent;
    std::vector<std::uint32_t> variables;  // that are mines
    std::uint64_t free = 0;                // mines that lie next to no number
};

// Choose mines for a prepared position.
Layout lay(const Position& position, Budget& budget);

}  // namespace passatempo::minesweeper
