// Numbers over cells, whatever the board, and the backbone (safe cells and sure mines) of those too wide to count their
// layouts.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "budget.hpp"

namespace passatempo::minesweeper::cdcl {

// Scope k holds the covered cells beside number k, each once; exactly needs[k] of them hold mines.
struct ConstraintNetwork {
    std::int32_t cells = 0;                    // numbered from 0
    std::vector<std::size_t> scope_starts{0};  // scope k is members[starts[k]] .. members[starts[k + 1] - 1]
    std::vector<std::int32_t> members;
    std::vector<std::int32_t> needs;

    // Bounds on the mines of all cells together: both the same for a count that covers just these cells; with u further
    // cells beside no number, a count of m mines leaves m - u .. m.
    std::int64_t min_mines = 0;
    std::int64_t max_mines = std::numeric_limits<std::int32_t>::max();

    void add_number(std::span<const std::int32_t> scope, std::int32_t need) {
        members.insert(members.end(), scope.begin(), scope.end());
        scope_starts.push_back(members.size());
        needs.push_back(need);
    }

    std::int32_t number_count() const { return needs.size(); }
    bool has_bounds() const { return min_mines > 0 || max_mines < cells; }

    std::span<const std::int32_t> scope(std::int32_t number) const {
        assert(number >= 0 && number < number_count());
        const std::size_t at = number;
        return {members.data() + scope_starts[at], scope_starts[at + 1] - scope_starts[at]};
    }
};

enum class Verdict : std::uint8_t { no = 0, yes = 1, stopped = 2 };

enum class BackboneState : std::uint8_t { unknown = 0, safe = 1, mine = 2, either = 3 };  // unknown: the budget ran out

struct Resolution {
    Verdict consistent = Verdict::stopped;
    std::vector<BackboneState>
        fates;  // of each cell, unless no layout exists; safe and mine are proved only where one does
    std::vector<std::uint8_t> layout;  // one that fits, 1 for a mine, if consistent
    std::uint64_t questions = 0;       // to the solver
    std::uint64_t conflicts = 0;
};

// Exact, with the bounds on all mines too; where these are tight and the board wide it may not end within the budget.
// A node of the budget is a decision or a conflict.
// One layout first; then for each cell that had one value so far, is there a layout with the other one? The search for
// it changes the known layout outwards from the cell, so its cost does not grow with the board; every layout found
// speaks for all the cells that it changes. Cells with the same numbers share their fate.
Resolution resolve(const ConstraintNetwork& network, Budget& budget);

}  // namespace passatempo::minesweeper::cdcl
