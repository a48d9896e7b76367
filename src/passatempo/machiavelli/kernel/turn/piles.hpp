// Piles of cards: counts, differences and concatenation.
#pragma once

#include <algorithm>
#include <array>

#include "judge.hpp"

namespace passatempo::machiavelli {

// The card itself, or `deck` for a named joker.
inline int kind_of(int c) { return c >= joker_as ? deck : c; }

// The card that a card or a named joker counts as.
inline int face_of(int c) { return c >= joker_as ? c - joker_as : c; }

inline bool is_joker(int c) { return c == deck || c >= joker_as; }

inline bool is_known(const Pile& cards) { return std::find(cards.begin(), cards.end(), unknown) == cards.end(); }

// The number of copies of each card, with every joker as a plain joker.
using Tally = std::array<int, unknown + 1>;

inline void add_to_tally(Tally& tally, const Pile& cards, int sign = 1) {
    for (const int c : cards) tally[kind_of(c)] += sign;
}

// A hand without the cards laid. A joker laid has a name. A laid card that the hand does not show was one of its
// unknown cards.
Pile without_cards(const Pile& hand, const Pile& cards_to_remove);

// The cards of some groups in order.
Pile join_groups(const Piles& groups);

// The copies of each card, without jokers.
Ranks count_cards(const Pile& cards);

Piles piles_of(const auto& melds) {
    Piles piles;
    for (const auto& meld : melds) piles.emplace_back(meld.begin(), meld.end());
    return piles;
}

}  // namespace passatempo::machiavelli
