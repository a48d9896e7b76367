// The longest paths of a component for all starts at once, by dynamic programming over a moving frontier (simpath).
//
// Cells are processed one after the other. Of a set of path pieces among the processed cells only this matters: how
// each cell of the frontier (processed, with unprocessed neighbours) stands, and which ends belong together.
// A piece gets the start S or the end T of the path when an end of it leaves the frontier. (Knuth's simpath, The Art of
// Computer Programming 4A, 7.1.4, with a start and an end joined to every cell.)
#pragma once

#include <cstddef>

#include "component.hpp"
#include "order.hpp"

namespace passatempo::optimiza {

// What a sweep found, or that a limit of the budget came first.
struct SweepResult {
    bool is_finished = false;
    bool is_complete = false;       // no state was given up
    std::int64_t lost_surplus = 0;  // else no sum is greater than what was asked for by more than this
};

// More than any sum: of a start of which no path is wanted.
constexpr std::int64_t unwanted = -nothing / 4;

// What is asked for. Paths from s with a smaller sum than least[s] may be missed: what no start is in want of need not
// be looked for. Of a layer at most `beam_width` states are kept, those that promise most.
template <class W>
struct SweepRequest {
    const Graph& graph;
    const std::vector<Step>& steps;
    const std::vector<W>& exit_weights;
    const std::vector<std::int64_t>& thresholds;
    std::size_t beam_width;
};

// `paths`, if wanted, gets a path for every start whose best is at least the least asked for (not for tallies).
template <class W>
SweepResult solve_frontier(const SweepRequest<W>& asked, std::vector<W>& best, std::vector<Cells>* paths,
                           Budget& budget);

// The same over the paths that cannot go on: all neighbours of their end are used.
SweepResult solve_maximal(const SweepRequest<Best>& request, std::vector<Best>& best, Budget& budget);

}  // namespace passatempo::optimiza
