// Finds the best play of a turn under its rules by a relaxation, then by enumeration of divisions.
// 1. `find_best_play`: the relaxation in which jokers are free; its play is best if it keeps the rules.
// 2. `find_bound_joker`: a joker that no card freed, by Hall's condition [Hall1935].
// 3. `search_divisions`: otherwise, every way to free jokers and to move single cards (`any_division`).
// 4. `search_division`: the best play of a division, without its limits at first.
// 5. `meets_demand`: if that play breaks them, the integer program [Hertog2006] solves the division again.
// 6. `fit_cards`: the groups to keep when given cards are laid.
#include "turn/best_play.hpp"

#include <tuple>
#include <utility>

namespace passatempo::machiavelli {

namespace {

constexpr std::size_t min_group_size = 3;

Weights unit_weights() {
    Weights weights;
    weights.fill(1);
    return weights;
}

int jokers_in(const Pile& cards) { return static_cast<int>(std::ranges::count_if(cards, is_joker)); }

Value worth_of(const auto& cards, const Weights& weights) {
    Value sum = 0;
    for (const int c : cards) sum += weights[c];
    return sum;
}

// A turn in which all these cards must be laid, jokers too.
Turn turn_of(const Pile& table, Line line) {
    Turn turn{count_cards(table), {}, {}, line, {}};
    turn.weights.fill(1);
    turn.jokers.must = jokers_in(table);
    return turn;
}

Pile table_of(const Division& division) {
    Pile cards = join_groups(division.groups);
    cards.insert(cards.end(), division.mandatory_cards.begin(), division.mandatory_cards.end());
    return cards;
}

// The limits of the rules on the optional cards of a division.
Demand demand_of(const Position& at, const Division& division, bool is_limited) {
    Demand demand;
    if (is_limited && at.rules.new_card_limit > 0)
        demand.card_limit = at.rules.new_card_limit - static_cast<int>(division.mandatory_cards.size());
    if (!at.must_open()) return demand;
    demand.must_open = at.rules.continues;
    const bool any_group = at.rules.opening_kind == Opening::own_group;
    if (any_group) demand.card_points.fill(1);
    else std::copy_n(at.rules.card_points.begin(), deck, demand.card_points.begin());
    demand.min_worth = any_group ? min_group_size : at.rules.opening_points;
    demand.mandatory_cards = count_cards(division.mandatory_cards);
    demand.mandatory_jokers = jokers_in(division.mandatory_cards);
    return demand;
}

// Put the kept groups first, in their old order and with their jokers. In the other melds, restore the bound jokers as
// jokers. `bound` holds those of all groups.
Piles in_place(const Division& division, Piles melds, Pile bound) {
    const Piles& named = division.named_groups.empty() ? division.groups : division.named_groups;
    Piles intact_groups, kinds_left;
    for (const Pile& meld : melds) kinds_left.push_back(card_kinds(meld));
    for (std::size_t k = 0; k < division.groups.size(); ++k) {
        const auto at = std::ranges::find(kinds_left, card_kinds(division.groups[k]));
        if (division.groups[k].size() <= 1 || at == kinds_left.end()) continue;
        melds.erase(melds.begin() + (at - kinds_left.begin()));
        kinds_left.erase(at);
        intact_groups.push_back(named[k]);
        for (const std::uint8_t c : named[k])
            if (const auto joker = std::ranges::find(bound, c); is_joker(c) && joker != bound.end()) bound.erase(joker);
    }
    std::ranges::sort(bound);
    for (const std::uint8_t joker : bound)
        for (Pile& meld : melds) {
            const auto at = std::ranges::find(meld, face_of(joker));
            if (at == meld.end()) continue;
            *at = joker;
            break;
        }
    intact_groups.insert(intact_groups.end(), melds.begin(), melds.end());
    return intact_groups;
}

}  // namespace

bool TurnSolver::can_open(const TurnRules& rules, const Pile& cards, Budget& budget) {
    Turn turn{{}, count_cards(cards), {0, jokers_in(cards)}, rules.line, {}};
    Demand demand = demand_of({rules, {}, {}, false}, {}, false);
    demand.must_open = false;  // the hand is all there is
    return play_solver_.find_best_play(turn, demand, budget).has_value();
}

// Check whether a play that is best without the demand meets it.
bool TurnSolver::meets_demand(const Position& at, const Division& division, const Demand& demand,
                              const PlayResult& best_play, Budget& budget) {
    if (demand.card_limit >= 0 && std::ssize(best_play.hand_cards) > demand.card_limit) return false;
    if (demand.min_worth == 0) return true;
    Pile cards = division.mandatory_cards;
    for (const int c : best_play.hand_cards) cards.push_back(to_byte(kind_of(c)));
    if (demand.must_open) return can_open(at.rules, cards, budget);
    Value play_worth = 0;
    for (const Meld& meld : best_play.melds)
        for (const int c : meld) play_worth += demand.card_points[face_of(c)];
    return play_worth >= demand.min_worth;
}

// Find the best play of a division that lays `jokers` jokers of the hand, or any number if it is -1.
std::optional<PlayResult> TurnSolver::search_division(const Position& at, const Division& division,
                                                      const PlayPreference& preference, int jokers, Budget& budget) {
    Turn turn = turn_of(table_of(division), at.rules.line);
    turn.hand = count_cards(division.optional_cards);
    if (jokers < 0) turn.jokers.may = jokers_in(division.optional_cards);
    else turn.jokers.must += jokers;
    std::copy_n(preference.card_weights.begin(), deck, turn.weights.begin());
    Demand demand = demand_of(at, division, preference.is_limited);
    if (jokers > 0) {
        demand.mandatory_jokers += jokers;
        if (demand.card_limit >= 0) demand.card_limit = std::max(-1, demand.card_limit - jokers);
        if (demand.card_limit < 0 && at.rules.new_card_limit > 0 && preference.is_limited) return std::nullopt;
    }
    auto best_play = play_solver_.find_best_play(turn, budget);
    if (!best_play || budget.stop() != Stop::done || !demand.is_active()) return best_play;
    if (meets_demand(at, division, demand, *best_play, budget)) return best_play;
    return play_solver_.find_best_play(turn, demand, budget);
}

// If jokers must be freed, first solve as if they were free. The value of that play is an upper bound.
std::optional<TurnSolver::TurnPlay> TurnSolver::find_best_play(const Position& at, const PlayPreference& preference,
                                                               Budget& budget) {
    if (!at.may_lay) return std::nullopt;
    if (at.rules.joker_freeing == Freeing::free || !at.sees_table())
        return search_divisions(at, preference, nullptr, budget);
    TurnRules free_rules = at.rules;
    free_rules.joker_freeing = Freeing::free;
    const auto free_play =
        search_divisions({free_rules, at.table, at.hand, at.has_opened}, preference, nullptr, budget);
    if (!free_play || !find_bound_joker(at.rules, at.table, free_play->hand_cards, free_play->table)) return free_play;
    return search_divisions(at, preference, &*free_play, budget);
}

// Find the best play over all divisions. Stop at one as good as `play_bound`, the upper bound.
std::optional<TurnSolver::TurnPlay> TurnSolver::search_divisions(const Position& at, const PlayPreference& preference,
                                                                 const TurnPlay* play_bound, Budget& budget) {
    const auto play_key = [&](const TurnPlay& choice) {
        return std::tuple{choice.total_value, choice.hand_cards.size() == at.hand.size(),
                          -jokers_in(choice.hand_cards)};
    };
    std::optional<TurnPlay> best_play;
    const int hand_jokers = preference.card_weights[deck] > 0 ? jokers_in(at.hand) : -1;
    any_division(at, {}, budget, [&](const Division& division) {
        if (preference.is_limited && at.rules.new_card_limit > 0 &&
            std::cmp_greater(division.mandatory_cards.size(), at.rules.new_card_limit))
            return false;
        for (int jokers = std::min(hand_jokers, 0); jokers <= hand_jokers; ++jokers) {
            const auto division_play = search_division(at, division, preference, jokers, budget);
            if (!division_play) continue;
            TurnPlay choice{0, division.mandatory_cards, piles_of(division_play->melds)};
            for (const int c : division_play->hand_cards) choice.hand_cards.push_back(to_byte(kind_of(c)));
            choice.hand_cards.insert(choice.hand_cards.end(), std::max(0, jokers), deck);
            std::ranges::sort(choice.hand_cards);
            choice.total_value = worth_of(choice.hand_cards, preference.card_weights);
            if (best_play && play_key(choice) <= play_key(*best_play)) continue;
            best_play = std::move(choice);
        }
        return best_play && play_bound != nullptr && play_key(*best_play) == play_key(*play_bound);
    });
    return best_play;
}

Pile TurnSolver::largest_play(const Position& at, Budget& budget, bool is_limited) {
    const auto best_play = find_best_play(at, {unit_weights(), is_limited}, budget);
    return best_play ? best_play->hand_cards : Pile{};
}

Piles TurnSolver::hand_groups(const Position& at, Budget& budget) {
    if (at.hand.size() < min_group_size) return {};
    for (int jokers = jokers_in(at.hand); jokers >= 0; --jokers) {
        Turn turn = turn_of({}, at.rules.line);
        turn.hand = count_cards(at.hand);
        turn.jokers.must = jokers;
        const auto best_play = play_solver_.find_best_play(turn, budget);
        if (!best_play) continue;
        Piles groups = piles_of(best_play->melds);
        for (Pile& group : groups)
            for (std::uint8_t& c : group) c = std::min<std::uint8_t>(c, deck);
        return groups;
    }
    return {};
}

// Arrange all cards of a division in melds.
std::optional<PlayResult> TurnSolver::arrange_division(const Position& at, const Division& division, Budget& budget) {
    const Turn turn = turn_of(table_of(division), at.rules.line);
    const Demand demand = demand_of(at, division, false);
    auto best_play = play_solver_.find_best_play(turn, budget);
    if (!best_play || !demand.is_active() || meets_demand(at, division, demand, *best_play, budget)) return best_play;
    if (demand.must_open) return std::nullopt;
    return play_solver_.find_best_play(turn, demand, budget);  // jokers may stand for cards with more points
}

// Rearrange the same cards so that most groups are kept.
Piles TurnSolver::spare_groups(const Position& at, const Division& division, PlayResult division_play, Budget& budget) {
    Melds melds;
    for (const Pile& group : division.groups)
        if (group.size() <= Meld::size_limit) melds.push_back(meld_of(group));
    if (melds.empty()) return piles_of(division_play.melds);
    const Turn turn = turn_of(table_of(division), at.rules.line);
    Budget part = budget.share(std::min(nodes_to_spare(turn), budget.left()));
    return piles_of(group_maximizer_.spare_groups(melds, turn, division_play, part).melds);
}

bool TurnSolver::can_lay_all(const Position& at, const Pile& cards, Budget& budget) {
    if (!at.may_lay) return false;
    return any_division(at.with_hand(cards), cards, budget, [&](const Division& division) {
        if (demand_of(at, division, false).is_active()) return arrange_division(at, division, budget).has_value();
        const Turn turn = turn_of(table_of(division), at.rules.line);
        if (turn.jokers.must > 0) return play_solver_.reaches_value(turn, 0, budget);
        return arranger_.is_possible(turn.table, turn.line, budget);
    });
}

// The best play decides if the number of cards or an opening matters.
bool TurnSolver::can_lay(const Position& at, Budget& budget, const Pile& mandatory_cards) {
    if (!at.may_lay) return false;
    if (at.must_open() || (at.rules.new_card_limit > 0 && std::cmp_greater(at.hand.size(), at.rules.new_card_limit)))
        return !largest_play(at, budget).empty();
    return any_division(at, mandatory_cards, budget,
                        [&](const Division& division) { return can_lay_any(division, at.rules.line, budget); });
}

// Return whether a play exists with a card of the hand or one of its jokers.
bool TurnSolver::can_lay_any(const Division& division, Line line, Budget& budget) {
    Turn turn = turn_of(table_of(division), line);
    turn.hand = count_cards(division.optional_cards);
    turn.jokers.may = jokers_in(division.optional_cards);
    if (play_solver_.reaches_value(turn, division.mandatory_cards.empty() ? 1 : 0, budget)) return true;
    if (turn.jokers.may == 0 || !division.mandatory_cards.empty()) return false;
    --turn.jokers.may;
    ++turn.jokers.must;
    return play_solver_.reaches_value(turn, 0, budget);
}

// A joker that names a card is laid as that card. The kept groups come first, then the others in the kernel's order:
// runs by suit, then sets by rank.
std::optional<TurnResult> TurnSolver::fit_cards(const Position& at, const Pile& cards, Budget& budget) {
    if (!at.may_lay) return std::nullopt;
    Pile named, hand;
    for (const int c : cards) {
        if (c > deck) named.push_back(to_byte(c));
        hand.push_back(to_byte(face_of(c)));
    }
    std::optional<TurnResult> turn_result;
    any_division(at.with_hand(hand), hand, budget, [&](const Division& division) {
        auto division_play = arrange_division(at, division, budget);
        if (!division_play) return false;
        Pile jokers = division.bound_jokers;
        jokers.insert(jokers.end(), named.begin(), named.end());
        Piles after =
            in_place(division, spare_groups(at, division, *std::move(division_play), budget), std::move(jokers));
        after.insert(after.begin(), division.fixed_groups.begin(), division.fixed_groups.end());
        turn_result = {cards_from_hand(at.table, after), std::move(after)};
        return true;
    });
    return turn_result;
}

// Search all divisions. Each mandatory card counts as a group that cannot be kept.
std::optional<TurnResult> TurnSolver::smallest_change(const Position& at, Budget& budget) {
    std::optional<TurnResult> turn_result;
    std::tuple<Value, std::size_t, bool, int> best_key;
    any_division(at, {}, budget, [&](const Division& division) {
        Turn turn = turn_of(table_of(division), at.rules.line);
        turn.hand = count_cards(division.optional_cards);
        turn.jokers.may = jokers_in(division.optional_cards);
        Melds groups;
        for (const Pile& group : division.groups) groups.push_back(meld_of(group));
        for (const std::uint8_t c : division.mandatory_cards) groups.emplace_back().push_back(c);
        const Demand demand = demand_of(at, division, true);
        if (at.rules.new_card_limit > 0 && demand.card_limit < 0) return false;
        auto group_play = group_maximizer_.find_best_play(groups, turn, budget);
        if (group_play && demand.is_active() && !meets_demand(at, division, demand, group_play->play_result, budget))
            group_play = group_maximizer_.find_best_play(groups, turn, budget, &demand);
        if (!group_play || budget.stop() != Stop::done) return false;
        const int card_count =
            static_cast<int>(division.mandatory_cards.size() + group_play->play_result.hand_cards.size());
        const auto jokers = std::ranges::count_if(group_play->play_result.hand_cards, is_joker);
        const std::tuple play_key{group_play->play_result.total_value + std::ssize(division.mandatory_cards),
                                  group_play->intact_groups.size(), card_count == std::ssize(at.hand),
                                  -static_cast<int>(jokers)};
        if (turn_result && play_key <= best_key) return false;
        best_key = play_key;
        Piles after = in_place(division, piles_of(group_play->play_result.melds), division.bound_jokers);
        after.insert(after.begin(), division.fixed_groups.begin(), division.fixed_groups.end());
        turn_result = {cards_from_hand(at.table, after), std::move(after)};
        return false;
    });
    return turn_result;
}

// If jokers are free, the table does not show which joker came from the hand. Take one that stands for a new card.
Pile cards_from_hand(const Piles& before, const Piles& after) {
    Pile old_cards = join_groups(before), new_cards = join_groups(after);
    const auto jokers = jokers_in(new_cards) - jokers_in(old_cards);
    Pile named, plain_cards, fresh, lay;
    std::ranges::copy_if(new_cards, std::back_inserter(named), [](int c) { return c >= joker_as; });
    std::ranges::copy_if(new_cards, std::back_inserter(plain_cards), [](int c) { return c < deck; });
    std::ranges::sort(named);
    for (Pile left = old_cards; const std::uint8_t c : named) {
        const auto at = std::ranges::find(left, c);
        (at == left.end() ? fresh : lay).push_back(c);
        if (at != left.end()) left.erase(at);
    }
    fresh.insert(fresh.end(), lay.begin(), lay.end());
    std::erase_if(old_cards, is_joker);
    Pile hand_cards = without_cards(plain_cards, old_cards);
    std::ranges::sort(hand_cards);
    fresh.resize(std::clamp<std::ptrdiff_t>(jokers, 0, std::ssize(fresh)));
    std::ranges::sort(fresh);
    hand_cards.insert(hand_cards.end(), fresh.begin(), fresh.end());
    return hand_cards;
}

}  // namespace passatempo::machiavelli
