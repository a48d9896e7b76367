// Numbers over cells, whatever the board: what the solver for wide boards reads.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

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

}  // namespace passatempo::minesweeper::cdcl
