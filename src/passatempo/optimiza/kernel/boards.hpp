// Random boards for a puzzle, and all boards of a size, one after the other in lexicographic order.
#pragma once

#include <map>
#include <vector>

#include "budget.hpp"
#include "tiny.hpp"

namespace passatempo::optimiza {

// A random board for a puzzle: only one path is best, and the levels of the newspaper differ.
struct RandomBoard {
    std::vector<std::uint8_t> cells;  // empty if no board drawn qualifies
    int x = 0, y = 0, best_sum = 0;
    std::uint64_t stream_state = 0;  // of the random stream, after the last board
};

// The numbers of a board, ascending.
std::vector<std::uint8_t> sorted_cells(const Surface& surface);

// Draw up to `boards` boards of at most 64 cells, until one qualifies.
RandomBoard draw_board(const Surface& surface, std::uint64_t state, int boards);

constexpr std::size_t greedies = 6;  // X, Y, X over ties, expert, forward, forward with Warnsdorff's rule

struct Statistics {
    std::uint64_t board_count = 0;
    std::map<int, std::uint64_t> histogram;
    std::uint64_t unique_count = 0, level_boards = 0;  // one optimal path; and X < Y < Z besides
    std::uint64_t path_count = 0, max_paths = 0;
    std::array<double, greedies> ratio_sums{}, worst_ratios{1, 1, 1, 1, 1, 1};  // to the optimum
    std::array<std::uint64_t, greedies> optimal_counts{};
};

// The number of boards with N at a given cell, or 0 if it exceeds 64 bits.
std::uint64_t boards_with_n_fixed(const Surface& surface);

// Solve `count` boards with N at a given cell, from index `from` on. With `all`, run the greedies and count paths too.
Statistics exhaust(const Surface& surface, std::size_t place, std::uint64_t from, std::uint64_t count, bool all,
                   Budget& budget);

}  // namespace passatempo::optimiza
