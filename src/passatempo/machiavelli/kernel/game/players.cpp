// The bots, each by what it solver before another.
#include "players.hpp"

#include <algorithm>

#include "turn/referee.hpp"

namespace passatempo::machiavelli {

namespace {

// Lay cards, or as many of them as a turn may lay; nothing where nothing can go.
std::optional<Act> lay(TurnSolver& solver, const Position& at, const Pile& cards, Budget& budget) {
    const bool fits = at.rules.most_new == 0 || std::cmp_less_equal(cards.size(), at.rules.most_new);
    const Pile chosen = fits ? cards : solver.most(at.with(cards), budget);
    if (chosen.empty()) return std::nullopt;
    auto found = solver.fitted(at, chosen, budget);
    if (!found) return std::nullopt;
    return Act{Did::laid, std::move(found->laid), std::move(found->table)};
}

// Draw or pass; a seat that may not wait any more and can lay solver the most cards.
Act waiting(TurnSolver& solver, const Match& match, const Position& at, Budget& budget) {
    if (match.may_draw() && !match.may_wait())
        if (auto move = lay(solver, at, solver.most(at, budget), budget)) return *move;
    return waited(match);
}

Act laying(TurnSolver& solver, const Match& match, const Position& at, const Pile& cards, Budget& budget) {
    if (auto move = lay(solver, at, cards, budget)) return *move;
    return waiting(solver, match, at, budget);
}

// Lay the first of some groups of the hand that may be laid.
std::optional<Act> first_of(TurnSolver& solver, const Position& at, const Piles& groups, Budget& budget) {
    for (const Pile& group : groups)
        if (auto move = lay(solver, at, group, budget)) return move;
    return std::nullopt;
}

bool fits(Pile group, std::uint8_t c, Line line) {
    if (group.size() <= 2) return false;
    group.push_back(c);
    return is_meld(group, line);
}

}  // namespace

Act greedy(TurnSolver& solver, const Match& match, Budget& budget) {
    const Position at = position_of(match);
    return laying(solver, match, at, solver.most(at, budget), budget);
}

Pile dearest(TurnSolver& solver, const Position& at, Budget& budget) {
    const auto found = solver.best(at, {at.rules.card_points}, budget);
    return found ? found->cards : Pile{};
}

Act points(TurnSolver& solver, const Match& match, Budget& budget) {
    const Position at = position_of(match);
    return laying(solver, match, at, dearest(solver, at, budget), budget);
}

// The groups of its own hand, else one card that fits a group as it lies; else draws.
Act novice(TurnSolver& solver, const Match& match, Budget& budget) {
    const Position at = position_of(match);
    if (auto move = lay(solver, at, together(solver.own(at, budget)), budget)) return *move;
    if (at.opened)
        for (const std::uint8_t c : match.hand()) {
            const auto takes = [&](const Pile& group) { return fits(group, c, match.rules.line); };
            if (std::any_of(match.table.begin(), match.table.end(), takes))
                return laying(solver, match, at, {c}, budget);
        }
    return waiting(solver, match, at, budget);
}

// Close, else lay what is in no group of the hand, else draw, else lay the smallest of these groups.
Act patient(TurnSolver& solver, const Match& match, Budget& budget) {
    const Position at = position_of(match);
    const Pile most = solver.most(at, budget);
    if (most.size() == match.hand().size())
        if (auto move = lay(solver, at, most, budget)) return *move;
    const Piles own = solver.own(at, budget);
    Piles groups = own;
    std::sort(groups.begin(), groups.end(),
              [](const Pile& a, const Pile& b) { return a.size() != b.size() ? a.size() < b.size() : a < b; });
    if (!at.opened) {
        if (auto move = first_of(solver, at, groups, budget)) return *move;
        return laying(solver, match, at, most, budget);
    }
    const Pile loose = without(match.hand(), together(own));
    const Pile laid = own.empty() ? most : solver.most(at.with(loose), budget);
    if (!laid.empty()) return laying(solver, match, at, laid, budget);
    if (!match.may_wait())
        if (auto move = first_of(solver, at, groups, budget)) return *move;
    return waiting(solver, match, at, budget);
}

Act moved(TurnSolver& solver, const Match& match, Bot bot, Budget& budget) {
    switch (bot) {
        case Bot::novice: return novice(solver, match, budget);
        case Bot::points: return points(solver, match, budget);
        case Bot::greedy: return greedy(solver, match, budget);
        case Bot::patient: break;
    }
    return patient(solver, match, budget);
}

void make(TurnSolver& solver, Match& match, const Act& act, Budget& budget) {
    const bool asks = act.did == Did::drew && match.rules.most_waits >= 0 && is_known(match.hand());
    make(match, act, asks && solver.can_lay(position_of(match), budget));
}

}  // namespace passatempo::machiavelli
