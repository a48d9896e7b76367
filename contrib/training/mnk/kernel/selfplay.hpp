// Games of the engine against itself, from which the weights are fitted.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "budget.hpp"
#include "iterative_deepening.hpp"

namespace passatempo::mnk {

// A position that a search evaluated: the marks of both players in turns, and what a short search says of it for the
// side to move.
struct Leaf {
    std::vector<Cell> moves;
    std::int16_t value = 0;
};

struct Game {
    std::vector<Cell> moves;
    std::uint32_t opening = 0;         // moves that were given, up to the last that was drawn by lot
    std::vector<std::int16_t> values;  // of each later position, for the side to move
    int winner = -1;                   // 0, 1, or -1 for a draw
    std::vector<Leaf> leaves;          // of the searches of every other move
};

// The cells after moves of both players in turns, as for Board::set.
std::vector<std::uint8_t> cells_of(std::span<const Cell> moves, int size);

// One game with `nodes` a move; it ends as soon as a forced win is seen. It goes on from `start`, or where none is
// given from an opening drawn by `seed`, with further moves drawn by lot in three of five games.
Game self_play(Engine& engine, const std::vector<Cell>& start, std::uint64_t seed, std::uint64_t nodes, Budget& budget);

}  // namespace passatempo::mnk
