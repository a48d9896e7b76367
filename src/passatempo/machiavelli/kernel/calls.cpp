// The questions about a table: each one asks the kernel, and tells what it found.
#include <algorithm>
#include <string>

#include "arrange.hpp"
#include "asked.hpp"
#include "keep/fewest_moves.hpp"
#include "keep/most_kept.hpp"
#include "melds.hpp"
#include "plan.hpp"
#include "turn/best_play.hpp"
#include "unlock/unlock.hpp"

namespace passatempo::machiavelli::calls {

namespace {

// Used again and again by each thread.
PASSATEMPO_THREAD Layer layer;
PASSATEMPO_THREAD Keeper keeper;
PASSATEMPO_THREAD Mover mover;
PASSATEMPO_THREAD Unlocker unlocker;
PASSATEMPO_THREAD Arranger arranger;
PASSATEMPO_THREAD Census census;
PASSATEMPO_THREAD TurnSolver solver;

constexpr std::uint64_t effort = 20'000;  // nodes for the fewest cards moved, as in exact/lay.py

std::uint8_t& copies(Ranks& cards, int c) { return cards[c % ranks][c / ranks]; }

template <class Cards>
Pile pile_of(const Cards& cards) {
    return Pile(cards.begin(), cards.end());
}

bool has_jokers(const machiavelli::Turn& turn) { return turn.jokers.must + turn.jokers.may > 0; }

// What lies before a player: the groups, and the same by counts.
struct Seen {
    Piles groups;
    machiavelli::Turn turn;
    Pile hand;
    machiavelli::TurnRules rules;
    bool opened = true;
    bool is_heap = false;  // the cards of the table lie in no groups

    Position position() const { return {rules, groups, hand, opened}; }
    bool is_plain() const {
        return rules.joker == Freeing::free && rules.most_new == 0 && rules.crosses == 0 &&
               (opened || rules.opening == Opening::none);
    }
};

Seen seen(const Table& table) {
    Seen found{piles_of(table.groups), {}, pile_of(table.hand), turn_rules_of(table.rules), table.opened, false};
    std::sort(found.hand.begin(), found.hand.end());
    machiavelli::Turn& turn = found.turn;
    turn.line = found.rules.line;
    turn.weights.fill(1);
    for (const Pile& group : found.groups)
        for (const int c : group) c >= deck ? ++turn.jokers.must : ++copies(turn.table, c);
    for (const int c : table.hand) c >= deck ? ++turn.jokers.may : ++copies(turn.hand, c);
    if (turn.jokers.must + turn.jokers.may > found.rules.jokers) refuse("jokers: more than there are");
    for (int c = 0; c < deck; ++c)
        if (copies(turn.table, c) + copies(turn.hand, c) > found.rules.decks)
            refuse("cards: more copies than the decks have");
    found.is_heap = found.groups.empty() || (found.groups.size() == 1 && !named(found.groups[0], turn.line));
    return found;
}

// Write the groups that stay with the names that their jokers have; jokers laid, listed last, then lie elsewhere.
// Twin: machiavelli/groups.py
void keep_names(const Seen& it, Pile& laid, Piles& melds) {
    Piles own;
    for (const Pile& group : it.groups)
        if (std::any_of(group.begin(), group.end(), is_joker))
            if (auto meld = named(group, it.turn.line)) own.push_back(std::move(*meld));
    Pile moved;
    for (Pile& meld : melds) {
        const auto same =
            std::find_if(own.begin(), own.end(), [&](const Pile& group) { return kinds(group) == kinds(meld); });
        if (same == own.end()) {
            std::copy_if(meld.begin(), meld.end(), std::back_inserter(moved), is_joker);
        } else {
            meld = std::move(*same);
            own.erase(same);
        }
    }
    const std::size_t all = laid.size();
    std::erase_if(laid, [&](int c) {
        const auto at = std::find(moved.begin(), moved.end(), c);
        if (at == moved.end()) return is_joker(c);
        moved.erase(at);
        return false;
    });
    laid.insert(laid.end(), moved.end() - (all - laid.size()), moved.end());
}

// How many groups that are melds lie among the melds as they are; -1 where there were none.
std::int64_t count_kept(const Seen& it, const Piles& melds) {
    if (it.is_heap) return -1;
    std::vector<Pile> left;
    for (const Pile& meld : melds) left.push_back(kinds(meld));
    std::int64_t kept = 0;
    for (const Pile& group : it.groups) {
        const auto at = std::find(left.begin(), left.end(), kinds(group));
        if (at == left.end() || !named(group, it.turn.line)) continue;
        left.erase(at);
        ++kept;
    }
    return kept;
}

// The play found, with what its jokers stand for.
void tell(LayReply& told, const Seen& it, const Laid& laid) {
    Piles melds;
    for (const Meld& meld : laid.melds) melds.push_back(pile_of(meld));
    told.found = true;
    told.value = laid.value;
    told.laid = pile_of(laid.cards);
    if (it.turn.jokers.must > 0) keep_names(it, told.laid, melds);
    told.kept = count_kept(it, melds);
    told.melds = groups_of(melds);
}

// As exact/lay.py has it: the best play, then as many groups left as a short search finds.
void lay_most(LayReply& told, const Seen& it, Budget& budget) {
    auto laid = layer.best(it.turn, budget);
    told.bound = budget.stop() == Stop::done && laid ? laid->value : layer.bound();
    if (!laid) return;
    if (budget.stop() == Stop::done && !it.groups.empty()) {
        Melds melds;
        for (const Pile& group : it.groups)
            if (group.size() <= Meld::most) melds.push_back(meld_of(group));
        Budget part = budget.share(std::min(nodes_to_spare(it.turn), budget.left()));
        if (!melds.empty()) laid = keeper.spare(melds, it.turn, *laid, part);
        budget.count(part);
    }
    tell(told, it, *laid);
    told.bound = std::max(told.bound, told.value);
}

Pile laid_of(const Seen& it, const Melds& melds) {
    Ranks table = it.turn.table;
    Pile laid;
    for (const Meld& meld : melds)
        for (const int c : meld)
            if (copies(table, c) > 0) --copies(table, c);
            else laid.push_back(c);
    std::sort(laid.begin(), laid.end());
    return laid;
}

// Under rules that cards and melds alone do not decide.
void lay_by_rules(LayReply& told, const Seen& it, bool changes_least, Budget& budget) {
    Weights weights{};
    std::copy(it.turn.weights.begin(), it.turn.weights.end(), weights.begin());
    const Position at = it.position();
    const auto best = solver.best(at, {weights}, budget);
    for (const int c : it.hand) told.bound += weights[c];
    if (!best) return;
    const auto laying =
        changes_least && at.sees_table() ? solver.least_change(at, budget) : solver.fitted(at, best->cards, budget);
    if (!laying) return;
    told.found = true;
    told.value = best->value;
    if (budget.stop() == Stop::done) told.bound = best->value;
    told.laid = laying->laid;
    told.melds = groups_of(laying->table);
    told.kept = count_kept(it, laying->table);
}

// As exact/lay.py has it: most groups stay, then fewest cards are moved.
void lay_changing_least(LayReply& told, const Seen& it, Budget& budget) {
    Melds groups;
    for (const Pile& group : it.groups) {
        if (group.size() > Meld::most) refuse("groups: at most 13 cards in a meld");
        groups.push_back(meld_of(group));
    }
    const auto best = keeper.best(groups, it.turn, budget);
    if (!best) return;
    tell(told, it, best->laid);
    told.bound = told.value;
    told.moved = count_moved(it.groups, piles_of(told.melds), budget);
    if (told.moved == 0 || has_jokers(it.turn) || budget.stop() != Stop::done) return;
    Budget part = budget.share(std::min(effort, budget.left()));
    const int kept = best->groups.size();
    if (const auto moved = mover.best(groups, it.turn, told.value, kept, told.moved, part)) {
        tell(told, it, {told.value, {}, moved->melds});
        told.laid = laid_of(it, moved->melds);
        told.moved = moved->cards;
    } else {
        std::sort(told.laid.begin(), told.laid.end());
    }
    budget.count(part);
}

// All cards together, as for a table without a hand.
machiavelli::Turn together(const Seen& it, int more_jokers = 0) {
    machiavelli::Turn turn = it.turn;
    turn.table = everything(it.turn);
    turn.hand = {};
    turn.jokers = {it.turn.jokers.must + it.turn.jokers.may + more_jokers, 0};
    return turn;
}

}  // namespace

JudgeReply judge(const JudgeRequest& request, Budget& budget) {
    JudgeReply told;
    for (const Pile& group : piles_of(request.groups)) {
        if (budget.poll()) break;
        const auto found = machiavelli::judge(group, line_of(request.line));
        told.judgements.push_back({code_of(found.verdict), found.named, found.ordered, found.cards});
    }
    return told;
}

LayReply lay(const LayRequest& request, Budget& budget) {
    Seen it = seen(request.table);
    LayReply told{false, 0, 0, {}, {}, -1, -1};
    if (request.prefer == 1) std::copy_n(it.rules.card_points.begin(), deck, it.turn.weights.begin());
    if (!request.weights.empty()) {
        if (request.weights.size() != deck) refuse("weights: one for each card, or none");
        std::copy(request.weights.begin(), request.weights.end(), it.turn.weights.begin());
    }
    if (!it.is_plain()) {
        lay_by_rules(told, it, request.prefer == 2, budget);
        return told;
    }
    const auto is_meld = [&](const Pile& group) { return named(group, it.turn.line).has_value(); };
    if (request.prefer != 2 || it.is_heap) lay_most(told, it, budget);
    else if (std::all_of(it.groups.begin(), it.groups.end(), is_meld)) lay_changing_least(told, it, budget);
    else refuse("groups: one is no meld, so it cannot stay");
    return told;
}

PlanReply plan(const PlanRequest& request, Budget& budget) {
    PlanReply told;
    const Pile laid = cards_of(Group{request.laid});
    for (const auto& step : machiavelli::plan(piles_of(request.before), piles_of(request.after), laid, budget))
        told.steps.push_back({step.take, step.was, step.source, step.target, step.left, step.grown});
    return told;
}

// By one search for each card that may be drawn.
UnlockReply unlock_by_rules(const Seen& it, Budget& budget) {
    const Position at = it.position();
    const auto closes = [&](const Pile& hand) {
        const int most = it.rules.most_new;
        if (most > 0 && std::ssize(hand) > most) return false;
        return solver.goes(at, hand, budget);
    };
    UnlockReply told;
    told.now = closes(it.hand);
    for (int c = 0; c <= deck && !budget.poll(); ++c) {
        const int there = c == deck ? it.turn.jokers.must + it.turn.jokers.may
                                    : it.turn.table[c % ranks][c / ranks] + it.turn.hand[c % ranks][c / ranks];
        const int unseen = (c == deck ? it.rules.jokers : it.rules.decks) - there;
        told.unseen += unseen;
        Pile hand = it.hand;
        hand.push_back(c);
        if (unseen == 0 || !closes(hand)) continue;
        told.cards.push_back(c);
        told.copies.push_back(unseen);
        told.good += unseen;
    }
    return told;
}

UnlockReply unlock(const UnlockRequest& request, Budget& budget) {
    const Seen it = seen(request.table);
    if (!it.is_plain()) return unlock_by_rules(it, budget);
    const machiavelli::Turn all = together(it);
    UnlockReply told;
    told.now = unlocker.closes(all.table, all.jokers.must, all.line, budget);
    if (budget.stop() != Stop::done) return told;
    auto good = unlocker.singles(all.table, all.jokers.must, all.line, budget);
    const int jokers = it.rules.jokers - all.jokers.must;
    good.push_back(jokers > 0 && budget.stop() == Stop::done && layer.best(together(it, 1), budget));
    for (int c = 0; c <= deck; ++c) {
        const int unseen = c == deck ? jokers : it.rules.decks - all.table[c % ranks][c / ranks];
        told.unseen += unseen;
        if (unseen == 0 || good[c] == 0) continue;
        told.cards.push_back(c);
        told.copies.push_back(unseen);
        told.good += unseen;
    }
    return told;
}

ArrangeReply arrange(const ArrangeRequest& request, Budget& budget) {
    const Seen it = seen(request.table);
    if (it.rules.joker != Freeing::free || it.rules.crosses > 0) {
        const auto laying = solver.fitted({it.rules, it.groups, {}, true}, {}, budget);
        return {laying.has_value(), laying ? groups_of(laying->table) : std::vector<Group>{}};
    }
    if (it.turn.jokers.must > 0) {
        machiavelli::Turn turn = it.turn;
        turn.hand = {};
        turn.jokers.may = 0;
        const auto laid = layer.best(turn, budget);
        return {laid.has_value(), laid ? groups_of(laid->melds) : std::vector<Group>{}};
    }
    const bool possible = arranger.possible(it.turn.table, it.turn.line, budget);
    return {possible, possible ? groups_of(arranger.melds()) : std::vector<Group>{}};
}

CountReply count(const CountRequest& request, Budget& budget) {
    const Seen it = seen(request.table);
    if (it.turn.jokers.must > 0) refuse("groups: with jokers arrangements are not counted");
    const std::string digits = census.count(it.turn.table, it.turn.line, budget).hexadecimal();
    census.forget();
    return {pile_of(digits)};
}

}  // namespace passatempo::machiavelli::calls
