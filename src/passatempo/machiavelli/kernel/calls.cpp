// The calls about a table. Each queries the kernel and returns the result.
#include <algorithm>
#include <string>

#include "arrange.hpp"
#include "group_keeping/fewest_moves.hpp"
#include "group_keeping/group_maximizer.hpp"
#include "melds.hpp"
#include "plan.hpp"
#include "requests.hpp"
#include "turn/best_play.hpp"
#include "unlock/unlock.hpp"

namespace passatempo::machiavelli::calls {

namespace {

// Reused by each thread.
PASSATEMPO_THREAD PlaySolver layer;
PASSATEMPO_THREAD GroupMaximizer keeper;
PASSATEMPO_THREAD FewestMovesSolver mover;
PASSATEMPO_THREAD Unlocker unlocker;
PASSATEMPO_THREAD Arranger arranger;
PASSATEMPO_THREAD Census census;
PASSATEMPO_THREAD TurnSolver solver;

constexpr std::uint64_t move_node_limit = 20'000;  // node limit for the fewest cards moved, as in exact/lay.py

std::uint8_t& copies(Ranks& cards, int c) { return cards[c % ranks][c / ranks]; }

template <class Cards>
Pile pile_of(const Cards& cards) {
    return Pile(cards.begin(), cards.end());
}

bool has_jokers(const machiavelli::Turn& turn) { return turn.jokers.must + turn.jokers.may > 0; }

// The view of a player: the groups, and the same by counts.
struct VisibleTable {
    Piles groups;
    machiavelli::Turn turn_counts;
    Pile hand;
    machiavelli::TurnRules turn_rules;
    bool has_opened = true;
    bool is_heap = false;  // the cards of the table form no groups

    Position turn_position() const { return {turn_rules, groups, hand, has_opened}; }
    bool is_plain() const {
        return turn_rules.joker_freeing == Freeing::free && turn_rules.new_card_limit == 0 && turn_rules.crosses == 0 &&
               (has_opened || turn_rules.opening_kind == Opening::none);
    }
};

VisibleTable read_table(const Table& table) {
    VisibleTable visible_table{piles_of(table.groups),     {},           pile_of(table.hand),
                               turn_rules_of(table.rules), table.opened, false};
    std::sort(visible_table.hand.begin(), visible_table.hand.end());
    machiavelli::Turn& turn = visible_table.turn_counts;
    turn.line = visible_table.turn_rules.line;
    turn.weights.fill(1);
    for (const Pile& group : visible_table.groups)
        for (const int c : group) c >= deck ? ++turn.jokers.must : ++copies(turn.table, c);
    for (const int c : table.hand) c >= deck ? ++turn.jokers.may : ++copies(turn.hand, c);
    if (turn.jokers.must + turn.jokers.may > visible_table.turn_rules.jokers) refuse("jokers: more than there are");
    for (int c = 0; c < deck; ++c)
        if (copies(turn.table, c) + copies(turn.hand, c) > visible_table.turn_rules.decks)
            refuse("cards: more copies than the decks have");
    visible_table.is_heap = visible_table.groups.empty() ||
                            (visible_table.groups.size() == 1 && !name_jokers(visible_table.groups[0], turn.line));
    return visible_table;
}

// Restore the joker names of the kept groups. The jokers laid, listed last, then take names from the other melds.
// Twin: machiavelli/groups.py
void keep_names(const VisibleTable& view, Pile& play_cards, Piles& melds) {
    Piles joker_groups;
    for (const Pile& group : view.groups)
        if (std::any_of(group.begin(), group.end(), is_joker))
            if (auto meld = name_jokers(group, view.turn_counts.line)) joker_groups.push_back(std::move(*meld));
    Pile loose_jokers;
    for (Pile& meld : melds) {
        const auto group_match = std::find_if(joker_groups.begin(), joker_groups.end(),
                                              [&](const Pile& group) { return card_kinds(group) == card_kinds(meld); });
        if (group_match == joker_groups.end()) {
            std::copy_if(meld.begin(), meld.end(), std::back_inserter(loose_jokers), is_joker);
        } else {
            meld = std::move(*group_match);
            joker_groups.erase(group_match);
        }
    }
    const std::size_t total_size = play_cards.size();
    std::erase_if(play_cards, [&](int c) {
        const auto at = std::find(loose_jokers.begin(), loose_jokers.end(), c);
        if (at == loose_jokers.end()) return is_joker(c);
        loose_jokers.erase(at);
        return false;
    });
    play_cards.insert(play_cards.end(), loose_jokers.end() - (total_size - play_cards.size()), loose_jokers.end());
}

// The number of melds of the table that are unchanged, or -1 if there were none.
std::int64_t count_intact(const VisibleTable& view, const Piles& melds) {
    if (view.is_heap) return -1;
    std::vector<Pile> left;
    for (const Pile& meld : melds) left.push_back(card_kinds(meld));
    std::int64_t intact_groups = 0;
    for (const Pile& group : view.groups) {
        const auto at = std::find(left.begin(), left.end(), card_kinds(group));
        if (at == left.end() || !name_jokers(group, view.turn_counts.line)) continue;
        left.erase(at);
        ++intact_groups;
    }
    return intact_groups;
}

// Fill in the play, with the cards that its jokers stand for.
void fill_reply(LayReply& reply, const VisibleTable& view, const PlayResult& best_play) {
    Piles melds;
    for (const Meld& meld : best_play.melds) melds.push_back(pile_of(meld));
    reply.found = true;
    reply.value = best_play.total_value;
    reply.laid = pile_of(best_play.hand_cards);
    if (view.turn_counts.jokers.must > 0) keep_names(view, reply.laid, melds);
    reply.kept = count_intact(view, melds);
    reply.melds = groups_of(melds);
}

// As in exact/lay.py: the best play, then as many kept groups as a short search finds.
void lay_best(LayReply& reply, const VisibleTable& view, Budget& budget) {
    auto best_play = layer.find_best_play(view.turn_counts, budget);
    reply.bound = budget.stop() == Stop::done && best_play ? best_play->total_value : layer.upper_bound();
    if (!best_play) return;
    if (budget.stop() == Stop::done && !view.groups.empty()) {
        Melds melds;
        for (const Pile& group : view.groups)
            if (group.size() <= Meld::size_limit) melds.push_back(meld_of(group));
        Budget part_budget = budget.share(std::min(nodes_to_spare(view.turn_counts), budget.left()));
        if (!melds.empty()) best_play = keeper.spare_groups(melds, view.turn_counts, *best_play, part_budget);
        budget.count(part_budget);
    }
    fill_reply(reply, view, *best_play);
    reply.bound = std::max(reply.bound, reply.value);
}

Pile hand_cards_of(const VisibleTable& view, const Melds& melds) {
    Ranks table = view.turn_counts.table;
    Pile hand_cards;
    for (const Meld& meld : melds)
        for (const int c : meld)
            if (copies(table, c) > 0) --copies(table, c);
            else hand_cards.push_back(c);
    std::sort(hand_cards.begin(), hand_cards.end());
    return hand_cards;
}

// For rules that cards and melds alone do not decide.
void lay_by_rules(LayReply& reply, const VisibleTable& view, bool keeps_groups, Budget& budget) {
    Weights weights{};
    std::copy(view.turn_counts.weights.begin(), view.turn_counts.weights.end(), weights.begin());
    const Position at = view.turn_position();
    const auto best_play = solver.find_best_play(at, {weights}, budget);
    for (const int c : view.hand) reply.bound += weights[c];
    if (!best_play) return;
    const auto turn_result = keeps_groups && at.sees_table() ? solver.smallest_change(at, budget)
                                                             : solver.fit_cards(at, best_play->hand_cards, budget);
    if (!turn_result) return;
    reply.found = true;
    reply.value = best_play->total_value;
    if (budget.stop() == Stop::done) reply.bound = best_play->total_value;
    reply.laid = turn_result->hand_cards;
    reply.melds = groups_of(turn_result->table);
    reply.kept = count_intact(view, turn_result->table);
}

// As in exact/lay.py: the most kept groups, then the fewest cards moved.
void lay_with_fewest_changes(LayReply& reply, const VisibleTable& view, Budget& budget) {
    Melds groups;
    for (const Pile& group : view.groups) {
        if (group.size() > Meld::size_limit) refuse("groups: at most 13 cards in a meld");
        groups.push_back(meld_of(group));
    }
    const auto best_groups = keeper.find_best_play(groups, view.turn_counts, budget);
    if (!best_groups) return;
    fill_reply(reply, view, best_groups->play_result);
    reply.bound = reply.value;
    reply.moved = count_moves(view.groups, piles_of(reply.melds), budget);
    if (reply.moved == 0 || has_jokers(view.turn_counts) || budget.stop() != Stop::done) return;
    Budget part_budget = budget.share(std::min(move_node_limit, budget.left()));
    const int group_count = best_groups->intact_groups.size();
    if (const auto best_moves =
            mover.find_best_play(groups, view.turn_counts, reply.value, group_count, reply.moved, part_budget)) {
        fill_reply(reply, view, {reply.value, {}, best_moves->melds});
        reply.laid = hand_cards_of(view, best_moves->melds);
        reply.moved = best_moves->move_count;
    } else {
        std::sort(reply.laid.begin(), reply.laid.end());
    }
    budget.count(part_budget);
}

// All cards together, as for a table without a hand.
machiavelli::Turn join_turn(const VisibleTable& view, int extra_jokers = 0) {
    machiavelli::Turn turn = view.turn_counts;
    turn.table = all_cards(view.turn_counts);
    turn.hand = {};
    turn.jokers = {view.turn_counts.jokers.must + view.turn_counts.jokers.may + extra_jokers, 0};
    return turn;
}

}  // namespace

JudgeReply judge(const JudgeRequest& request, Budget& budget) {
    JudgeReply reply;
    for (const Pile& group : piles_of(request.groups)) {
        if (budget.poll()) break;
        const auto group_judgement = machiavelli::judge(group, line_of(request.line));
        reply.judgements.push_back({code_of(group_judgement.verdict), group_judgement.named, group_judgement.play_order,
                                    group_judgement.fault_cards});
    }
    return reply;
}

LayReply lay(const LayRequest& request, Budget& budget) {
    VisibleTable view = read_table(request.table);
    LayReply reply{false, 0, 0, {}, {}, -1, -1};
    if (request.prefer == 1) std::copy_n(view.turn_rules.card_points.begin(), deck, view.turn_counts.weights.begin());
    if (!request.weights.empty()) {
        if (request.weights.size() != deck) refuse("weights: one for each card, or none");
        std::copy(request.weights.begin(), request.weights.end(), view.turn_counts.weights.begin());
    }
    if (!view.is_plain()) {
        lay_by_rules(reply, view, request.prefer == 2, budget);
        return reply;
    }
    const auto is_meld = [&](const Pile& group) { return name_jokers(group, view.turn_counts.line).has_value(); };
    if (request.prefer != 2 || view.is_heap) lay_best(reply, view, budget);
    else if (std::all_of(view.groups.begin(), view.groups.end(), is_meld)) lay_with_fewest_changes(reply, view, budget);
    else refuse("groups: one is no meld, so it cannot stay");
    return reply;
}

PlanReply plan(const PlanRequest& request, Budget& budget) {
    PlanReply reply;
    const Pile hand_cards = cards_of(Group{request.laid});
    for (const auto& step : machiavelli::plan(piles_of(request.before), piles_of(request.after), hand_cards, budget))
        reply.steps.push_back({step.take, step.was, step.source, step.target, step.source_pile, step.target_pile});
    return reply;
}

// Run one search for each card that may be drawn.
UnlockReply unlock_by_rules(const VisibleTable& view, Budget& budget) {
    const Position at = view.turn_position();
    const auto closes = [&](const Pile& hand) {
        const int new_limit = view.turn_rules.new_card_limit;
        if (new_limit > 0 && std::ssize(hand) > new_limit) return false;
        return solver.can_lay_all(at, hand, budget);
    };
    UnlockReply reply;
    reply.now = closes(view.hand);
    for (int c = 0; c <= deck && !budget.poll(); ++c) {
        const int visible_copies =
            c == deck ? view.turn_counts.jokers.must + view.turn_counts.jokers.may
                      : view.turn_counts.table[c % ranks][c / ranks] + view.turn_counts.hand[c % ranks][c / ranks];
        const int unseen = (c == deck ? view.turn_rules.jokers : view.turn_rules.decks) - visible_copies;
        reply.unseen += unseen;
        Pile hand = view.hand;
        hand.push_back(c);
        if (unseen == 0 || !closes(hand)) continue;
        reply.cards.push_back(c);
        reply.copies.push_back(unseen);
        reply.good += unseen;
    }
    return reply;
}

UnlockReply unlock(const UnlockRequest& request, Budget& budget) {
    const VisibleTable view = read_table(request.table);
    if (!view.is_plain()) return unlock_by_rules(view, budget);
    const machiavelli::Turn joint_turn = join_turn(view);
    UnlockReply reply;
    reply.now = unlocker.can_close_hand(joint_turn.table, joint_turn.jokers.must, joint_turn.line, budget);
    if (budget.stop() != Stop::done) return reply;
    auto unlock_flags = unlocker.unlocking_cards(joint_turn.table, joint_turn.jokers.must, joint_turn.line, budget);
    const int jokers = view.turn_rules.jokers - joint_turn.jokers.must;
    unlock_flags.push_back(jokers > 0 && budget.stop() == Stop::done &&
                           layer.find_best_play(join_turn(view, 1), budget));
    for (int c = 0; c <= deck; ++c) {
        const int unseen = c == deck ? jokers : view.turn_rules.decks - joint_turn.table[c % ranks][c / ranks];
        reply.unseen += unseen;
        if (unseen == 0 || unlock_flags[c] == 0) continue;
        reply.cards.push_back(c);
        reply.copies.push_back(unseen);
        reply.good += unseen;
    }
    return reply;
}

ArrangeReply arrange(const ArrangeRequest& request, Budget& budget) {
    const VisibleTable view = read_table(request.table);
    if (view.turn_rules.joker_freeing != Freeing::free || view.turn_rules.crosses > 0) {
        const auto turn_result = solver.fit_cards({view.turn_rules, view.groups, {}, true}, {}, budget);
        return {turn_result.has_value(), turn_result ? groups_of(turn_result->table) : std::vector<Group>{}};
    }
    if (view.turn_counts.jokers.must > 0) {
        machiavelli::Turn turn = view.turn_counts;
        turn.hand = {};
        turn.jokers.may = 0;
        const auto best_play = layer.find_best_play(turn, budget);
        return {best_play.has_value(), best_play ? groups_of(best_play->melds) : std::vector<Group>{}};
    }
    const bool possible = arranger.is_possible(view.turn_counts.table, view.turn_counts.line, budget);
    return {possible, possible ? groups_of(arranger.extract_melds()) : std::vector<Group>{}};
}

CountReply count(const CountRequest& request, Budget& budget) {
    const VisibleTable view = read_table(request.table);
    if (view.turn_counts.jokers.must > 0) refuse("groups: with jokers arrangements are not counted");
    const std::string digits =
        census.count_arrangements(view.turn_counts.table, view.turn_counts.line, budget).to_hexadecimal();
    census.clear_memo();
    return {pile_of(digits)};
}

}  // namespace passatempo::machiavelli::calls
