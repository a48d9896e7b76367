// The game move by move: where the piece may go, and the first rule that a path breaks.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "surface.hpp"

namespace passatempo::optimiza::play {

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

}  // namespace passatempo::optimiza::play
