// A surface unrolled: a plane of which each cell has infinitely many copies, and straight lines in it. The game move by
// move: where the piece may go, the first rule that a path breaks, and what moves are worth in the game for two.
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

// A place of the plane as a cell of the board; what is seen through a Klein bottle's side edge is upside down.
struct BoardPlace {
    std::uint32_t cell = nowhere;  // off a triangle
    bool is_mirrored = false;
};

BoardPlace fold_place(const Surface& surface, int row, int column);

// One cell further on a straight line: how the last cell is left, and how this one is entered.
struct Unit {
    std::uint32_t cell;
    Sense exit_sense, entry_sense;
};

struct Place {
    int row, column;
};

Place place_of(const Surface& surface, std::uint32_t cell);

// A straight line from one cell to another so many cells away, across as few edges as can be; empty where there is
// none.
std::vector<Unit> move_line(const Surface& surface, std::uint32_t from, std::uint32_t to, int jump_length);

// Where moves by a number lead, the cell itself among them if one comes back to it; some cells twice.
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

// Where moves lead from a cell, used cells among them, in reading order.
std::vector<std::uint32_t> legal_moves(BoardView board, std::uint32_t cell);

Verdict judge(BoardView board, std::span<const std::uint32_t> path);

// Where the piece may go after a legal path, in reading order. Before there is one: to any cell; in a duel to one from
// which a move goes on.
std::vector<std::uint32_t> legal_targets(BoardView board, std::span<const std::uint32_t> path, bool duel);

// What a move is worth to the player who makes it: the sum of the path, less than 0 where it goes to the other.
struct Payoff {
    std::uint32_t cell;
    std::int64_t points;
};

// The game for two: players move the piece in turn, and who makes the last move takes the sum of the path. Every legal
// move after a legal path, in reading order; the first one puts the piece. To be thrown away where the budget ended
// first.
std::vector<Payoff> payoffs(BoardView board, std::span<const std::uint32_t> path, Budget& budget);

}  // namespace passatempo::optimiza::game
