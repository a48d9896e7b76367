// The longest paths of a component for all starts at once, by dynamic programming over a moving frontier (simpath).
//
// Cells are processed one after the other. Of a set of path pieces among the processed cells only this matters: how
// each cell of the frontier (processed, with unprocessed neighbours) stands, and which ends belong together.
// A piece gets the start S or the end T of the path when an end of it leaves the frontier. (Knuth's simpath, The Art of
// Computer Programming 4A, 7.1.4, with a start and an end joined to every cell.)
#pragma once

#include <cstddef>

#include "component.hpp"

namespace passatempo::optimiza {

// False where a limit of the budget, or more than `states` states, came first.
// Paths of a smaller sum than `least` may be missed: what no start is in want of need not be looked for.
// `paths`, if wanted, gets a path for every start (not for tallies).
template <class W>
bool solve_frontier(const Graph& graph, const std::vector<W>& exit, std::vector<W>& best, std::vector<Cells>* paths,
                    std::int64_t least, std::size_t states, Budget& budget);

}  // namespace passatempo::optimiza
