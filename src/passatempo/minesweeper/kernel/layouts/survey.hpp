// The chances of all cells in floating point; which are 0 and which are 1 is exact.
#pragma once

#include <cstdint>
#include <vector>

#include "board/prepared_board.hpp"

namespace passatempo::minesweeper {

struct Survey {
    State state = State::consistent;
    std::vector<Mark> group;     // of each group of the board
    std::vector<double> chance;  // of each group; not a number where its part is too wide to be counted
    Mark other = Mark::open;     // of the cells next to no number
    double other_chance = 0;
    double log2_layouts = 0;  // where no part is too wide
};

// Survey a prepared board; without `chances` the marks alone, where that is quicker. Without a count parts may have
// `most` states.
Survey survey(PreparedBoard& prepared, bool chances, std::uint64_t most, Budget& budget);

}  // namespace passatempo::minesweeper
