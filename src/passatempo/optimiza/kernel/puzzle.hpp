// A random board for a puzzle: one path alone is best, and the levels of the newspaper differ.
#pragma once

#include <cstdint>
#include <vector>

#include "surface.hpp"

namespace passatempo::optimiza {

struct DrawnBoard {
    std::vector<std::uint8_t> cells;  // empty where none of the boards drawn will do
    int x = 0, y = 0, best = 0;
    std::uint64_t state = 0;  // of the random stream, after the last board
};

// The numbers of a board, ascending.
std::vector<std::uint8_t> sorted_cells(const Surface& surface);

// Draw up to `boards` boards of at most 64 cells, until one will do.
DrawnBoard draw_board(const Surface& surface, std::uint64_t state, int boards);

}  // namespace passatempo::optimiza
