// Minimal sets of numbers that prove a cell certain or a board contradictory, with a mine count.
//
// For a CDCL solver a mine count is a pigeonhole problem, which it cannot finish. Counting layouts is cheap, so numbers
// are removed one after the other and the layouts of the rest are counted.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/board_model.hpp"

namespace passatempo::minesweeper {

// The claim to refute: a layout with this value in a cell, or any layout if there is no cell.
struct Claim {
    std::uint32_t cell = none;
    bool mine = false;
};

struct MinimalReasons {
    LayoutState state = LayoutState::stopped;  // contradictory: refuted; consistent: such a layout exists
    std::vector<std::uint32_t> cells;          // of a minimal set of numbers that refutes the claim
};

// Finds such a set among the numbers at some cells, the first of which are removed first. All other numbers of the
// board are ignored.
MinimalReasons find_minimal_reasons(const Surface& surface, const std::uint8_t* cells, std::int64_t mines, Claim claim,
                                    std::span<const std::uint32_t> candidate_cells, Budget& budget,
                                    BoardModel& board_model);

// Returns the cells of all numbers, the farthest from a cell first.
std::vector<std::uint32_t> numbers_by_distance(const Surface& surface, const std::uint8_t* cells, std::uint32_t cell);

}  // namespace passatempo::minesweeper
