// Layouts counted to the last digit: residues modulo as many primes as the number of layouts needs.
#pragma once

#include <cstdint>
#include <vector>

#include "board/board_model.hpp"

namespace passatempo::minesweeper {

// Exact numbers of one part, or with a mine count of the whole board; each takes `word_count` little-endian words.
struct ExactCounts {
    std::uint32_t word_count = 0;
    // Without a count: the part's layouts. With one: all layouts, the mines of all of them next to no number.
    // Then, in the order of `group_order`, the layouts with a mine in one cell of each group.
    std::vector<std::uint64_t> numbers;
    std::vector<std::uint32_t> group_order;
};

// Count a prepared board; means nothing where a part is too wide.
LayoutState count_exactly(BoardModel& board_model, std::uint64_t state_limit, Budget& budget,
                          std::vector<ExactCounts>& exact_counts);

}  // namespace passatempo::minesweeper
