// What both files of questions read and tell alike: cards, groups, codes.
#pragma once

#include <algorithm>
#include <limits>

#include "interface.gen.hpp"
#include "judge.hpp"
#include "offer.hpp"

namespace passatempo::machiavelli::calls {

// The number that stands for a choice.
std::uint8_t code_of(auto choice) { return static_cast<std::uint8_t>(choice); }

// As in groups.py: an ace eleven, a picture ten.
inline Value points_of(int c) { return c % ranks == 0 ? 11 : std::min(10, c % ranks + 1); }

inline bool is_card(int c) { return c <= deck || c >= joker_as; }

// Of what is asked without limits.
inline Budget free_budget() { return {1e18, std::numeric_limits<std::int64_t>::max(), nullptr}; }

inline machiavelli::Line line_of(const Line& asked) {
    const machiavelli::Line line{asked.first, asked.places, asked.circular};
    if (!line.is_sound()) refuse(machiavelli::Line::needed);
    return line;
}

// The cards of a group, each of which is one.
inline const Pile& cards_of(const auto& group) {
    const bool hidden =
        group.cards.size() == 1 && group.cards[0] == unknown;  // a card that lies alone, of those followed
    if (!hidden && !std::all_of(group.cards.begin(), group.cards.end(), is_card))
        refuse("cards: a number from 0 to 52 or from 64 to 115 is needed");
    return group.cards;
}

inline Piles piles_of(const auto& groups) {
    Piles piles;
    for (const auto& group : groups) piles.push_back(cards_of(group));
    return piles;
}

template <class Told = Group>
std::vector<Told> groups_of(const auto& groups) {
    std::vector<Told> found;
    for (const auto& group : groups) found.push_back({Pile(group.begin(), group.end())});
    return found;
}

}  // namespace passatempo::machiavelli::calls
