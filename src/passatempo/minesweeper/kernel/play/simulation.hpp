// Many games, on as many threads as wanted: game `index` is the same on any of them.
#pragma once

#include <cstdint>
#include <vector>

#include "budget.hpp"
#include "play/dealer.hpp"
#include "play/settings.hpp"

namespace passatempo::minesweeper::play {

// As many games as were played before the budget ended, from `first_index` on and without a gap.
std::vector<Played> simulate(const Ground& ground, const Deal& deal, const Settings& settings, std::uint64_t seed,
                             std::uint64_t first_index, std::uint64_t count, unsigned threads, bool record,
                             Budget& budget);

}  // namespace passatempo::minesweeper::play
