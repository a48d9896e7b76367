// Groups are classes of equivalent cells, with the same numbers around them; parts are connected components.
#pragma once

#include <cstdint>
#include <vector>

#include "board/frontier.hpp"

namespace passatempo::minesweeper {

struct Parts {
    Lists groups;                        // of each part, its groups
    Lists numbers;                       // of each part, its numbers (those of the frontier)
    Lists members;                       // of each group, its variables
    Lists touched;                       // of each group, its numbers, counted inside the part
    std::vector<std::uint32_t> missing;  // of each number of `numbers.item`
    std::vector<std::uint32_t> cells;    // of each part, how many variables

    std::uint32_t size() const { return groups.size(); }

    std::uint32_t group_of(std::uint32_t variable) const { return group_of_[variable]; }

    // Garbage where the budget ends first.
    void split(const Frontier& frontier, Budget& budget);

private:
    std::uint32_t group(const Frontier& frontier, Budget& budget);

    // Memory that is used again from board to board.
    std::vector<std::uint32_t> table_;                           // groups by the hash of their numbers
    std::vector<std::uint32_t> first_;                           // of each group, its first variable
    std::vector<std::uint32_t> group_of_;                        // of each variable
    std::vector<std::uint32_t> parent_;                          // of each number, another of its part
    std::vector<std::uint32_t> part_of_root_, part_of_, local_;  // of each number
    std::vector<std::uint32_t> part_of_group_;
};

}  // namespace passatempo::minesweeper
