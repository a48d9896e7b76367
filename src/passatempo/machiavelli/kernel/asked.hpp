// What both files of questions read and tell alike: cards, groups, codes.
#pragma once

#include <algorithm>
#include <limits>

#include "interface.gen.hpp"
#include "judge.hpp"
#include "turn/rules.hpp"

namespace passatempo::machiavelli::calls {

// The number that stands for a choice.
std::uint8_t code_of(auto choice) { return static_cast<std::uint8_t>(choice); }

inline bool is_card(int c) { return c <= deck || c >= joker_as; }

// Of what is asked without limits.
inline Budget free_budget() { return {1e18, std::numeric_limits<std::int64_t>::max(), nullptr}; }

inline machiavelli::Line line_of(const Line& asked) {
    const machiavelli::Line line{asked.first, asked.places, asked.circular};
    if (!line.is_sound()) refuse(machiavelli::Line::needed);
    return line;
}

// The points of each card, the joker's last.
inline Weights points_of(const std::vector<std::uint32_t>& asked) {
    if (asked.size() != deck + 1) refuse("card_points: one for each card and one for the joker");
    Weights points{};
    std::copy(asked.begin(), asked.end(), points.begin());
    return points;
}

inline machiavelli::TurnRules turn_rules_of(const TurnRules& asked) {
    machiavelli::TurnRules rules;
    rules.line = line_of(asked.line);
    rules.decks = asked.decks;
    rules.jokers = asked.jokers;
    rules.joker = static_cast<Freeing>(asked.joker);
    rules.opening = static_cast<Opening>(asked.opening);
    rules.opening_points = asked.opening_points;
    rules.continues = asked.continues;
    rules.most_new = asked.most_new;
    rules.crosses = asked.crosses;
    rules.card_points = points_of(asked.card_points);
    if (rules.opening != Opening::points && rules.opening_points != 0)
        refuse("opening_points: the opening asks for none");
    return rules;
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
