// Where the mines of a game lie: laid at the first click, around it, from the seed of the deal.
#pragma once

#include <cstdint>
#include <string>

#include "budget.hpp"
#include "game/field.hpp"
#include "play/minefield.hpp"

namespace passatempo::minesweeper::game {

using play::First;

struct Rules {
    std::uint32_t rows = 0, columns = 0, mines = 0;
    First first = First::opening;
    bool no_guess = false;
};

// The mines for a first click, a byte a cell; none where no field without a guess was found, or the budget ended.
Cells laid(const Rules& rules, const Near& near, const std::string& seed, std::uint32_t first, Budget& budget);

}  // namespace passatempo::minesweeper::game
