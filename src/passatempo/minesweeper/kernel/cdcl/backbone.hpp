// Constraint networks of any board, and the backbone (the safe cells and the certain mines) of networks too wide to
// count.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "budget.hpp"

namespace passatempo::minesweeper::cdcl {

// Scope k holds the covered cells next to number k, each once. Exactly needs[k] of them are mines.
struct ConstraintNetwork {
    std::int32_t cells = 0;  // numbered from 0
    std::vector<std::size_t> scope_starts{
        0};  // scope k is members[scope_starts[k]] .. members[scope_starts[k + 1] - 1]
    std::vector<std::int32_t> members;
    std::vector<std::int32_t> needs;

    // Bounds on the mines of all cells. They are equal if a count covers exactly these cells. With u other cells next
    // to no number, a count of m gives m - u .. m.
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

enum class BackboneState : std::uint8_t { unknown = 0, safe = 1, mine = 2, either = 3 };  // unknown: the budget ended

struct Resolution {
    Verdict consistent = Verdict::stopped;
    std::vector<BackboneState> fates;  // of each cell; safe and mine are proved only if a layout exists
    std::vector<std::uint8_t> layout;  // a layout if consistent, 1 for a mine
    std::uint64_t questions = 0;       // queries to the solver
    std::uint64_t conflicts = 0;
};

// The result is exact and includes the bounds on all mines. If these are tight and the board is wide, the search may
// exceed its budget. A node of the budget is a decision or a conflict.
// After a first layout, each cell with one value so far is queried for the other. The search changes the known layout
// outwards from the cell, so its cost does not grow with the board. Every layout found answers for all the cells that
// it changes. Cells with the same numbers share a result.
Resolution resolve(const ConstraintNetwork& network, Budget& budget);

}  // namespace passatempo::minesweeper::cdcl
