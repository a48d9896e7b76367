// Random boards for a puzzle, and all boards of a size, one after the other in lexicographic order.
#pragma once

#include <map>
#include <vector>

#include "budget.hpp"
#include "tiny.hpp"

namespace passatempo::optimiza {

// For a puzzle one path alone is best, and the levels of the newspaper differ.
struct DrawnBoard {
    std::vector<std::uint8_t> cells;  // empty where none of the boards drawn will do
    int x = 0, y = 0, best = 0;
    std::uint64_t state = 0;  // of the random stream, after the last board
};

// The numbers of a board, ascending.
std::vector<std::uint8_t> sorted_cells(const Surface& surface);

// Draw up to `boards` boards of at most 64 cells, until one will do.
DrawnBoard draw_board(const Surface& surface, std::uint64_t state, int boards);

constexpr std::size_t greedies = 6;  // X, Y, X over ties, expert, forward, forward with Warnsdorff's rule

struct Statistics {
    std::uint64_t boards = 0;
    std::map<int, std::uint64_t> histogram;
    std::uint64_t unique = 0, graded = 0;  // one optimal path; and X < Y < Z besides
    std::uint64_t paths = 0, most_paths = 0;
    std::array<double, greedies> ratio{}, worst{1, 1, 1, 1, 1, 1};  // to the optimum
    std::array<std::uint64_t, greedies> optimal{};
};

// How many boards have N at a given cell; 0 where 64 bits do not hold the number.
std::uint64_t boards_with_n_fixed(const Surface& surface);

// `count` boards with N at a given cell, from the one with number `from`; `all`: greedies and paths too.
Statistics exhaust(const Surface& surface, std::size_t place, std::uint64_t from, std::uint64_t count, bool all,
                   Budget& budget);

}  // namespace passatempo::optimiza
