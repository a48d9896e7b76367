// The chances of all cells in floating point; which are 0 and which are 1 is exact.
#pragma once

#include <cstdint>
#include <vector>

#include "position.hpp"

namespace passatempo::minesweeper {

struct Survey {
    State state = State::consistent;
    std::vector<Mark> group;     // of each group of the position
    std::vector<double> chance;  // of each group; not a number where its part is too wide to be counted
    Mark other = Mark::open;     // of the cells next to no number
    double other_chance = 0;
    double log2_layouts = 0;  // where no part is too wide
};

// Survey a prepared position; without `chances` the marks alone, where that is quicker. Without a count parts may have
// `most` states.
Survey survey(Position& position, bool chances, std::uint64_t most, Budget& budget);

}  // namespace passatempo::minesweeper
