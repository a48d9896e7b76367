// A board ready to be counted: what single numbers settle, the parts of the rest, and their diagrams.
#pragma once

#include <cstdint>
#include <vector>

#include "budget.hpp"
#include "diagram.hpp"
#include "frontier.hpp"
#include "parts.hpp"

namespace passatempo::minesweeper {

struct Position {
    Frontier frontier;
    Parts parts;
    std::vector<Diagram> diagrams;        // of each part; without a state where it is too wide
    std::vector<std::uint32_t> too_wide;  // parts
    std::uint64_t free = 0;               // covered cells next to no number
    bool has_count = false;
    std::int64_t left = 0;                // with a count: mines for the parts and the free cells

    std::uint64_t cells() const;  // undecided ones, free ones included
};

enum class State { consistent = 0, contradictory = 1, stopped = 2 };

// Prepare a board; `mines` below 0 for no count, `claimed` a cell that is to be a mine, or none. Every diagram has at
// most `most` states and coefficients.
State prepare(const Surface& surface, const std::uint8_t* cells, std::int64_t mines, std::uint32_t claimed, std::uint64_t most,
              Budget& budget, Position& position);

}  // namespace passatempo::minesweeper
