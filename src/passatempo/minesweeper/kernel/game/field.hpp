// The field of a game: neighbourhoods, mines, and the fewest clicks that win it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/frontier.hpp"
#include "board/surface.hpp"

namespace passatempo::minesweeper::game {

// The cells that each cell sees, in the order of the surface.
class Near {
public:
    Near() = default;
    explicit Near(const Surface& surface);
    std::uint32_t size() const { return lists_.size(); }
    std::span<const std::uint32_t> of(std::uint32_t cell) const { return {lists_.begin(cell), lists_.end(cell)}; }

private:
    SparseLists lists_;
};

using Cells = std::vector<std::uint8_t>;  // visible codes, or 1 for a mine; one byte per cell

std::uint8_t number(const Near& near, const Cells& mine, std::uint32_t cell);

// Opens cells without a mine, and around each zero all cells without a flag.
void spread(const Near& near, const Cells& mine, Cells& cells, std::vector<std::uint32_t> cell_stack);

// Counts one click per opening of zeros, and one per number that touches none.
std::uint32_t three_bv(const Near& near, const Cells& mine);

}  // namespace passatempo::minesweeper::game
