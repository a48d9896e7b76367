// A move judged by its cards, its groups and the options of the rules.
#include "judging.hpp"

#include <algorithm>
#include <map>

#include "melds.hpp"

namespace passatempo::machiavelli {

namespace {

void judge_cards(std::vector<Fault>& found, const Match& match, const Act& act) {
    Tally lacking{}, left{};
    count(lacking, act.laid, 1);
    count(lacking, match.hand(), -1);
    count(left, together(match.table), 1);
    count(left, act.laid, 1);
    count(left, together(act.table), -1);
    int hidden = std::max(0, -lacking[unknown]);  // each may be any card
    for (std::uint32_t c = 0; c <= deck; ++c)
        for (int k = 0; k < lacking[c]; ++k)
            if (--hidden < 0) found.push_back({Broken::not_in_hand, c});
    for (std::uint32_t c = 0; c <= unknown; ++c)
        found.insert(found.end(), std::max(0, left[c]), {Broken::taken_back, c});
    for (std::uint32_t c = 0; c <= unknown; ++c)
        found.insert(found.end(), std::max(0, -left[c]), {Broken::foreign_card, c});
}

void judge_groups(std::vector<Fault>& found, const Match& match, const Act& act) {
    Tally alone{};
    count(alone, match.crosses, 1);
    std::uint32_t number = 0;
    for (const Pile& group : act.table) {
        ++number;
        if (group.size() == 1 && alone[kind_of(group[0])] > 0) --alone[kind_of(group[0])];
        else if (!is_meld(group, match.rules.line)) found.push_back({Broken::bad_meld, number});
    }
}

void judge_opening(std::vector<Fault>& found, const Match& match, const Act& act) {
    std::map<Pile, int> there;
    for (const Pile& group : act.table) ++there[kinds(group)];
    std::uint32_t number = 0;
    for (const Pile& group : match.table) {
        ++number;
        if (there[kinds(group)]-- == 0) found.push_back({Broken::changed_group, number});
    }
    Value worth = 0;
    for (const int c : act.laid) worth += match.rules.card_points[c >= joker_as ? c - joker_as : c];
    if (worth < match.rules.opening_points)
        found.push_back({Broken::too_few_points, static_cast<std::uint32_t>(worth)});
}

// Jokers that stand for another card although nobody laid the one they stood for.
void judge_jokers(std::vector<Fault>& found, const Match& match, const Act& act) {
    std::array<int, 256> gone{}, laid{};
    const auto tally = [&](const Pile& cards, int sign) {
        for (const int c : cards) gone[c] += sign;
    };
    for (const int c : act.laid) ++laid[c];
    tally(together(match.table), 1);
    tally(act.laid, 1);
    tally(together(act.table), -1);
    for (std::uint32_t c = 0; c < deck; ++c)
        if (gone[joker_as + c] > laid[c]) found.push_back({Broken::joker_not_freed, c});
}

std::vector<Fault> of_laying(const Match& match, const Act& act) {
    std::vector<Fault> found;
    if (act.laid.empty()) found.push_back({Broken::nothing_laid});
    judge_cards(found, match, act);
    judge_groups(found, match, act);
    const int most = match.rules.most_new;
    if (most > 0 && std::ssize(act.laid) > most) found.push_back({Broken::too_many_new});
    if (!match.opened[match.seat]) judge_opening(found, match, act);
    if (match.rules.exact) judge_jokers(found, match, act);
    return found;
}

}  // namespace

bool is_meld(const Pile& group, Line line) {
    if (group.size() > Meld::most || std::find(group.begin(), group.end(), deck) != group.end()) return false;
    return is_legal(meld_of(group), line);
}

std::vector<Fault> faults(Lays& lays, const Match& match, const Act& act, Budget& budget) {
    if (act.did == Did::laid) return of_laying(match, act);
    if (act.did == Did::passed)
        return match.may_draw() ? std::vector<Fault>{{Broken::must_draw}} : std::vector<Fault>{};
    if (match.rules.draws_first) return {{Broken::turn_began_with_draw}};
    if (match.stock.empty()) return {{Broken::stock_empty}};
    if (!match.followed && !match.may_wait() && is_known(match.hand()) && lays.can_lay(Sight(match), budget))
        return {{Broken::must_lay}};
    return {};
}

}  // namespace passatempo::machiavelli
