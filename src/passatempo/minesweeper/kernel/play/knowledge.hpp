// The neighbourhoods of a game, and the knowledge of a player: the numbers seen so far and what single numbers imply.
// The player never sees a layout. Algorithm: unit propagation
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/frontier.hpp"
#include "board/surface.hpp"

namespace passatempo::minesweeper::play {

// Play packs a number into four bits and weights into doubles, hence these limits.
constexpr std::uint32_t most_seen = 15, most_cells = 1000;

class Neighbourhoods {
public:
    explicit Neighbourhoods(const Surface& surface);
    std::uint32_t size() const { return neighbours_.size(); }
    std::uint32_t columns() const { return columns_; }
    std::span<const std::uint32_t> neighbours(std::uint32_t cell) const {
        return {neighbours_.begin(cell), neighbours_.end(cell)};
    }
    std::span<const std::uint32_t> observers(std::uint32_t cell) const {
        return {observers_.begin(cell), observers_.end(cell)};
    }
    bool sees(std::uint32_t cell, std::uint32_t other) const;
    bool fits() const;  // whether no cell sees too many

private:
    std::uint32_t columns_;
    SparseLists neighbours_, observers_;  // ascending
};

enum class CellKnowledge : std::uint8_t { unknown = 0, safe = 1, mine = 2, open = 3 };

class Knowledge {
public:
    explicit Knowledge(const Neighbourhoods& neighbourhoods) : neighbourhoods_(&neighbourhoods) {}

    void start(std::uint32_t mines);                            // all cells are covered
    void open_cell(std::uint32_t cell, std::uint8_t number);    // a number, or `unknown` if it is hidden
    void assign(std::uint32_t cell, bool is_mine);              // an unknown cell, by external proof
    void propagate();                                           // applies single numbers until nothing follows
    std::vector<std::uint32_t>& safe_cells() { return safe_; }  // in the order found

    const Neighbourhoods& neighbourhoods() const { return *neighbourhoods_; }
    CellKnowledge fact(std::uint32_t cell) const { return cell_facts_[cell]; }
    bool is_unknown(std::uint32_t cell) const { return cell_facts_[cell] == CellKnowledge::unknown; }
    bool is_number(std::uint32_t cell) const {
        return cell_facts_[cell] == CellKnowledge::open && cell_numbers_[cell] < flag - 1;
    }
    // The unknown neighbours and the known mines around any cell, and the mines that a number misses.
    int unknown_neighbours(std::uint32_t cell) const { return unknown_neighbours_[cell]; }
    int mine_neighbours(std::uint32_t cell) const { return mine_neighbours_[cell]; }
    int missing_mines(std::uint32_t cell) const { return int{cell_numbers_[cell]} - mine_neighbours_[cell]; }
    int mines_left() const { return mines_left_; }
    std::uint32_t unknown_cells() const { return unknown_cells_; }
    std::uint32_t closed_cells() const { return closed_cells_; }
    bool is_sound() const { return is_sound_; }  // false once a number is impossible

private:
    void check_number(std::uint32_t cell);

    const Neighbourhoods* neighbourhoods_;
    std::vector<CellKnowledge> cell_facts_;
    std::vector<std::uint8_t> cell_numbers_, unknown_neighbours_, mine_neighbours_;
    std::vector<std::uint32_t> safe_, queue_;
    int mines_left_ = 0;
    std::uint32_t unknown_cells_ = 0, closed_cells_ = 0;
    bool is_sound_ = true;
};

}  // namespace passatempo::minesweeper::play
