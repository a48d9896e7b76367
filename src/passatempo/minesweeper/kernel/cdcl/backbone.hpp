// The backbone, safe cells and sure mines, of boards too wide to count their layouts.
#pragma once

#include <cstdint>
#include <vector>

#include "budget.hpp"
#include "cdcl/network.hpp"

namespace passatempo::minesweeper::cdcl {

enum class Verdict : std::uint8_t { no = 0, yes = 1, stopped = 2 };

enum class Fate : std::uint8_t { unknown = 0, safe = 1, mine = 2, either = 3 };  // unknown: the budget ran out

struct Resolution {
    Verdict consistent = Verdict::stopped;
    std::vector<Fate> fates;  // of each cell, unless no layout exists; safe and mine are proved only where one does
    std::vector<std::uint8_t> layout;  // one that fits, 1 for a mine, if consistent
    std::uint64_t questions = 0;       // to the solver
    std::uint64_t conflicts = 0;
};

// Exact, with the bounds on all mines too; where these are tight and the board wide it may not end within the budget.
// A node of the budget is a decision or a conflict.
// One layout first; then for each cell that had one value so far, is there a layout with the other one? The search for
// it changes the known layout outwards from the cell, so its cost does not grow with the board; every layout found
// speaks for all the cells that it changes. Cells with the same numbers share their fate.
Resolution resolve(const Network& network, Budget& budget);

}  // namespace passatempo::minesweeper::cdcl
