// The rules of the game and its options: legal moves, completed lines, results.
// Twin: mnk/rules.py
#pragma once

#include <cstdint>
#include <vector>

#include "rules/windows.hpp"

namespace passatempo::mnk::rules {

enum Mark : std::uint8_t { no_mark = 0, mark_x = 1, mark_o = 2 };
constexpr std::uint8_t other_mark(std::uint8_t mark) { return 3 - mark; }

enum class Result : std::uint8_t { open = 0, x = 1, o = 2, draw = 3 };
enum class Fault : std::uint8_t { none = 0, outside = 1, occupied = 2, floating = 3, over = 4 };

using Marking = std::vector<std::uint8_t>;

struct Rules {
    int m = 3, n = 3, k = 3;
    bool exact = false, misere = false, gravity = false, torus = false, maker_breaker = false;

    int size() const { return m * n; }
    bool plain() const { return !exact && !misere && !gravity && !torus && !maker_breaker; }
    bool hopeless() const { return k > longest_line(m, n, torus); }  // nobody can complete a line
    bool operator==(const Rules&) const = default;
};

// Whose turn it is by the marks: X moves first.
std::uint8_t to_move(const Marking& cells);

// Why a cell cannot be marked, whether or not the game is over.
Fault illegal(const Rules& rules, const Marking& cells, int cell);

// Whether the mark on a cell is part of a line that counts: whether the move there ended the game.
bool ends(const Rules& rules, const Marking& cells, int cell);

// Whether somebody may still complete a line: one without marks of both sides is left.
bool alive(const Rules& rules, const Marking& cells);

// The cells of the lines that go through a cell and count, in reading order.
Cells completed_at(const Rules& rules, const Marking& cells, int cell);

// The result where the mark on `cell` was made last.
Result result_after(const Rules& rules, const Marking& cells, int cell);

// Who wins a full board without a line.
Result undecided(const Rules& rules);

// A game from its moves, up to the first that cannot be made.
struct Played {
    Marking cells;
    Result result = Result::open;
    Fault fault = Fault::none;
    std::uint32_t made = 0;  // moves
};
Played replayed(const Rules& rules, const std::vector<std::uint32_t>& moves);

// For every cell where a mark lands that is let go there: with gravity the lowest empty cell of its column, else the
// cell itself; -1 where none can.
Cells landings(const Rules& rules, const Marking& cells);

}  // namespace passatempo::mnk::rules
