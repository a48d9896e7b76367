// Conversions that both files of calls share: cards, groups and codes.
#pragma once

#include <algorithm>
#include <limits>

#include "interface.gen.hpp"
#include "judge.hpp"
#include "turn/rules.hpp"

namespace passatempo::machiavelli::calls {

// The number of an enumerator.
std::uint8_t code_of(auto enum_choice) { return static_cast<std::uint8_t>(enum_choice); }

inline bool is_card(int c) { return c <= deck || c >= joker_as; }

// The budget of calls without limits.
inline Budget free_budget() { return {1e18, std::numeric_limits<std::int64_t>::max(), nullptr}; }

inline machiavelli::Line line_of(const Line& line_request) {
    const machiavelli::Line line{line_request.first, line_request.places, line_request.circular};
    if (!line.is_sound()) refuse(machiavelli::Line::bounds_message);
    return line;
}

// The points of each card, the joker's last.
inline Weights points_of(const std::vector<std::uint32_t>& point_request) {
    if (point_request.size() != deck + 1) refuse("card_points: one for each card and one for the joker");
    Weights points{};
    std::copy(point_request.begin(), point_request.end(), points.begin());
    return points;
}

inline machiavelli::TurnRules turn_rules_of(const TurnRules& rules_request) {
    machiavelli::TurnRules rules;
    rules.line = line_of(rules_request.line);
    rules.decks = rules_request.decks;
    rules.jokers = rules_request.jokers;
    rules.joker_freeing = static_cast<Freeing>(rules_request.joker);
    rules.opening_kind = static_cast<Opening>(rules_request.opening);
    rules.opening_points = rules_request.opening_points;
    rules.continues = rules_request.continues;
    rules.new_card_limit = rules_request.most_new;
    rules.crosses = rules_request.crosses;
    rules.card_points = points_of(rules_request.card_points);
    if (rules.opening_kind != Opening::points && rules.opening_points != 0)
        refuse("opening_points: the opening asks for none");
    return rules;
}

// The cards of a group, checked.
inline const Pile& cards_of(const auto& group) {
    const bool is_hidden =
        group.cards.size() == 1 && group.cards[0] == unknown;  // a single card whose face is not known
    if (!is_hidden && !std::all_of(group.cards.begin(), group.cards.end(), is_card))
        refuse("cards: a number from 0 to 52 or from 64 to 115 is needed");
    return group.cards;
}

inline Piles piles_of(const auto& groups) {
    Piles piles;
    for (const auto& group : groups) piles.push_back(cards_of(group));
    return piles;
}

template <class ReplyGroup = Group>
std::vector<ReplyGroup> groups_of(const auto& groups) {
    std::vector<ReplyGroup> reply_groups;
    for (const auto& group : groups) reply_groups.push_back({Pile(group.begin(), group.end())});
    return reply_groups;
}

}  // namespace passatempo::machiavelli::calls
