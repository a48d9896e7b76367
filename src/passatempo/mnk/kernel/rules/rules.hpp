// The rules of the game and its options: lines of a board, legal moves, completed lines, results.
// Twin: mnk/lines.py
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "refuse.hpp"

namespace passatempo::mnk::rules {

// Cells are numbered in reading order.
using Cells = std::vector<std::int32_t>;

// A move with its value (1, 0, -1; 2 unknown) and the plies to a forced end, including the move (0: none or unknown).
struct MoveGrade {
    int cell, game_value, plies;
};

struct Step {
    int down, right;
};
constexpr std::array<Step, 4> directions{{{0, 1}, {1, 0}, {1, 1}, {1, -1}}};

// The number of cells of the longest line.
int longest_line(int m, int n, bool torus);

// Every set of k cells in a row, each once, with its cells in reading order.
std::vector<Cells> windows(int m, int n, int k, bool torus);

// The rotations and reflections of a board except the identity, each as the image of every cell.
std::vector<Cells> symmetries(int m, int n);

enum Mark : std::uint8_t { no_mark = 0, mark_x = 1, mark_o = 2 };
constexpr std::uint8_t other_mark(std::uint8_t mark) { return 3 - mark; }

enum class GameResult : std::uint8_t { open = 0, x = 1, o = 2, draw = 3 };
enum class Fault : std::uint8_t { none = 0, outside = 1, occupied = 2, floating = 3, over = 4 };

using Marking = std::vector<std::uint8_t>;

struct Rules {
    int m = 3, n = 3, k = 3;
    bool exact = false, misere = false, gravity = false, torus = false, maker_breaker = false;

    int size() const { return m * n; }
    bool is_plain() const { return !exact && !misere && !gravity && !torus && !maker_breaker; }
    bool is_hopeless() const { return k > longest_line(m, n, torus); }  // nobody can complete a line
    bool operator==(const Rules&) const = default;
};

// The side to move, from the numbers of marks. X moves first.
std::uint8_t to_move(const Marking& cells);

// Whether a mark on the cell is above an empty cell, under gravity.
bool floats(const Rules& rules, const Marking& cells, int cell);

// Why a cell cannot be marked, whether or not the game is over.
Fault move_fault(const Rules& rules, const Marking& cells, int cell);

// Whether the mark on a cell is part of a line that counts, so that the move there ended the game.
bool is_final(const Rules& rules, const Marking& cells, int cell);

// Whether a player may still complete a line, because some line does not have marks of both sides.
bool has_open_line(const Rules& rules, const Marking& cells);

// The completed lines that count, those of X first, each once and with all its cells in order.
std::vector<Cells> completed(const Rules& rules, const Marking& cells);

// The result if the mark on `cell` was the last move.
GameResult result_after(const Rules& rules, const Marking& cells, int cell);

// The result of a board with these completed lines.
GameResult result_of(const Rules& rules, const Marking& cells, const std::vector<Cells>& lines);

// The winner of a full board without a line.
GameResult full_board_result(const Rules& rules);

// A game from its moves, up to the first illegal one.
struct GameState {
    Marking cells;
    GameResult game_result = GameResult::open;
    Fault fault = Fault::none;
    std::uint32_t move_count = 0;
};
GameState replay_moves(const Rules& rules, const std::vector<std::uint32_t>& moves);

// For every cell, the cell where a mark dropped there lands: with gravity the lowest empty cell of its column, else the
// cell itself, or -1 if there is none.
Cells drop_targets(const Rules& rules, const Marking& cells);

// A limit for all requests, whatever the bounds of their fields are.
constexpr std::uint64_t most_cells = 1 << 18;  // of a board (`passatempo.mnk.rules.MOST_CELLS`)

Rules rules_of(const auto& request_rules) {
    if (std::uint64_t{request_rules.m} * request_rules.n > most_cells)
        refuse("m, n: a board of at most 262144 cells is needed");
    return {static_cast<int>(request_rules.m),
            static_cast<int>(request_rules.n),
            static_cast<int>(request_rules.k),
            request_rules.exact,
            request_rules.misere,
            request_rules.gravity,
            request_rules.torus,
            request_rules.maker_breaker};
}

// Return the rules of a position, if it is legal and somebody is to move.
Rules check_position(const auto& position) {
    const Rules rules = rules_of(position.rules);
    const Marking& cells = position.cells;
    if (cells.size() != position.rules.m * position.rules.n) refuse("cells: one for each cell of the board is needed");
    const auto crosses = std::count(cells.begin(), cells.end(), mark_x);
    const auto noughts = std::count(cells.begin(), cells.end(), mark_o);
    if (crosses != noughts && crosses != noughts + 1) refuse("cells: X moves first, in turn");
    if (crosses + noughts == rules.size()) refuse("cells: the board is full");
    for (int cell = 0; cell < rules.size(); ++cell) {
        if (cells[cell] == no_mark) continue;
        if (floats(rules, cells, cell)) refuse("cells: with gravity marks fall");
        if (is_final(rules, cells, cell)) refuse("cells: the game is over");
    }
    return rules;
}

}  // namespace passatempo::mnk::rules
