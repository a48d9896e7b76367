// What a policy would open on a board that is seen.
#pragma once

#include <cstdint>
#include <vector>

#include "budget.hpp"
#include "play/policy.hpp"

namespace passatempo::minesweeper::play {

// The ground of a board; refused where play cannot count on it.
Ground ground_of(const calls::Board& board);

// What is shown of a board, and what single numbers settle.
void take_in(const std::uint8_t* cells, std::uint32_t mines, Knowledge& knowledge);

// `counted` says whether it could look. With a safe cell the choice has no cell, and the chance to win if few layouts
// are left. `as_good` are the cells that win as often as the chosen one, where the endgame was solved.
struct Advice {
    Counted counted = Counted::too_wide;
    bool safe = false;
    Choice choice;
    std::vector<std::uint32_t> as_good{};
};

Advice advise(const Ground& ground, const std::uint8_t* cells, std::uint32_t mines, const Settings& settings,
              Budget& budget);

}  // namespace passatempo::minesweeper::play
