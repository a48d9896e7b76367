// A position with one safe cell: a random one, thinned out.
#pragma once

#include <cstdint>
#include <vector>

#include "budget.hpp"
#include "puzzles/field.hpp"
#include "random.hpp"

namespace passatempo::minesweeper::puzzles {

struct Thinned {
    std::uint32_t safe = none;        // the only safe cell; none where the attempt failed
    std::vector<std::uint8_t> cells;  // the position
};

// Lay mines, open some cells, and cover what can be covered, one attempt; garbage where the budget ends first.
Thinned thin_out(const Plain& plain, std::uint32_t mines, Stream& stream, Budget& budget);

}  // namespace passatempo::minesweeper::puzzles
