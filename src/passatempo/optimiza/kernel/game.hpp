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

std::vector<Sense> senses(Variant variant);

// A place of the plane as a cell of the board; what is seen through a Klein bottle's side edge is upside down.
struct Folded {
    std::uint32_t cell = nowhere;  // off a triangle
    bool mirrored = false;
};

Folded folded(const Surface& surface, int row, int column);

// One cell further on a straight line: how the last cell is left, and how this one is entered.
struct Unit {
    std::uint32_t cell;
    Sense out, in;
};

struct Place {
    int row, column;
};

Place place_of(const Surface& surface, std::uint32_t cell);

// A straight line from one cell to another so many cells away, across as few edges as can be; empty where there is
// none.
std::vector<Unit> line(const Surface& surface, std::uint32_t from, std::uint32_t to, int value);

// Where moves by a number lead, the cell itself among them if one comes back to it; some cells twice.
std::vector<std::uint32_t> targets(const Surface& surface, std::uint32_t from, int value);

// The order is that of `rules.RULES`, after none.
enum class Rule { none, off_board, not_straight, smaller, used };

struct Verdict {
    std::int64_t broken = -1;  // the first broken move, 0 for the start; -1 for a legal path
    Rule rule = Rule::none;
    std::uint64_t sum = 0;  // of the legal part
};

struct Numbers {
    const Surface& surface;
    const std::vector<std::uint8_t>& cells;
};

// Where moves lead from a cell, used cells among them, in reading order.
std::vector<std::uint32_t> leads(Numbers board, std::uint32_t cell);

Verdict judge(Numbers board, std::span<const std::uint32_t> path);

// Where the piece may go after a legal path, in reading order. Before there is one: to any cell; in a duel to one from
// which a move goes on.
std::vector<std::uint32_t> onward(Numbers board, std::span<const std::uint32_t> path, bool duel);

// What a move is worth to the player who makes it: the sum of the path, less than 0 where it goes to the other.
struct Payoff {
    std::uint32_t cell;
    std::int64_t points;
};

// The game for two: players move the piece in turn, and who makes the last move takes the sum of the path. Every legal
// move after a legal path, in reading order; the first one puts the piece. To be thrown away where the budget ended
// first.
std::vector<Payoff> payoffs(Numbers board, std::span<const std::uint32_t> path, Budget& budget);

}  // namespace passatempo::optimiza::game
