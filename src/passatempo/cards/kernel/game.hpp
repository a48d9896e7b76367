// Draws deals and puzzles. A deal is solvable because its cards come from a row drawn first. A puzzle is one order of a
// deal with the fewest given cards found that leave no other order.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "budget.hpp"
#include "values.hpp"

namespace passatempo::cards {

// The pattern of a row (U for up, D for down, alternating), an upper bound on its cards, and the distance of the maxima
// of UDUD, where 0 means any.
struct RowRequest {
    std::uint32_t card_count;
    std::string pattern;
    std::uint32_t largest_card, peak_distance;
};

struct Deal {
    std::vector<std::uint32_t> cards;
    std::uint32_t distance = 0;  // of the row that was drawn, if it goes UDUD
};

// Draws a row with interior ends. Returns no cards if such rows do not exist or are very rare.
Deal deal_row(const RowRequest& row_request, const std::string& seed);

struct PuzzleRow {
    std::size_t order_count = 0;                 // of the deal; `order_limit` + 1 if there are more
    std::vector<std::uint8_t> cards;             // the order chosen; empty if there are none or too many
    std::vector<std::uint8_t> preset_positions;  // positions from 0, ascending
    std::uint64_t stream_state = 0;              // of the stream after it
};

// Draws a puzzle from at most 32 ascending `cards` for UDUD with interior ends and the maxima `distance` apart. Each of
// `passes` passes removes given cards in random order while the order stays unique; the smallest set wins. Discard the
// result if the budget has ended.
PuzzleRow draw_row(const std::vector<std::uint8_t>& cards, std::size_t distance, std::size_t order_limit, int passes,
                   std::uint64_t state, Budget& budget);

}  // namespace passatempo::cards
