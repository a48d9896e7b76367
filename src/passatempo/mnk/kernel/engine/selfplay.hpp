// Games of the engine against itself, from which the weights are fitted.
#pragma once

#include <cstdint>
#include <vector>

#include "budget.hpp"
#include "iterative_deepening.hpp"

namespace passatempo::mnk {

struct Game {
    std::vector<Cell> moves;
    std::uint32_t opening = 0;         // moves that were drawn by lot
    std::vector<std::int16_t> values;  // of each later position, for the side to move
    int winner = -1;                   // 0, 1, or -1 for a draw
};

// One game from an opening drawn by `seed`, with `nodes` a move; it ends as soon as a forced win is seen.
Game self_play(Engine& engine, std::uint64_t seed, std::uint64_t nodes, Budget& budget);

}  // namespace passatempo::mnk
