// Faults of the cards, the groups, the opening and the freed jokers, in the order in which they are reported.
#include "turn/referee.hpp"

#include <map>

#include "melds.hpp"

namespace passatempo::machiavelli {

namespace {

void judge_cards(std::vector<Fault>& found, const Position& at, const Laying& laying) {
    Tally lacking{}, left{};
    count(lacking, laying.laid, 1);
    count(lacking, at.hand, -1);
    count(left, together(at.table), 1);
    count(left, laying.laid, 1);
    count(left, together(laying.table), -1);
    int hidden = std::max(0, -lacking[unknown]);  // each may be any card
    for (std::uint32_t c = 0; c <= deck; ++c)
        for (int k = 0; k < lacking[c]; ++k)
            if (--hidden < 0) found.push_back({Broken::not_in_hand, c});
    for (std::uint32_t c = 0; c <= unknown; ++c)
        found.insert(found.end(), std::max(0, left[c]), {Broken::taken_back, c});
    for (std::uint32_t c = 0; c <= unknown; ++c)
        found.insert(found.end(), std::max(0, -left[c]), {Broken::foreign_card, c});
}

void judge_groups(std::vector<Fault>& found, const Position& at, const Laying& laying) {
    Tally alone{};
    for (const Pile& group : at.table)
        if (group.size() == 1) count(alone, group, 1);
    std::uint32_t number = 0;
    for (const Pile& group : laying.table) {
        ++number;
        if (group.size() == 1 && alone[kind_of(group[0])] > 0) --alone[kind_of(group[0])];
        else if (!is_meld(group, at.rules.line)) found.push_back({Broken::bad_meld, number});
    }
}

// Before it goes on a seat lays groups of its hand, and leaves the others as they are.
void judge_opening(std::vector<Fault>& found, const Position& at, const Laying& laying) {
    std::map<Pile, int> there;
    for (const Pile& group : laying.table) ++there[kinds(group)];
    std::uint32_t number = 0;
    for (const Pile& group : at.table) {
        ++number;
        if (there[kinds(group)]-- == 0) found.push_back({Broken::changed_group, number});
    }
    Value worth = 0;
    for (const int c : laying.laid) worth += at.rules.card_points[face_of(c)];
    if (worth < at.rules.opening_points) found.push_back({Broken::too_few_points, static_cast<std::uint32_t>(worth)});
}

}  // namespace

bool is_meld(const Pile& group, Line line) {
    if (group.size() > Meld::most || std::ranges::find(group, deck) != group.end()) return false;
    return is_legal(meld_of(group), line);
}

std::vector<Fault> faults_of_laying(TurnSolver& solver, const Position& at, const Laying& laying, Budget& budget) {
    std::vector<Fault> found;
    if (laying.laid.empty()) found.push_back({Broken::nothing_laid});
    if (!at.may_lay) found.push_back({Broken::first_turn_draws});
    judge_cards(found, at, laying);
    judge_groups(found, at, laying);
    const int most = at.rules.most_new;
    if (most > 0 && std::ssize(laying.laid) > most) found.push_back({Broken::too_many_new});
    if (!at.sees_table()) judge_opening(found, at, laying);
    else if (at.must_open() && !solver.opens(at.rules, laying.laid, budget)) found.push_back({Broken::no_opening});
    if (const auto card = unfreed_joker(at.rules, at.table, laying.laid, laying.table))
        found.push_back({Broken::joker_not_freed, static_cast<std::uint32_t>(*card)});
    return found;
}

}  // namespace passatempo::machiavelli
