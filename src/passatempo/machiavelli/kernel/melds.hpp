// All legal melds, as sets of cards, and the construction of melds from the numbers of cards in runs and sets.
#pragma once

#include <algorithm>
#include <vector>

#include "cards.hpp"

namespace passatempo::machiavelli {

// Ranks in order of play, with the cards in runs at each. In a closed course the first place follows the last one.
struct RunCourse {
    std::vector<int> rank_order;
    std::vector<Row> run_cards;
    bool is_closed = false;
};

// The melds of all these cards: runs by suit, then sets by rank, each in order of play.
Melds build_melds(const Ranks& cards, const RunCourse& course);

// Runs by suit, then sets by rank, each in order of play. The thirteen runs around a circle are one set of cards.
const Melds& legal_melds(Line line);

// Return whether this is a meld. A joker is `deck`, for any card, or joker_as + c, for card c.
bool is_legal(const Meld& meld, Line line);

// Return whether some of these cards, without jokers, form a meld.
template <class Cards>
bool holds_meld(const Cards& cards, Line line) {
    std::array<bool, deck> is_present{};
    for (const int c : cards) is_present[c] = true;
    return std::ranges::any_of(legal_melds(line), [&](const Meld& meld) {
        return std::ranges::all_of(meld, [&](int c) { return is_present[c]; });
    });
}

}  // namespace passatempo::machiavelli
