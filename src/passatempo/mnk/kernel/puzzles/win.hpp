// A position with a unique first move of a shortest win: the first such position of a bad player's game with himself.
#pragma once

#include <cstdint>
#include <vector>

#include "budget.hpp"

namespace passatempo::mnk::puzzles {

struct BoardSize {
    int m, n, k;
};

struct WinPuzzle {
    std::vector<std::uint8_t> cells;  // in reading order: 0 empty, 1 X, 2 O; empty if the game has no such position
    int first_move = -1;              // the only first move
    std::uint64_t random_state = 0;   // of the stream after the game
};

// Draw a win in `moves` own moves, at least 2, on a board of at most 512 cells. The game is given up if its proofs
// exceed `most` nodes together. Discard the result if the budget ended first.
WinPuzzle draw_win(const BoardSize& board, int moves, std::uint64_t most, std::uint64_t state, Budget& budget);

}  // namespace passatempo::mnk::puzzles
