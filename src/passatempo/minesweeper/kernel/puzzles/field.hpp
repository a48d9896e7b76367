// A plain field: neighbourhoods, mines, and the number of mines around each cell.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "game/field.hpp"

namespace passatempo::minesweeper::puzzles {

// A rectangle of cells, each with the eight around it as neighbours.
class RectangleGrid {
public:
    RectangleGrid(std::uint32_t rows, std::uint32_t columns);
    std::uint32_t size() const { return neighbours_.size(); }
    std::uint32_t columns() const { return surface_.columns(); }
    const Surface& surface() const { return surface_; }
    std::span<const std::uint32_t> neighbours(std::uint32_t cell) const { return neighbours_.of(cell); }

private:
    Surface surface_;
    game::Near neighbours_;
};

// Mines can be moved. The numbers and the buried mines (those with only mines around them) are updated.
class PuzzleField {
public:
    PuzzleField(const RectangleGrid& grid, std::vector<std::uint8_t> mine);
    const RectangleGrid& grid() const { return grid_; }
    bool mine(std::uint32_t cell) const { return mine_[cell] != 0; }
    std::uint8_t number(std::uint32_t cell) const { return cell_numbers_[cell]; }
    const std::vector<std::uint8_t>& mine_map() const { return mine_; }
    std::uint32_t mines() const { return mines_; }
    std::uint32_t interior_mines() const { return interior_mines_; }
    void move_mine(std::uint32_t from, std::uint32_t to);

private:
    bool is_interior(std::uint32_t cell) const {
        return mine_[cell] && cell_numbers_[cell] == grid_.neighbours(cell).size();
    }
    void set_mine(std::uint32_t cell, bool is_mine);

    const RectangleGrid& grid_;
    std::vector<std::uint8_t> mine_, cell_numbers_;
    std::uint32_t mines_ = 0, interior_mines_ = 0;
};

}  // namespace passatempo::minesweeper::puzzles
