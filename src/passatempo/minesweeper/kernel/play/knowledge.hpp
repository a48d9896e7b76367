// The ground of a game, which cells see which; and what a player knows: the numbers seen so far, and what single
// numbers settle. It never sees a layout. Algorithm: unit propagation
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/frontier.hpp"
#include "board/surface.hpp"

namespace passatempo::minesweeper::play {

// Play keeps a number in four bits, and its weights in doubles: no more neighbours, and no more cells.
constexpr std::uint32_t most_seen = 15, most_cells = 1000;

class Ground {
public:
    explicit Ground(const Surface& surface);
    std::uint32_t size() const { return near_.size(); }
    std::uint32_t columns() const { return columns_; }
    std::span<const std::uint32_t> near(std::uint32_t cell) const { return {near_.begin(cell), near_.end(cell)}; }
    std::span<const std::uint32_t> seers(std::uint32_t cell) const { return {seers_.begin(cell), seers_.end(cell)}; }
    bool sees(std::uint32_t cell, std::uint32_t other) const;
    bool fits() const;  // whether no cell sees too many

private:
    std::uint32_t columns_;
    Lists near_, seers_;  // ascending
};

enum class Fact : std::uint8_t { unknown = 0, safe = 1, mine = 2, open = 3 };

class Knowledge {
public:
    explicit Knowledge(const Ground& ground) : ground_(&ground) {}

    void start(std::uint32_t mines);                      // all cells are covered
    void open(std::uint32_t cell, std::uint8_t shown);    // a number, or `unknown` where nobody reads it
    void settle(std::uint32_t cell, bool is_mine);        // what was found elsewhere, of an unknown cell
    void spread();                                        // what single numbers settle
    std::vector<std::uint32_t>& safe() { return safe_; }  // the cells found safe, in the order found

    const Ground& ground() const { return *ground_; }
    Fact fact(std::uint32_t cell) const { return fact_[cell]; }
    bool is_unknown(std::uint32_t cell) const { return fact_[cell] == Fact::unknown; }
    bool is_number(std::uint32_t cell) const { return fact_[cell] == Fact::open && shown_[cell] < flag - 1; }
    // Of any cell: its unknown neighbours, and its known mines; of a number: the mines that it misses.
    int unknown_around(std::uint32_t cell) const { return unknown_around_[cell]; }
    int mines_around(std::uint32_t cell) const { return mines_around_[cell]; }
    int missing(std::uint32_t cell) const { return int{shown_[cell]} - mines_around_[cell]; }
    int mines_left() const { return mines_left_; }  // those not known
    std::uint32_t unknown_cells() const { return unknown_cells_; }
    std::uint32_t covered_cells() const { return covered_; }
    bool is_sound() const { return sound_; }  // false once a number cannot hold

private:
    void look(std::uint32_t cell);

    const Ground* ground_;
    std::vector<Fact> fact_;
    std::vector<std::uint8_t> shown_, unknown_around_, mines_around_;
    std::vector<std::uint32_t> safe_, queue_;
    int mines_left_ = 0;
    std::uint32_t unknown_cells_ = 0, covered_ = 0;
    bool sound_ = true;
};

}  // namespace passatempo::minesweeper::play
