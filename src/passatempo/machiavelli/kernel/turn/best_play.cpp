// First the play as if jokers were free and no limit held: if it keeps the rules, it is best. Else every way to free
// jokers and to move crosses, with the integer program where a play asks for more than it may.
// Algorithm: relaxation, then enumeration of divisions
#include "turn/best_play.hpp"

#include <tuple>
#include <utility>

namespace passatempo::machiavelli {

namespace {

constexpr std::size_t least = 3;  // cards of a group

Weights ones() {
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
    Turn turn{counted(table), {}, {}, line, {}};
    turn.weights.fill(1);
    turn.jokers.must = jokers_in(table);
    return turn;
}

Pile table_of(const Division& division) {
    Pile cards = together(division.groups);
    cards.insert(cards.end(), division.forced.begin(), division.forced.end());
    return cards;
}

// What the rules ask of the cards that are laid beside those that must be.
Demand demand_of(const Position& at, const Division& division, bool limited) {
    Demand demand;
    if (limited && at.rules.most_new > 0)
        demand.most_laid = at.rules.most_new - static_cast<int>(division.forced.size());
    if (!at.must_open()) return demand;
    demand.opening = at.rules.continues;
    const bool any_group = at.rules.opening == Opening::own_group;
    if (any_group) demand.points.fill(1);
    else std::copy_n(at.rules.card_points.begin(), deck, demand.points.begin());
    demand.least_worth = any_group ? least : at.rules.opening_points;
    demand.forced = counted(division.forced);
    demand.forced_jokers = jokers_in(division.forced);
    return demand;
}

// The groups that stay first, in their old order and with their jokers; in the others the bound jokers lie again as
// jokers, of which `bound` has those of all groups.
Piles in_place(const Division& division, Piles melds, Pile bound) {
    const Piles& named = division.named.empty() ? division.groups : division.named;
    Piles stay, left;
    for (const Pile& meld : melds) left.push_back(kinds(meld));
    for (std::size_t k = 0; k < division.groups.size(); ++k) {
        const auto at = std::ranges::find(left, kinds(division.groups[k]));
        if (division.groups[k].size() <= 1 || at == left.end()) continue;
        melds.erase(melds.begin() + (at - left.begin()));
        left.erase(at);
        stay.push_back(named[k]);
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
    stay.insert(stay.end(), melds.begin(), melds.end());
    return stay;
}

}  // namespace

bool TurnSolver::opens(const TurnRules& rules, const Pile& cards, Budget& budget) {
    Turn turn{{}, counted(cards), {0, jokers_in(cards)}, rules.line, {}};
    Demand demand = demand_of({rules, {}, {}, false}, {}, false);
    demand.opening = false;  // there is nothing else that is laid
    return layer_.best(turn, demand, budget).has_value();
}

// Does a play that is best without the demand meet it?
bool TurnSolver::meets(const Position& at, const Division& division, const Demand& demand, const Laid& laid,
                       Budget& budget) {
    if (demand.most_laid >= 0 && std::ssize(laid.cards) > demand.most_laid) return false;
    if (demand.least_worth == 0) return true;
    Pile cards = division.forced;
    for (const int c : laid.cards) cards.push_back(narrow(kind_of(c)));
    if (demand.opening) return opens(at.rules, cards, budget);
    Value worth = 0;
    for (const Meld& meld : laid.melds)
        for (const int c : meld) worth += demand.points[face_of(c)];
    return worth >= demand.least_worth;
}

// The best play of a division in which so many jokers of the hand are laid; -1: as many as it takes.
std::optional<Laid> TurnSolver::search(const Position& at, const Division& division, const Wish& wish, int jokers,
                                       Budget& budget) {
    Turn turn = turn_of(table_of(division), at.rules.line);
    turn.hand = counted(division.hand);
    if (jokers < 0) turn.jokers.may = jokers_in(division.hand);
    else turn.jokers.must += jokers;
    std::copy_n(wish.weights.begin(), deck, turn.weights.begin());
    Demand demand = demand_of(at, division, wish.limited);
    if (jokers > 0) {
        demand.forced_jokers += jokers;
        if (demand.most_laid >= 0) demand.most_laid = std::max(-1, demand.most_laid - jokers);
        if (demand.most_laid < 0 && at.rules.most_new > 0 && wish.limited) return std::nullopt;
    }
    auto laid = layer_.best(turn, budget);
    if (!laid || budget.stop() != Stop::done || !demand.asks()) return laid;
    if (meets(at, division, demand, *laid, budget)) return laid;
    return layer_.best(turn, demand, budget);
}

// Where jokers must be freed: first as if they were free. No play is worth more than that one.
std::optional<TurnSolver::Choice> TurnSolver::best(const Position& at, const Wish& wish, Budget& budget) {
    if (!at.may_lay) return std::nullopt;
    if (at.rules.joker == Freeing::free || !at.sees_table()) return best_of(at, wish, nullptr, budget);
    TurnRules free_rules = at.rules;
    free_rules.joker = Freeing::free;
    const auto found = best_of({free_rules, at.table, at.hand, at.opened}, wish, nullptr, budget);
    if (!found || !unfreed_joker(at.rules, at.table, found->cards, found->table)) return found;
    return best_of(at, wish, &*found, budget);
}

// The best over all divisions; none is better than `most`.
std::optional<TurnSolver::Choice> TurnSolver::best_of(const Position& at, const Wish& wish, const Choice* most,
                                                      Budget& budget) {
    const auto rank = [&](const Choice& choice) {
        return std::tuple{choice.value, choice.cards.size() == at.hand.size(), -jokers_in(choice.cards)};
    };
    std::optional<Choice> found;
    const int held = wish.weights[deck] > 0 ? jokers_in(at.hand) : -1;
    any_division(at, {}, budget, [&](const Division& division) {
        if (wish.limited && at.rules.most_new > 0 && std::cmp_greater(division.forced.size(), at.rules.most_new))
            return false;
        for (int jokers = std::min(held, 0); jokers <= held; ++jokers) {
            const auto laid = search(at, division, wish, jokers, budget);
            if (!laid) continue;
            Choice choice{0, division.forced, piles_of(laid->melds)};
            for (const int c : laid->cards) choice.cards.push_back(narrow(kind_of(c)));
            choice.cards.insert(choice.cards.end(), std::max(0, jokers), deck);
            std::ranges::sort(choice.cards);
            choice.value = worth_of(choice.cards, wish.weights);
            if (found && rank(choice) <= rank(*found)) continue;
            found = std::move(choice);
        }
        return found && most != nullptr && rank(*found) == rank(*most);
    });
    return found;
}

Pile TurnSolver::most(const Position& at, Budget& budget, bool limited) {
    const auto found = best(at, {ones(), limited}, budget);
    return found ? found->cards : Pile{};
}

Piles TurnSolver::own(const Position& at, Budget& budget) {
    if (at.hand.size() < least) return {};
    for (int jokers = jokers_in(at.hand); jokers >= 0; --jokers) {
        Turn turn = turn_of({}, at.rules.line);
        turn.hand = counted(at.hand);
        turn.jokers.must = jokers;
        const auto found = layer_.best(turn, budget);
        if (!found) continue;
        Piles groups = piles_of(found->melds);
        for (Pile& group : groups)
            for (std::uint8_t& c : group) c = std::min<std::uint8_t>(c, deck);
        return groups;
    }
    return {};
}

// Melds of all cards of a division.
std::optional<Laid> TurnSolver::arranged(const Position& at, const Division& division, Budget& budget) {
    const Turn turn = turn_of(table_of(division), at.rules.line);
    const Demand demand = demand_of(at, division, false);
    auto laid = layer_.best(turn, budget);
    if (!laid || !demand.asks() || meets(at, division, demand, *laid, budget)) return laid;
    if (demand.opening) return std::nullopt;
    return layer_.best(turn, demand, budget);  // jokers may stand for dearer cards
}

// The same cards, so that most groups stay.
Piles TurnSolver::spared(const Position& at, const Division& division, Laid laid, Budget& budget) {
    Melds melds;
    for (const Pile& group : division.groups)
        if (group.size() <= Meld::most) melds.push_back(meld_of(group));
    if (melds.empty()) return piles_of(laid.melds);
    const Turn turn = turn_of(table_of(division), at.rules.line);
    Budget part = budget.share(std::min(nodes_to_spare(turn), budget.left()));
    return piles_of(keeper_.spare(melds, turn, laid, part).melds);
}

bool TurnSolver::goes(const Position& at, const Pile& cards, Budget& budget) {
    if (!at.may_lay) return false;
    return any_division(at.with(cards), cards, budget, [&](const Division& division) {
        if (demand_of(at, division, false).asks()) return arranged(at, division, budget).has_value();
        const Turn turn = turn_of(table_of(division), at.rules.line);
        if (turn.jokers.must > 0) return layer_.reaches(turn, 0, budget);
        return arranger_.possible(turn.table, turn.line, budget);
    });
}

// Where the number of cards or an opening decides too, the best play tells.
bool TurnSolver::can_lay(const Position& at, Budget& budget, const Pile& among) {
    if (!at.may_lay) return false;
    if (at.must_open() || (at.rules.most_new > 0 && std::cmp_greater(at.hand.size(), at.rules.most_new)))
        return !most(at, budget).empty();
    return any_division(at, among, budget,
                        [&](const Division& division) { return lays_some(division, at.rules.line, budget); });
}

// Is there a play with a card of the hand, or with one of its jokers?
bool TurnSolver::lays_some(const Division& division, Line line, Budget& budget) {
    Turn turn = turn_of(table_of(division), line);
    turn.hand = counted(division.hand);
    turn.jokers.may = jokers_in(division.hand);
    if (layer_.reaches(turn, division.forced.empty() ? 1 : 0, budget)) return true;
    if (turn.jokers.may == 0 || !division.forced.empty()) return false;
    --turn.jokers.may;
    ++turn.jokers.must;
    return layer_.reaches(turn, 0, budget);
}

// A joker that names a card is laid as that card. The groups that stay come first, then the others as the kernel has
// them: runs by suit, then sets by rank.
std::optional<Laying> TurnSolver::fitted(const Position& at, const Pile& cards, Budget& budget) {
    if (!at.may_lay) return std::nullopt;
    Pile named, hand;
    for (const int c : cards) {
        if (c > deck) named.push_back(narrow(c));
        hand.push_back(narrow(face_of(c)));
    }
    std::optional<Laying> found;
    any_division(at.with(hand), hand, budget, [&](const Division& division) {
        auto laid = arranged(at, division, budget);
        if (!laid) return false;
        Pile jokers = division.bound;
        jokers.insert(jokers.end(), named.begin(), named.end());
        Piles after = in_place(division, spared(at, division, *std::move(laid), budget), std::move(jokers));
        after.insert(after.begin(), division.aside.begin(), division.aside.end());
        found = {laid_of(at.table, after), std::move(after)};
        return true;
    });
    return found;
}

// Over all divisions; the cards that must be laid are groups that cannot stay.
std::optional<Laying> TurnSolver::least_change(const Position& at, Budget& budget) {
    std::optional<Laying> found;
    std::tuple<Value, std::size_t, bool, int> most;
    any_division(at, {}, budget, [&](const Division& division) {
        Turn turn = turn_of(table_of(division), at.rules.line);
        turn.hand = counted(division.hand);
        turn.jokers.may = jokers_in(division.hand);
        Melds groups;
        for (const Pile& group : division.groups) groups.push_back(meld_of(group));
        for (const std::uint8_t c : division.forced) groups.emplace_back().push_back(c);
        const Demand demand = demand_of(at, division, true);
        if (at.rules.most_new > 0 && demand.most_laid < 0) return false;
        auto kept = keeper_.best(groups, turn, budget);
        if (kept && demand.asks() && !meets(at, division, demand, kept->laid, budget))
            kept = keeper_.best(groups, turn, budget, &demand);
        if (!kept || budget.stop() != Stop::done) return false;
        const int laid = static_cast<int>(division.forced.size() + kept->laid.cards.size());
        const auto jokers = std::ranges::count_if(kept->laid.cards, is_joker);
        const std::tuple now{kept->laid.value + std::ssize(division.forced), kept->groups.size(),
                             laid == std::ssize(at.hand), -static_cast<int>(jokers)};
        if (found && now <= most) return false;
        most = now;
        Piles after = in_place(division, piles_of(kept->laid.melds), division.bound);
        after.insert(after.begin(), division.aside.begin(), division.aside.end());
        found = {laid_of(at.table, after), std::move(after)};
        return false;
    });
    return found;
}

// Which joker came from the hand cannot be seen where jokers are free: one that stands for something new is taken.
Pile laid_of(const Piles& before, const Piles& after) {
    Pile old = together(before), now = together(after);
    const auto jokers = jokers_in(now) - jokers_in(old);
    Pile named, plain_cards, fresh, lay;
    std::ranges::copy_if(now, std::back_inserter(named), [](int c) { return c >= joker_as; });
    std::ranges::copy_if(now, std::back_inserter(plain_cards), [](int c) { return c < deck; });
    std::ranges::sort(named);
    for (Pile left = old; const std::uint8_t c : named) {
        const auto at = std::ranges::find(left, c);
        (at == left.end() ? fresh : lay).push_back(c);
        if (at != left.end()) left.erase(at);
    }
    fresh.insert(fresh.end(), lay.begin(), lay.end());
    std::erase_if(old, is_joker);
    Pile laid = without(plain_cards, old);
    std::ranges::sort(laid);
    fresh.resize(std::clamp<std::ptrdiff_t>(jokers, 0, std::ssize(fresh)));
    std::ranges::sort(fresh);
    laid.insert(laid.end(), fresh.begin(), fresh.end());
    return laid;
}

}  // namespace passatempo::machiavelli
