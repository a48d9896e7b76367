// The windows of k cells in which a side can still complete a line.
#pragma once

#include <cstdint>
#include <vector>

#include "budget.hpp"
#include "rules/rules.hpp"

namespace passatempo::mnk::play {

struct Line {
    std::uint64_t cells = 0;  // its places
    std::int32_t empty = 0;   // all of its empty cells, also those that are no places
    bool open_to_x = false, open_to_o = false;
    auto operator<=>(const Line&) const = default;
};

// Each line with a place once, or fewer where the budget came first; `places` are empty cells, at most 64.
std::vector<Line> open_lines(const rules::Rules& rules, const rules::Marking& cells, const rules::Cells& places,
                             Budget& budget);

// The empty cells whose windows hold most marks, at most so many; with gravity those that are reached first.
rules::Cells heaviest(const rules::Rules& rules, const rules::Marking& cells, std::size_t most, Budget& budget);

}  // namespace passatempo::mnk::play
