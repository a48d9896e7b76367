// Why is a cell certain, or a board contradictory, once the mines are counted? A minimal set of numbers that says so.
//
// For a conflict-driven solver a mine count is a pigeonhole proof, which does not end. But counting layouts is cheap:
// so numbers are left out, one after the other, and the rest is counted anew.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/board_model.hpp"

namespace passatempo::minesweeper {

// What numbers are to refute: a layout with this value in a cell; without a cell any layout at all.
struct Claim {
    std::uint32_t cell = none;
    bool mine = false;
};

struct MinimalReasons {
    LayoutState state = LayoutState::stopped;  // contradictory: refuted; consistent: there is such a layout
    std::vector<std::uint32_t> cells;          // of the numbers that refute it, none of which is needless
};

// Look for such a set among the numbers at some cells; the first of them are left out first. All other numbers of the
// board are left out of account.
MinimalReasons find_minimal_reasons(const Surface& surface, const std::uint8_t* cells, std::int64_t mines, Claim claim,
                                    std::span<const std::uint32_t> candidate_cells, Budget& budget,
                                    BoardModel& board_model);

// The cells of all numbers, those far from a cell first.
std::vector<std::uint32_t> numbers_by_distance(const Surface& surface, const std::uint8_t* cells, std::uint32_t cell);

}  // namespace passatempo::minesweeper
