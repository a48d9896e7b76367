// What a policy would open on a board that is seen.
#pragma once

#include <cstdint>
#include <memory>

#include "budget.hpp"
#include "play/policy.hpp"
#include "play/settings.hpp"

namespace passatempo::minesweeper::play {

// What plays by these settings.
std::unique_ptr<Policy> policy_of(const Ground& ground, const Settings& settings);

// What is shown of a board, and what single numbers settle.
void take_in(const std::uint8_t* cells, std::uint32_t mines, Knowledge& knowledge);

// `counted` says whether it could look. A board with a safe cell is none of its business, and has no choice.
struct Advice {
    Counted counted = Counted::too_wide;
    bool safe = false;
    Choice choice;
};

Advice advise(const Ground& ground, const std::uint8_t* cells, std::uint32_t mines, const Settings& settings,
              Budget& budget);

}  // namespace passatempo::minesweeper::play
