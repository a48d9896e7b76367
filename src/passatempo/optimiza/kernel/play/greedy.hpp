// The levels of the newspaper on boards of any size: X backward from the cell of N, and Y, the best of this over all
// ends. On boards of at most 64 cells `Tiny` is quicker.
// Twin: optimiza/greedy.py
#pragma once

#include <cstdint>
#include <vector>

#include "budget.hpp"
#include "play/turns.hpp"

namespace passatempo::optimiza::play {

struct Greedy {
    std::int64_t x = 0, y = 0;
};

// To be thrown away where the budget ended first.
Greedy greedy(Numbers board, Budget& budget);

}  // namespace passatempo::optimiza::play
