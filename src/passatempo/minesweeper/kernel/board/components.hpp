// Groups are classes of cells with the same numbers around them. Parts are connected components of groups.
#pragma once

#include <cstdint>
#include <vector>

#include "board/frontier.hpp"

namespace passatempo::minesweeper {

struct Components {
    SparseLists groups;                        // of each part, its groups
    SparseLists numbers;                       // of each part, its numbers, as in the frontier
    SparseLists members;                       // of each group, its variables
    SparseLists scopes;                        // of each group, its numbers, indexed within the part
    std::vector<std::uint32_t> missing_mines;  // of each number of `numbers.indices`
    std::vector<std::uint32_t> cell_counts;    // of each part, its number of variables

    std::uint32_t size() const { return groups.size(); }

    std::uint32_t group_of(std::uint32_t variable) const { return group_of_[variable]; }

    // The result is undefined if the budget ends first.
    void split_frontier(const Frontier& frontier, Budget& budget);

private:
    std::uint32_t group_cells(const Frontier& frontier, Budget& budget);

    // Memory reused from board to board.
    std::vector<std::uint32_t> hash_table_;      // groups by the hash of their numbers
    std::vector<std::uint32_t> group_leaders_;   // of each group, its first variable
    std::vector<std::uint32_t> group_of_;        // of each variable
    std::vector<std::uint32_t> number_parents_;  // of each number, its parent in the union-find forest
    std::vector<std::uint32_t> part_of_root_, part_of_, local_numbers_;  // of each number
    std::vector<std::uint32_t> part_of_group_;
};

}  // namespace passatempo::minesweeper
