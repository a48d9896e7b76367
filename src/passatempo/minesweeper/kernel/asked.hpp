// What a browser asks about: boards as the faces of the modules name their fields.
#pragma once

#include <cstdint>

#include "board/prepared_board.hpp"
#include "board/variants.hpp"
#include "refuse.hpp"

namespace passatempo::minesweeper::asked {

Surface surface_of(const auto& it) {
    return minesweeper::surface_of(it.rows, it.columns, static_cast<Variant>(it.variant));
}

std::uint32_t size_of(const auto& it) { return it.rows * it.columns; }

// The surface of a board whose cells fill it, and whose numbers can be.
Surface checked(const auto& board) {
    if (board.cells.size() != size_of(board)) refuse("cells: one for each cell of the board is needed");
    for (const std::uint8_t code : board.cells)
        if (code > most_neighbours && code < unknown)
            refuse("cells: a number, or a covered or an unknown cell is needed");
    if (board.mines > std::int64_t{size_of(board)}) refuse("mines: more than there are cells");
    return surface_of(board);
}

}  // namespace passatempo::minesweeper::asked
