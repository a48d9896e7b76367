// Cards as they lie, counted, taken away and put together.
#pragma once

#include <algorithm>
#include <array>

#include "judge.hpp"

namespace passatempo::machiavelli {

// The card, or for a joker that stands for one, a joker.
inline int kind_of(int c) { return c >= joker_as ? deck : c; }

// The card that a card or a named joker counts as.
inline int face_of(int c) { return c >= joker_as ? c - joker_as : c; }

inline bool is_joker(int c) { return c == deck || c >= joker_as; }

inline bool is_known(const Pile& cards) { return std::find(cards.begin(), cards.end(), unknown) == cards.end(); }

// How often each card is there, every joker as a joker.
using Tally = std::array<int, unknown + 1>;

inline void add_to_tally(Tally& tally, const Pile& cards, int sign = 1) {
    for (const int c : cards) tally[kind_of(c)] += sign;
}

// A hand without cards that are laid; a joker that is laid stands for something. A card that the hand does not show was
// one of those that are not known.
Pile without_cards(const Pile& hand, const Pile& cards_to_remove);

// All cards of some groups, one after the other.
Pile join_groups(const Piles& groups);

// Cards by their counts, jokers left out.
Ranks count_cards(const Pile& cards);

Piles piles_of(const auto& melds) {
    Piles piles;
    for (const auto& meld : melds) piles.emplace_back(meld.begin(), meld.end());
    return piles;
}

}  // namespace passatempo::machiavelli
