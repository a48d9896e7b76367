// The lines of a board: whole rows, columns and diagonals, and the windows of k cells in them, always in one order.
// Twin: mnk/lines.py
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace passatempo::mnk::rules {

// A cell is its number in reading order.
using Cells = std::vector<std::int32_t>;

struct Step {
    int down, right;
};
constexpr std::array<Step, 4> directions{{{0, 1}, {1, 0}, {1, 1}, {1, -1}}};

// A whole line: its cells in order, and whether the last is followed by the first.
struct WholeLine {
    Cells cells;
    bool round = false;
};

// Every line of a board, direction by direction; on a torus each circle once.
std::vector<WholeLine> whole_lines(int m, int n, bool torus);

// The cells of the longest line.
int longest_line(int m, int n, bool torus);

// Every set of k cells in a row, each once, its cells in reading order.
std::vector<Cells> windows(int m, int n, int k, bool torus);

// The turns and reflections of a board but the identity: for every cell its image.
std::vector<Cells> symmetries(int m, int n);

}  // namespace passatempo::mnk::rules
