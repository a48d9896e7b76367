// The ground of a game: for each cell, the cells that it sees and those that see it.
#pragma once

#include <cstdint>
#include <span>

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

}  // namespace passatempo::minesweeper::play
