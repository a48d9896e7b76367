// A board solved in rounds with ever more states, until its best is proved or the budget is spent.
#pragma once

#include <cstdint>
#include <vector>

#include "board.hpp"

namespace passatempo::optimiza {

constexpr std::size_t most_states = std::size_t{1} << 24;  // 60 to 100 bytes each

// What a round proves of a component stays, and a round that was not finished is thrown away unless it is the first.
// The best is the sum of the path, whatever a round that was cut off believed; the path is empty where the limit came
// before the first number.
struct Rounds {
    std::int64_t best = 0, bound = 0;
    std::vector<std::uint32_t> path;
    Board::Counts counts;
    bool stuck = false;  // not even the last round proved the best
};

Rounds solve(Board& board, Budget& budget, Manner manner);

// The best path from a start; what is kept is sound wherever the work ends.
void solve_from(Board& board, std::uint32_t start, Budget& budget, Rounds& kept);

// Fill in what a limit left open: the path of the start alone, and the sum of the board as a bound.
void settle(Rounds& found, const Surface& surface, const std::uint16_t* cells, std::uint32_t start);

}  // namespace passatempo::optimiza
