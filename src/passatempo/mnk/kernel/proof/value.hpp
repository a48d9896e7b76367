// What a position is worth by proof, asked as a board: lines that are still open, a short win first, then the value.
#pragma once

#include <cstdint>
#include <vector>

#include "budget.hpp"
#include "rules/rules.hpp"

namespace passatempo::mnk::proof {

struct Proved {
    int value = 2;  // for the side to move: 1, 0, -1, or 2: not known
    int plies = 0;  // to the end of a win, where it was asked or found at once
    rules::Cells cells;
    std::uint64_t nodes = 0, probes = 0;
};

// Rules without the options exact, misere and gravity; an open position. `shortest`: also the plies of a win and all
// moves that win as soon. `memory`: bytes of the tables.
Proved proved(const rules::Rules& rules, const rules::Marking& cells, bool shortest, std::size_t memory,
              Budget& budget);

}  // namespace passatempo::mnk::proof
