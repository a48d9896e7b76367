// The choice among moves that are proved to keep a value: a win as short as can be, else the best trap.
#pragma once

#include <cstdint>
#include <vector>

#include "results.hpp"
#include "rules/rules.hpp"
#include "traps/oracle.hpp"

namespace passatempo::mnk::traps {

// The marks of a board as its side to move sees them.
Marks marks_of(const rules::Marking& cells);

// The moves whose value is found within so many nodes each; no plies of ends further than four moves away.
std::vector<GradedMove> grades(Oracle& oracle, const Marks& marks, std::uint64_t most);

// The moves that keep a value; of won ones the shortest, of lost ones the longest first. Lost moves whose end everybody
// sees are left out where there are others.
std::vector<int> keeping(const std::vector<GradedMove>& graded, int value);

// Of moves that keep the value, the likeliest first, that of which most may be hoped. `nodes`: of each look.
int best_trap(Oracle& oracle, const rules::Rules& rules, const rules::Marking& cells, const std::vector<int>& moves,
              const Budget& budget);

}  // namespace passatempo::mnk::traps
