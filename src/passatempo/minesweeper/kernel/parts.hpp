// Undecided cells with the same numbers around them are one group; groups that share numbers make a part.
#pragma once

#include <cstdint>
#include <vector>

#include "frontier.hpp"

namespace passatempo::minesweeper {

struct Parts {
    Lists groups;                         // of each part, its groups
    Lists numbers;                        // of each part, its numbers (those of the frontier)
    Lists members;                        // of each group, its variables
    Lists touched;                        // of each group, its numbers, counted inside the part
    std::vector<std::uint32_t> missing;   // of each number of `numbers.item`
    std::vector<std::uint32_t> cells;     // of each part, how many variables

    std::uint32_t size() const { return groups.size(); }
    std::uint32_t largest() const;  // variables of the largest part
};

Parts split(const Frontier& frontier);

// One part as the kernel for wide ones wants it, with its variables in the order of their cells.
Network network_of(const Frontier& frontier, const Parts& parts, std::uint32_t part, std::uint32_t columns,
                   std::vector<std::uint32_t>& variables);

}  // namespace passatempo::minesweeper
