// Implements the bots by the plays that each prefers.
#include "players.hpp"

#include <algorithm>
#include <utility>

#include "turn/referee.hpp"

namespace passatempo::machiavelli {

namespace {

// Lay the cards, or as many of them as the limit of a turn allows. Return nothing if no card can be laid.
std::optional<MatchMove> lay_cards(TurnSolver& solver, const Position& at, const Pile& cards, Budget& budget) {
    const bool fits = at.rules.new_card_limit == 0 || std::cmp_less_equal(cards.size(), at.rules.new_card_limit);
    const Pile cards_to_lay = fits ? cards : solver.largest_play(at.with_hand(cards), budget);
    if (cards_to_lay.empty()) return std::nullopt;
    auto fit_play = solver.fit_cards(at, cards_to_lay, budget);
    if (!fit_play) return std::nullopt;
    return MatchMove{MoveKind::laid, std::move(fit_play->hand_cards), std::move(fit_play->table)};
}

// Draw or pass. A player who may not wait any longer and can lay lays the most cards.
MatchMove wait_or_lay(TurnSolver& solver, const Match& match, const Position& at, Budget& budget) {
    if (match.may_draw() && !match.may_wait())
        if (auto move = lay_cards(solver, at, solver.largest_play(at, budget), budget)) return *move;
    return wait_move(match);
}

MatchMove lay_or_wait(TurnSolver& solver, const Match& match, const Position& at, const Pile& cards, Budget& budget) {
    if (auto move = lay_cards(solver, at, cards, budget)) return *move;
    return wait_or_lay(solver, match, at, budget);
}

// Lay the first of the groups of the hand that may be laid.
std::optional<MatchMove> lay_first(TurnSolver& solver, const Position& at, const Piles& groups, Budget& budget) {
    for (const Pile& group : groups)
        if (auto move = lay_cards(solver, at, group, budget)) return move;
    return std::nullopt;
}

bool fits_group(Pile group, std::uint8_t c, Line line) {
    if (group.size() <= 2) return false;
    group.push_back(c);
    return is_meld(group, line);
}

}  // namespace

MatchMove greedy_move(TurnSolver& solver, const Match& match, Budget& budget) {
    const Position at = position_of(match);
    return lay_or_wait(solver, match, at, solver.largest_play(at, budget), budget);
}

Pile dearest_cards(TurnSolver& solver, const Position& at, Budget& budget) {
    const auto best_play = solver.find_best_play(at, {at.rules.card_points}, budget);
    return best_play ? best_play->hand_cards : Pile{};
}

MatchMove points_move(TurnSolver& solver, const Match& match, Budget& budget) {
    const Position at = position_of(match);
    return lay_or_wait(solver, match, at, dearest_cards(solver, at, budget), budget);
}

// Lay the groups of the hand, or else a card that extends a group as it is. Otherwise draw.
MatchMove novice_move(TurnSolver& solver, const Match& match, Budget& budget) {
    const Position at = position_of(match);
    if (auto move = lay_cards(solver, at, join_groups(solver.hand_groups(at, budget)), budget)) return *move;
    if (at.has_opened)
        for (const std::uint8_t c : match.hand()) {
            const auto takes = [&](const Pile& group) { return fits_group(group, c, match.rules.line); };
            if (std::any_of(match.table.begin(), match.table.end(), takes))
                return lay_or_wait(solver, match, at, {c}, budget);
        }
    return wait_or_lay(solver, match, at, budget);
}

// Close, or lay cards outside the groups of the hand. Otherwise draw, or lay the smallest of these groups.
MatchMove patient_move(TurnSolver& solver, const Match& match, Budget& budget) {
    const Position at = position_of(match);
    const Pile largest_cards = solver.largest_play(at, budget);
    if (largest_cards.size() == match.hand().size())
        if (auto move = lay_cards(solver, at, largest_cards, budget)) return *move;
    const Piles hand_melds = solver.hand_groups(at, budget);
    Piles groups = hand_melds;
    std::sort(groups.begin(), groups.end(),
              [](const Pile& a, const Pile& b) { return a.size() != b.size() ? a.size() < b.size() : a < b; });
    if (!at.has_opened) {
        if (auto move = lay_first(solver, at, groups, budget)) return *move;
        return lay_or_wait(solver, match, at, largest_cards, budget);
    }
    const Pile loose = without_cards(match.hand(), join_groups(hand_melds));
    const Pile loose_play = hand_melds.empty() ? largest_cards : solver.largest_play(at.with_hand(loose), budget);
    if (!loose_play.empty()) return lay_or_wait(solver, match, at, loose_play, budget);
    if (!match.may_wait())
        if (auto move = lay_first(solver, at, groups, budget)) return *move;
    return wait_or_lay(solver, match, at, budget);
}

MatchMove bot_move(TurnSolver& solver, const Match& match, Bot bot, Budget& budget) {
    switch (bot) {
        case Bot::novice: return novice_move(solver, match, budget);
        case Bot::points: return points_move(solver, match, budget);
        case Bot::greedy: return greedy_move(solver, match, budget);
        case Bot::patient: break;
    }
    return patient_move(solver, match, budget);
}

void make_move(TurnSolver& solver, Match& match, const MatchMove& act, Budget& budget) {
    const bool asks = act.kind == MoveKind::drew && match.rules.wait_limit >= 0 && is_known(match.hand());
    make_move(match, act, asks && solver.can_lay(position_of(match), budget));
}

}  // namespace passatempo::machiavelli
