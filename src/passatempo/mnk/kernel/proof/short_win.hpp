// The shortest win of the side to move on a board of any size: only the lines within reach count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "proof/lines.hpp"
#include "proof/watch.hpp"

namespace passatempo::mnk::proof {

struct ShortestWin {
    int moves = 0;           // of the winner; 0: none of at most so many, or the budget came
    std::vector<int> cells;  // the first moves
};

// `own` and `other`: live lines of both sides. `memory`: bytes of the tables at most.
ShortestWin short_win(std::size_t size, const std::vector<Line>& own, const std::vector<Line>& other, int most,
                      std::size_t memory, Budget& budget, Watch& watch);

}  // namespace passatempo::mnk::proof
