// Finds faults of cards, groups, opening and freed jokers, in the order in which they are reported.
#include "turn/referee.hpp"

#include <map>

#include "melds.hpp"

namespace passatempo::machiavelli {

namespace {

void judge_cards(std::vector<Fault>& faults, const Position& at, const TurnResult& turn_result) {
    Tally hand_deficit{}, table_surplus{};
    add_to_tally(hand_deficit, turn_result.hand_cards, 1);
    add_to_tally(hand_deficit, at.hand, -1);
    add_to_tally(table_surplus, join_groups(at.table), 1);
    add_to_tally(table_surplus, turn_result.hand_cards, 1);
    add_to_tally(table_surplus, join_groups(turn_result.table), -1);
    int unknown_count = std::max(0, -hand_deficit[unknown]);  // each may be any card
    for (std::uint32_t c = 0; c <= deck; ++c)
        for (int k = 0; k < hand_deficit[c]; ++k)
            if (--unknown_count < 0) faults.push_back({RuleBreach::not_in_hand, c});
    for (std::uint32_t c = 0; c <= unknown; ++c)
        faults.insert(faults.end(), std::max(0, table_surplus[c]), {RuleBreach::taken_back, c});
    for (std::uint32_t c = 0; c <= unknown; ++c)
        faults.insert(faults.end(), std::max(0, -table_surplus[c]), {RuleBreach::foreign_card, c});
}

void judge_groups(std::vector<Fault>& faults, const Position& at, const TurnResult& turn_result) {
    Tally cross_tally{};
    for (const Pile& group : at.table)
        if (group.size() == 1) add_to_tally(cross_tally, group, 1);
    std::uint32_t group_number = 0;
    for (const Pile& group : turn_result.table) {
        ++group_number;
        if (group.size() == 1 && cross_tally[kind_of(group[0])] > 0) --cross_tally[kind_of(group[0])];
        else if (!is_meld(group, at.rules.line)) faults.push_back({RuleBreach::bad_meld, group_number});
    }
}

// Before opening, a player lays groups from the hand and leaves the others unchanged.
void judge_opening(std::vector<Fault>& faults, const Position& at, const TurnResult& turn_result) {
    std::map<Pile, int> group_counts;
    for (const Pile& group : turn_result.table) ++group_counts[card_kinds(group)];
    std::uint32_t group_number = 0;
    for (const Pile& group : at.table) {
        ++group_number;
        if (group_counts[card_kinds(group)]-- == 0) faults.push_back({RuleBreach::changed_group, group_number});
    }
    Value hand_points = 0;
    for (const int c : turn_result.hand_cards) hand_points += at.rules.card_points[face_of(c)];
    if (hand_points < at.rules.opening_points)
        faults.push_back({RuleBreach::too_few_points, static_cast<std::uint32_t>(hand_points)});
}

}  // namespace

bool is_meld(const Pile& group, Line line) {
    if (group.size() > Meld::size_limit || std::ranges::find(group, deck) != group.end()) return false;
    return is_legal(meld_of(group), line);
}

std::vector<Fault> faults_of_laying(TurnSolver& solver, const Position& at, const TurnResult& turn_result,
                                    Budget& budget) {
    std::vector<Fault> faults;
    if (turn_result.hand_cards.empty()) faults.push_back({RuleBreach::nothing_laid});
    if (!at.may_lay) faults.push_back({RuleBreach::first_turn_draws});
    judge_cards(faults, at, turn_result);
    judge_groups(faults, at, turn_result);
    const int new_limit = at.rules.new_card_limit;
    if (new_limit > 0 && std::ssize(turn_result.hand_cards) > new_limit) faults.push_back({RuleBreach::too_many_new});
    if (!at.sees_table()) judge_opening(faults, at, turn_result);
    else if (at.must_open() && !solver.can_open(at.rules, turn_result.hand_cards, budget))
        faults.push_back({RuleBreach::no_opening});
    if (const auto card = find_bound_joker(at.rules, at.table, turn_result.hand_cards, turn_result.table))
        faults.push_back({RuleBreach::joker_not_freed, static_cast<std::uint32_t>(*card)});
    return faults;
}

}  // namespace passatempo::machiavelli
