// A part of a board as its numbers see it: variables are undecided covered cells, each number misses some mines among
// the variables around it.
//
// Components too wide to be counted go to `wide/wide.hpp`:
//
//     // Mark every variable; false where no layout exists. Where the budget ends first, marks stay `open`.
//     bool resolve(const Network& part, Budget& budget, std::vector<Mark>& marks);
#pragma once

#include <cstdint>
#include <vector>

namespace passatempo::minesweeper {

enum class Mark : std::uint8_t { open = 0, safe = 1, mine = 2 };

struct Network {
    std::uint32_t columns = 0;          // of the board: row and column of a variable are those of its cell
    std::vector<std::uint32_t> cell;    // the board's cell of each variable, ascending
    std::vector<std::uint16_t> missing; // of each number, the mines it still misses
    std::vector<std::uint32_t> start;   // number k sees the variables seen[start[k]] ... seen[start[k + 1] - 1]
    std::vector<std::uint32_t> seen;

    std::uint32_t variables() const { return static_cast<std::uint32_t>(cell.size()); }
    std::uint32_t numbers() const { return static_cast<std::uint32_t>(missing.size()); }
};

}  // namespace passatempo::minesweeper
