// Straight lines on a surface unrolled into a plane, where each cell has infinitely many copies. The game move by move:
// legal targets, the first rule that a path breaks, and the values of moves in the game for two.
// Twin: optimiza/rules.py
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "budget.hpp"
#include "surface.hpp"

namespace passatempo::optimiza::game {

constexpr std::uint32_t nowhere = ~std::uint32_t{0};

// A step to the next cell: down and right, -1, 0 or 1 each.
struct Sense {
    int down, right;
};

std::vector<Sense> unit_steps(Variant variant);

// A place of the plane as a cell of the board. Beyond the side edge of a Klein bottle the board is upside down.
struct BoardPlace {
    std::uint32_t cell = nowhere;  // off a triangle
    bool is_mirrored = false;
};

BoardPlace fold_place(const Surface& surface, int row, int column);

// One step on a straight line: how the last cell is left, and how this one is entered.
struct Unit {
    std::uint32_t cell;
    Sense exit_sense, entry_sense;
};

struct Place {
    int row, column;
};

Place place_of(const Surface& surface, std::uint32_t cell);

// A straight line between two cells at a given distance, across as few edges as possible. It is empty if none exists.
std::vector<Unit> move_line(const Surface& surface, std::uint32_t from, std::uint32_t to, int jump_length);

// The targets of moves by a number, with the cell itself if a move returns to it. Cells may occur twice.
std::vector<std::uint32_t> straight_targets(const Surface& surface, std::uint32_t from, int jump_length);

// The order is that of `rules.RULES`, after none.
enum class Rule { none, off_board, not_straight, smaller, used };

struct Verdict {
    std::int64_t fault_move = -1;  // the first broken move, 0 for the start; -1 for a legal path
    Rule rule = Rule::none;
    std::uint64_t path_sum = 0;  // of the legal part
};

struct BoardView {
    const Surface& surface;
    const std::vector<std::uint8_t>& cells;
};

// The targets of moves from a cell in reading order, used cells included.
std::vector<std::uint32_t> legal_moves(BoardView board, std::uint32_t cell);

Verdict judge(BoardView board, std::span<const std::uint32_t> path);

// The legal targets after a legal path, in reading order. An empty path may start on any cell, in a duel only on a cell
// with a move.
std::vector<std::uint32_t> legal_targets(BoardView board, std::span<const std::uint32_t> path, bool duel);

// The value of a move to the player who makes it: the sum of the path, negative if the opponent gets it.
struct Payoff {
    std::uint32_t cell;
    std::int64_t points;
};

// The values of all legal moves after a legal path, in reading order. In the game for two, players move the piece in
// turn, and the player who makes the last move takes the sum of the path. The first move places the piece.
// The result is invalid if the budget ended first.
std::vector<Payoff> payoffs(BoardView board, std::span<const std::uint32_t> path, Budget& budget);

}  // namespace passatempo::optimiza::game
