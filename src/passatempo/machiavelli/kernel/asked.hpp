// What both files of the browser's questions read and tell alike: cards, groups, codes.
#pragma once

#include <algorithm>

#include "face.gen.hpp"
#include "judge.hpp"
#include "offer.hpp"

namespace passatempo::machiavelli::face {

// The number that stands for a choice.
std::uint8_t code_of(auto choice) { return static_cast<std::uint8_t>(choice); }

// As in groups.py: an ace eleven, a picture ten.
inline Value points_of(int c) { return c % ranks == 0 ? 11 : std::min(10, c % ranks + 1); }

inline bool is_card(int c) { return c <= deck || c >= joker_as; }

// The cards of a group, each of which is one.
inline const Pile& cards_of(const Group& group) {
    if (!std::all_of(group.cards.begin(), group.cards.end(), is_card))
        refuse("cards: a number from 0 to 52 or from 64 to 115 is needed");
    return group.cards;
}

inline Piles piles_of(const std::vector<Group>& groups) {
    Piles piles;
    for (const Group& group : groups) piles.push_back(cards_of(group));
    return piles;
}

template <class Groups>
std::vector<Group> groups_of(const Groups& groups) {
    std::vector<Group> found;
    for (const auto& group : groups) found.push_back({Pile(group.begin(), group.end())});
    return found;
}

}  // namespace passatempo::machiavelli::face
