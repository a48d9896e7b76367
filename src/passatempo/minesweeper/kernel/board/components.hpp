// Groups are classes of equivalent cells, with the same numbers around them; parts are connected components.
#pragma once

#include <cstdint>
#include <vector>

#include "board/frontier.hpp"

namespace passatempo::minesweeper {

struct Components {
    SparseLists groups;                        // of each part, its groups
    SparseLists numbers;                       // of each part, its numbers (those of the frontier)
    SparseLists members;                       // of each group, its variables
    SparseLists scopes;                        // of each group, its numbers, counted inside the part
    std::vector<std::uint32_t> missing_mines;  // of each number of `numbers.item`
    std::vector<std::uint32_t> cell_counts;    // of each part, how many variables

    std::uint32_t size() const { return groups.size(); }

    std::uint32_t group_of(std::uint32_t variable) const { return group_of_[variable]; }

    // Garbage where the budget ends first.
    void split_frontier(const Frontier& frontier, Budget& budget);

private:
    std::uint32_t group_cells(const Frontier& frontier, Budget& budget);

    // Memory that is used again from board to board.
    std::vector<std::uint32_t> hash_table_;                              // groups by the hash of their numbers
    std::vector<std::uint32_t> group_leaders_;                           // of each group, its first variable
    std::vector<std::uint32_t> group_of_;                                // of each variable
    std::vector<std::uint32_t> number_parents_;                          // of each number, another of its part
    std::vector<std::uint32_t> part_of_root_, part_of_, local_numbers_;  // of each number
    std::vector<std::uint32_t> part_of_group_;
};

}  // namespace passatempo::minesweeper
