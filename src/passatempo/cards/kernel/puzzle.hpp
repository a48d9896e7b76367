// A row to be completed: all orders of a deal, one of them, and the fewest cards found that leave only this one.
#pragma once

#include <cstdint>
#include <vector>

#include "budget.hpp"

namespace passatempo::cards {

struct Row {
    std::size_t orders = 0;           // of the deal; one more than `most` where there are more
    std::vector<std::uint8_t> cards;  // the order chosen; empty where there is none, or too many
    std::vector<std::uint8_t> given;  // positions from 0, ascending
    std::uint64_t state = 0;          // of the stream after it
};

// `cards` ascending, at most 32 of them, for UDUD with interior ends and the maxima `distance` apart. Takes cards away
// from the whole row in random order, as long as the order stays the only one, and keeps the fewest of `passes` passes.
// To be thrown away where the budget ended first.
Row draw_row(const std::vector<std::uint8_t>& cards, std::size_t distance, std::size_t most, int passes,
             std::uint64_t state, Budget& budget);

}  // namespace passatempo::cards
