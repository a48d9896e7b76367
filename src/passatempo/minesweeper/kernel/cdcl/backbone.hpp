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
struct Network {
    std::int32_t cells = 0;              // numbered from 0
    std::vector<std::size_t> starts{0};  // scope k is members[starts[k]] .. members[starts[k + 1] - 1]
    std::vector<std::int32_t> members;
    std::vector<std::int32_t> needs;

    // Bounds on the mines of all cells together: both the same for a count that covers just these cells; with u further
    // cells beside no number, a count of m mines leaves m - u .. m.
    std::int64_t fewest = 0;
    std::int64_t most = std::numeric_limits<std::int32_t>::max();

    void add(std::span<const std::int32_t> scope, std::int32_t need) {
        members.insert(members.end(), scope.begin(), scope.end());
        starts.push_back(members.size());
        needs.push_back(need);
    }

    std::int32_t numbers() const { return needs.size(); }
    bool counted() const { return fewest > 0 || most < cells; }

    std::span<const std::int32_t> scope(std::int32_t number) const {
        assert(number >= 0 && number < numbers());
        const std::size_t at = number;
        return {members.data() + starts[at], starts[at + 1] - starts[at]};
    }
};

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
