// The longest paths of a component for all starts at once, by dynamic programming over a moving frontier (simpath).
//
// Cells are processed one after the other. A set of path pieces among the processed cells is reduced to the role of
// each frontier cell (processed, with unprocessed neighbours) and the pairing of the ends.
// A piece gets the start S or the end T of the path when an end of it leaves the frontier. (Knuth's simpath, The Art of
// Computer Programming 4A, 7.1.4, with a start and an end joined to every cell.)
#pragma once

#include <cstddef>

#include "component.hpp"
#include "order.hpp"

namespace passatempo::optimiza {

// The result of a sweep, which is unfinished if the budget is spent first.
struct SweepResult {
    bool is_finished = false;
    bool is_complete = false;       // no state was discarded
    std::int64_t lost_surplus = 0;  // otherwise no sum exceeds its threshold by more than this
};

// The threshold of a start that needs no path. It exceeds any sum.
constexpr std::int64_t unwanted = -nothing / 4;

// The input of a sweep. Paths from s with a sum below thresholds[s] may be missed, because no start needs them.
// Each layer keeps at most `beam_width` states, those of greatest surplus.
template <class W>
struct SweepRequest {
    const Graph& graph;
    const std::vector<Step>& steps;
    const std::vector<W>& exit_weights;
    const std::vector<std::int64_t>& thresholds;
    std::size_t beam_width;
};

// `paths`, unless null, gets a path for every start whose best reaches its threshold (not when counting).
template <class W>
SweepResult solve_frontier(const SweepRequest<W>& sweep_request, std::vector<W>& best, std::vector<Cells>* paths,
                           Budget& budget);

// Solve for paths that cannot go on, because all neighbours of their end are used.
SweepResult solve_maximal(const SweepRequest<Best>& request, std::vector<Best>& best, Budget& budget);

}  // namespace passatempo::optimiza
