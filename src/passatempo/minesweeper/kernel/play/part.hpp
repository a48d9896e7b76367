// A part of the frontier: numbers and the groups of cells that they see, with nothing in common with other parts.
#pragma once

#include <cstdint>
#include <vector>

#include "board/frontier.hpp"

namespace passatempo::minesweeper::play {

// A group is a set of cells that are seen by the same numbers.
struct Part {
    std::vector<std::uint32_t> number;  // the cells of the numbers
    std::vector<int> missing;           // of each number, its mines among the cells of the part
    Lists cells;                        // of each group
    Lists numbers;                      // of each group, its numbers as indices, ascending

    std::uint32_t groups() const { return cells.size(); }
    void clear() {
        number.clear();
        missing.clear();
        cells.clear();
        numbers.clear();
    }
};

}  // namespace passatempo::minesweeper::play
