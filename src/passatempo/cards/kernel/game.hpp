// A game's cards can be laid, since a row that goes as it must is drawn first and its cards are shuffled. A puzzle is a
// row to be completed: one of all orders of a deal, and the fewest cards found that leave only this one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "budget.hpp"
#include "values.hpp"

namespace passatempo::cards {

// How a row goes, U up and D down in turn; its greatest card at most, and the distance of the maxima of UDUD, 0 for
// any.
struct RowRequest {
    std::uint32_t card_count;
    std::string pattern;
    std::uint32_t largest_card, peak_distance;
};

struct Deal {
    std::vector<std::uint32_t> cards;
    std::uint32_t distance = 0;  // of the row that was drawn, if it goes UDUD
};

// Interior ends; no cards where there is no such row, or hardly any.
Deal deal_row(const RowRequest& row_request, const std::string& seed);

struct PuzzleRow {
    std::size_t order_count = 0;                 // of the deal; one more than `order_limit` where there are more
    std::vector<std::uint8_t> cards;             // the order chosen; empty where there is none, or too many
    std::vector<std::uint8_t> preset_positions;  // positions from 0, ascending
    std::uint64_t stream_state = 0;              // of the stream after it
};

// `cards` ascending, at most 32 of them, for UDUD with interior ends and the maxima `distance` apart. Takes cards away
// from the whole row in random order, as long as the order stays the only one, and keeps the fewest of `passes` passes.
// To be thrown away where the budget ended first.
PuzzleRow draw_row(const std::vector<std::uint8_t>& cards, std::size_t distance, std::size_t order_limit, int passes,
                   std::uint64_t state, Budget& budget);

}  // namespace passatempo::cards
