// Numbers are updated as mines move.
#include "puzzles/field.hpp"

#include <utility>

namespace passatempo::minesweeper::puzzles {

RectangleGrid::RectangleGrid(std::uint32_t rows, std::uint32_t columns)
    : surface_(rectangle(rows, columns)), neighbours_(surface_) {}

PuzzleField::PuzzleField(const RectangleGrid& grid, std::vector<std::uint8_t> mine)
    : grid_(grid), mine_(std::move(mine)), cell_numbers_(grid.size(), 0) {
    for (std::uint32_t cell = 0; cell < grid.size(); ++cell)
        if (mine_[cell]) {
            ++mines_;
            for (const std::uint32_t other : grid.neighbours(cell)) ++cell_numbers_[other];
        }
    for (std::uint32_t cell = 0; cell < grid.size(); ++cell) interior_mines_ += is_interior(cell);
}

void PuzzleField::set_mine(std::uint32_t cell, bool is_mine) {
    interior_mines_ -= is_interior(cell);
    for (const std::uint32_t other : grid_.neighbours(cell)) interior_mines_ -= is_interior(other);
    mine_[cell] = is_mine;
    for (const std::uint32_t other : grid_.neighbours(cell)) {
        if (is_mine) ++cell_numbers_[other];
        else --cell_numbers_[other];
        interior_mines_ += is_interior(other);
    }
    interior_mines_ += is_interior(cell);
}

void PuzzleField::move_mine(std::uint32_t from, std::uint32_t to) {
    set_mine(from, false);
    set_mine(to, true);
}

}  // namespace passatempo::minesweeper::puzzles
