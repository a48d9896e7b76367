// The bots, each by what it lays before another.
#include "players.hpp"

#include <algorithm>

#include "judging.hpp"

namespace passatempo::machiavelli {

namespace {

// Lay cards, or as many of them as a turn may lay; nothing where nothing can go.
std::optional<Act> lay(Lays& lays, const Sight& sight, const Pile& cards, Budget& budget) {
    const Pile chosen = cards.empty() ? Pile{} : lays.within(sight, cards, budget);
    if (chosen.empty()) return std::nullopt;
    auto found = lays.fitted(sight, chosen, budget);
    if (!found) return std::nullopt;
    return Act{Did::laid, std::move(found->laid), std::move(found->table)};
}

// Draw or pass; a seat that may not wait any more and can lay lays the most cards.
Act waiting(Lays& lays, const Match& match, const Sight& sight, Budget& budget) {
    if (match.may_draw() && !match.may_wait())
        if (auto move = lay(lays, sight, lays.most(sight, budget), budget)) return *move;
    return waited(match);
}

Act laying(Lays& lays, const Match& match, const Sight& sight, const Pile& cards, Budget& budget) {
    if (auto move = lay(lays, sight, cards, budget)) return *move;
    return waiting(lays, match, sight, budget);
}

// Lay the first of some groups of the hand that may be laid.
std::optional<Act> first_of(Lays& lays, const Sight& sight, const Piles& groups, Budget& budget) {
    for (const Pile& group : groups)
        if (auto move = lay(lays, sight, group, budget)) return move;
    return std::nullopt;
}

bool fits(Pile group, std::uint8_t c, Line line) {
    if (group.size() <= 2) return false;
    group.push_back(c);
    return is_meld(group, line);
}

}  // namespace

Act greedy(Lays& lays, const Match& match, Budget& budget) {
    const Sight sight(match);
    return laying(lays, match, sight, lays.most(sight, budget), budget);
}

Act points(Lays& lays, const Match& match, Budget& budget) {
    const Sight sight(match);
    return laying(lays, match, sight, lays.best(sight, match.rules.card_points, budget), budget);
}

// The groups of its own hand, else one card that fits a group as it lies; else draws.
Act novice(Lays& lays, const Match& match, Budget& budget) {
    const Sight sight(match);
    if (auto move = lay(lays, sight, together(lays.own(sight, budget)), budget)) return *move;
    if (sight.opened)
        for (const std::uint8_t c : match.hand()) {
            const auto takes = [&](const Pile& group) { return fits(group, c, match.rules.line); };
            if (std::any_of(match.table.begin(), match.table.end(), takes))
                return laying(lays, match, sight, {c}, budget);
        }
    return waiting(lays, match, sight, budget);
}

// Close, else lay what is in no group of the hand, else draw, else lay the smallest of these groups.
Act patient(Lays& lays, const Match& match, Budget& budget) {
    const Sight sight(match);
    const Pile most = lays.most(sight, budget);
    if (most.size() == match.hand().size())
        if (auto move = lay(lays, sight, most, budget)) return *move;
    const Piles own = lays.own(sight, budget);
    Piles groups = own;
    std::sort(groups.begin(), groups.end(),
              [](const Pile& a, const Pile& b) { return a.size() != b.size() ? a.size() < b.size() : a < b; });
    if (!sight.opened) {
        if (auto move = first_of(lays, sight, groups, budget)) return *move;
        return laying(lays, match, sight, most, budget);
    }
    const Pile loose = without(match.hand(), together(own));
    const Pile laid = own.empty() ? most : lays.most(sight.with(loose), budget);
    if (!laid.empty()) return laying(lays, match, sight, laid, budget);
    if (!match.may_wait())
        if (auto move = first_of(lays, sight, groups, budget)) return *move;
    return waiting(lays, match, sight, budget);
}

Act moved(Lays& lays, const Match& match, Bot bot, Budget& budget) {
    switch (bot) {
        case Bot::novice: return novice(lays, match, budget);
        case Bot::points: return points(lays, match, budget);
        case Bot::greedy: return greedy(lays, match, budget);
        case Bot::patient: break;
    }
    return patient(lays, match, budget);
}

void make(Lays& lays, Match& match, const Act& act, Budget& budget) {
    const bool asks = act.did == Did::drew && match.rules.most_waits >= 0 && is_known(match.hand());
    make(match, act, asks && lays.can_lay(Sight(match), budget));
}

}  // namespace passatempo::machiavelli
