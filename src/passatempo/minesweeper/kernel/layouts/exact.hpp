// Exact numbers of layouts, from residues modulo as many primes as needed.
#pragma once

#include <cstdint>
#include <vector>

#include "board/board_model.hpp"

namespace passatempo::minesweeper {

// Exact numbers of one part, or of the whole board with a mine count. Each has `word_count` little-endian words.
struct ExactCounts {
    std::uint32_t word_count = 0;
    // Without a count: the layouts of the part. With one: all layouts, then their mines next to no number in total.
    // The layouts with a mine in one cell of each group follow, in the order of `group_order`.
    std::vector<std::uint64_t> numbers;
    std::vector<std::uint32_t> group_order;
};

// Counts a prepared board. The result is meaningless if a part is too wide.
LayoutState count_exactly(BoardModel& board_model, std::uint64_t state_limit, Budget& budget,
                          std::vector<ExactCounts>& exact_counts);

}  // namespace passatempo::minesweeper
