// All legal melds, as sets of cards, and the melds themselves from numbers of cards in runs and sets.
#pragma once

#include <algorithm>
#include <vector>

#include "cards.hpp"

namespace passatempo::machiavelli {

// Ranks in order of play with the cards in runs at each; closed when the last place is followed by the first.
struct RunCourse {
    std::vector<int> rank_order;
    std::vector<Row> run_cards;
    bool is_closed = false;
};

// The melds of all these cards: runs by suit, then sets by rank, each in order of play.
Melds build_melds(const Ranks& cards, const RunCourse& course);

// Runs by suit, then sets by rank, each in order of play; the thirteen runs of a whole circle are one set of cards.
const Melds& legal_melds(Line line);

// Is this a meld? Jokers (deck, or joker_as + c for a joker laid as c) stand for what they say, or for any card.
bool is_legal(const Meld& meld, Line line);

// Do some of these cards, none of them a joker, make a meld?
template <class Cards>
bool holds_meld(const Cards& cards, Line line) {
    std::array<bool, deck> is_present{};
    for (const int c : cards) is_present[c] = true;
    return std::ranges::any_of(legal_melds(line), [&](const Meld& meld) {
        return std::ranges::all_of(meld, [&](int c) { return is_present[c]; });
    });
}

}  // namespace passatempo::machiavelli
