// A position with one first move of a shortest win: the first one in a game of a bad player against himself.
#pragma once

#include <cstdint>
#include <vector>

#include "budget.hpp"

namespace passatempo::mnk::puzzles {

struct BoardSize {
    int m, n, k;
};

struct WinPuzzle {
    std::vector<std::uint8_t> cells;  // in reading order: 0 empty, 1 X, 2 O; none where the game has no such position
    int first_move = -1;              // the only first move
    std::uint64_t random_state = 0;   // of the stream after it
};

// `moves`: own moves of the win, at least 2. The proofs of one game may take `most` nodes together, then it is given
// up. At most 512 cells. To be thrown away where the budget ended first.
WinPuzzle draw_win(const BoardSize& board, int moves, std::uint64_t most, std::uint64_t state, Budget& budget);

}  // namespace passatempo::mnk::puzzles
