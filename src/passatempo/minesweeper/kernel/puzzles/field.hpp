// A plain field: who lies next to whom, where the mines lie, and how many of them each cell sees.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "game/field.hpp"

namespace passatempo::minesweeper::puzzles {

// The cells of a rectangle, each beside the eight around it.
class Plain {
public:
    Plain(std::uint32_t rows, std::uint32_t columns);
    std::uint32_t size() const { return near_.size(); }
    std::uint32_t columns() const { return surface_.columns(); }
    const Surface& surface() const { return surface_; }
    std::span<const std::uint32_t> near(std::uint32_t cell) const { return near_.of(cell); }

private:
    Surface surface_;
    game::Near near_;
};

// Mines can be moved; the numbers, and the buried mines, whose neighbours are all mines, follow.
class Field {
public:
    Field(const Plain& plain, std::vector<std::uint8_t> mine);
    const Plain& plain() const { return plain_; }
    bool mine(std::uint32_t cell) const { return mine_[cell] != 0; }
    std::uint8_t number(std::uint32_t cell) const { return number_[cell]; }
    const std::vector<std::uint8_t>& all() const { return mine_; }
    std::uint32_t mines() const { return mines_; }
    std::uint32_t buried() const { return buried_; }
    void move(std::uint32_t from, std::uint32_t to);

private:
    bool is_buried(std::uint32_t cell) const { return mine_[cell] && number_[cell] == plain_.near(cell).size(); }
    void set(std::uint32_t cell, bool is_mine);

    const Plain& plain_;
    std::vector<std::uint8_t> mine_, number_;
    std::uint32_t mines_ = 0, buried_ = 0;
};

}  // namespace passatempo::minesweeper::puzzles
