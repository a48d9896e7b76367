// Minefields for paper: numbers on a fixed board that leave one layout, and the rounds that settle it.
#pragma once

#include <cstdint>
#include <vector>

#include "budget.hpp"
#include "puzzles/field.hpp"
#include "puzzles/human_solver.hpp"
#include "random.hpp"

namespace passatempo::minesweeper::puzzles {

struct Minefield {
    bool is_settled = false;  // whether the allowed rules settle every covered cell
    std::vector<std::uint8_t> mine, cells;
};

// Lays mines, gives numbers in pairs under the half-turn and covers as many pairs as possible, in one attempt. Without
// a mine count, so `Level::chain` allows all rules. The result is undefined if the budget ends first.
Minefield make_minefield(const RectangleGrid& grid, std::uint32_t mines, Level hardest, Stream& stream, Budget& budget);

// The covered cells that a set of numbers settles in a round; all sets of a round have the same size.
struct Settlement {
    std::uint32_t round;
    std::vector<std::uint32_t> open, mines, because;  // cells; `because` is ascending
};

// Settles a board whose layout is known, round by round, each time by the smallest sets of numbers that settle a cell.
// Known cells leave the board. Ends where sets of `most_numbers` settle nothing.
constexpr std::size_t most_numbers = 6;  // nobody looks at more with a pencil
std::vector<Settlement> settle_rounds(const Surface& surface, std::vector<std::uint8_t> cells,
                                      const std::vector<std::uint8_t>& mine, Budget& budget);

}  // namespace passatempo::minesweeper::puzzles
