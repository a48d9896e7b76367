// Choices of one rank, the most promising first, bounded by the outlook of each suit.
// Algorithm: depth-first branch and bound with a transposition table
// Twin: machiavelli/reference/search.py
#include "lay/play.hpp"

#include <algorithm>
#include <cassert>

namespace passatempo::machiavelli {

namespace {

constexpr std::size_t sorted_at_once = 1U << 14;  // some milliseconds
constexpr std::size_t few = 12;                   // sorted in place: the library's sort asks for memory
constexpr std::size_t counted = 1U << 16;         // choices whose memory is asked for

}  // namespace

bool Player::improve(const Offer& offer, const Jokers& jokers, const State& start, const State& finish,
                     const Outlooks& outlooks, Value enough, Budget& budget, Play& best) {
    offer_ = &offer;
    jokers_ = jokers;
    finish_ = finish;
    outlooks_ = outlooks;
    enough_ = enough;
    budget_ = &budget;
    best_ = &best;
    known_.forget();
    const Value had = best.value;
    const int wild = jokers.must + jokers.may;
    const Value value = search(0, start, wild, 0, had + 1);
    // A value met in the cache leaves no path behind it: walk there again.
    if (value > best.value && budget.stop() == Stop::done) retrace(start, wild, value);
    return best.value > had;
}

// The greatest value from this state on if that is at least `need`, else anything below `need`.
Value Player::search(int place, const State& state, int wild, Value before, Value need) {
    if (place == ranks) {
        const Value value = end(state, wild);
        if (value != impossible && before + value > best_->value) record(before + value, wild);
        return value;
    }
    if (budget_->spend()) return impossible;
    if (const Known* known = known_.find(place, wild, state))
        if (known->exact || known->value < need) return known->value;
    list(place, state, wild, need);
    if (budget_->stop() != Stop::done) return impossible;
    Value best = impossible;
    for (const Choice& choice : choices_[place]) {
        const Value least = std::max(need, best + 1);
        if (choice.most < least) break;
        path_[place] = &choice;
        const Value later =
            search(place + 1, choice.next, wild - choice.wild, before + choice.gain, least - choice.gain);
        if (later != impossible) best = std::max(best, choice.gain + later);
        if (before + best >= enough_ || budget_->stop() != Stop::done) return best;
    }
    const bool exact = best >= need;
    known_.put(place, wild, state, {exact ? best : need - 1, exact});
    return best;
}

// Jokers of the table that stand for no card are melds of their own if there are three, with jokers of the hand.
Value Player::end(const State& state, int wild) const {
    for (int i = 0; i < suits; ++i)
        if (!as_good(open_runs(state, i), open_runs(finish_, i))) return impossible;
    const int used = jokers_.must + jokers_.may - wild;
    if (used >= jokers_.must) return jokers_.must - used;
    const int added = std::max(0, 3 - (jokers_.must - used));
    return added <= jokers_.may ? -added : impossible;
}

// The choices that may reach `need`, the most promising first.
void Player::list(int place, const State& state, int wild, Value need) {
    choices_[place].clear();
    list_options(place, state, wild);
    combine_options(place, wild, need);
    sort(choices_[place]);
}

// What each suit can do alone.
void Player::list_options(int place, const State& state, int wild) {
    const int sets = most_sets(offer_->may[place], wild);
    const int jokers = Outlook::joker * wild;
    for (int i = 0; i < suits; ++i) {
        options_[i].clear();
        const Open open = open_runs(state, i);
        const int most = offer_->in_runs(place, offer_->may[place][i] + wild - offer_->laid_before(place, i));
        for (int cards = open.pending(); cards <= most; ++cards) {
            Open next;
            if (!step(open, cards, offer_->limit(place + 1, i), next)) continue;
            const Prospect now = alone(*offer_, i, place, cards, sets);
            const Prospect later = outlooks_[i]->from(place + 1, next);
            if (now.value == impossible || later.value == impossible || now.jokers + later.jokers > jokers) continue;
            Option& option = options_[i].emplace_back();
            option.cards = cards;
            option.next = next;
            option.later = later;
            option.most = now.value + later.value;
            option.jokers = now.jokers + later.jokers;
        }
    }
}

// Every option of a suit with every one of the others, as far as they may reach `need` together.
void Player::combine_options(int place, int wild, Value need) {
    const int jokers = Outlook::joker * wild;
    std::array<Value, suits> rest{};  // the most that the suits after this one can still gain
    for (int i = suits - 1; i > 0; --i) {
        Value best = impossible;
        for (const Option& option : options_[i]) best = std::max(best, option.most);
        rest[i - 1] = std::max(impossible, rest[i] + best);
    }
    for (const Option& s : options_[0]) {
        if (s.most + rest[0] < need) continue;
        for (const Option& h : options_[1]) {
            if (s.most + h.most + rest[1] < need) continue;
            for (const Option& d : options_[2]) {
                if (busy()) return;
                const Value most = s.most + h.most + d.most;
                if (most + rest[2] < need) continue;
                for (const Option& c : options_[3]) {
                    if (most + c.most < need || s.jokers + h.jokers + d.jokers + c.jokers > jokers) continue;
                    if (wild == 0) settle(place, {&s, &h, &d, &c}, need);
                    else settle(place, {&s, &h, &d, &c}, wild, need);
                }
            }
        }
    }
}

// For loops between two nodes, which are long with many copies and jokers; true where all of them must be left.
bool Player::busy() { return (++looked_ & 255) == 0 ? budget_->poll() : budget_->stop() != Stop::done; }

void Player::put(std::vector<Choice>& choices, const Choice& choice) {
    if (choices.size() == choices.capacity() && choices.size() >= counted &&
        !budget_->room_for(2 * choices.size() * sizeof(Choice)))
        return;
    choices.push_back(choice);
}

// The most promising first, equal ones as they were found; in pieces, so that the budget is looked at between them.
void Player::sort(std::vector<Choice>& choices) {
    const auto better = [](const Choice& a, const Choice& b) { return a.most > b.most; };
    const std::size_t size = choices.size();
    if (size <= few) {
        for (std::size_t k = 1; k < size; ++k)
            for (std::size_t at = k; at > 0 && better(choices[at], choices[at - 1]); --at)
                std::swap(choices[at], choices[at - 1]);
        return;
    }
    const auto at = [&](std::size_t k) { return choices.begin() + std::min(k, size); };
    for (std::size_t k = 0; k < size && (k == 0 || !budget_->poll()); k += sorted_at_once)
        std::stable_sort(at(k), at(k + sorted_at_once), better);
    for (std::size_t width = sorted_at_once; width < size; width *= 2)
        for (std::size_t k = 0; k + width < size && !budget_->poll(); k += 2 * width)
            std::inplace_merge(at(k), at(k + width), at(k + 2 * width), better);
}

// With the runs chosen and without a joker, the sets take what they can.
void Player::settle(int place, const std::array<const Option*, suits>& picked, Value need) {
    const Row &may = offer_->may[place], &must = offer_->must[place];
    std::array<int, suits> over{};
    int needed = 0;
    for (int i = 0; i < suits; ++i) {
        const int in_runs = picked[i]->cards + offer_->laid_before(place, i);
        over[i] = may[i] - in_runs;
        needed = std::max(needed, must[i] - in_runs);
    }
    const int sets = most_sets(over);
    if (sets < needed) return;
    Value gain = 0, later = 0;
    for (int i = 0; i < suits; ++i) {
        gain += offer_->weight[place][i] * (may[i] - std::max(0, over[i] - sets) - must[i]);
        later += picked[i]->later.value;
    }
    if (later + gain < need) return;
    Choice choice{};
    choice.sets = sets;
    choice.gain = gain;
    choice.most = later + gain;
    for (int i = 0; i < suits; ++i) choice.take(i, *picked[i]);
    put(choices_[place], choice);
}

// The same with jokers: for each number of them in the sets, and of those that take the place of hand cards (of use
// only where the table has more jokers than can be used otherwise).
void Player::settle(int place, const std::array<const Option*, suits>& picked, int wild, Value need) {
    Choice choice{};
    std::array<int, suits> over{};
    int needed = 0, needed_later = 0;
    for (int i = 0; i < suits; ++i) {
        const int may = offer_->may[place][i];
        const int in_runs = picked[i]->cards + offer_->laid_before(place, i);
        over[i] = std::max(0, may - in_runs);
        choice.wild += std::max(0, in_runs - may);
        needed = std::max(needed, offer_->must[place][i] - in_runs);
        choice.most += picked[i]->later.value;
        needed_later += picked[i]->later.jokers;
        choice.take(i, *picked[i]);
    }
    const int unplayed = std::max(0, wild - jokers_.may);  // of the jokers that must be played
    wild -= (needed_later + Outlook::joker - 1) / Outlook::joker;
    for (; choice.wild <= wild && !busy(); ++choice.in_sets, ++choice.wild) {
        choice.sets = most_sets(over, choice.in_sets);
        int room = 4 * choice.sets;
        for (const int cards : over) room -= std::min(cards, choice.sets);
        if (choice.sets >= needed && room >= choice.in_sets)
            add(place, choice, std::min(unplayed, wild - choice.wild), need);
    }
}

// Add this choice, and those in which jokers take the place of hand cards, if they may reach `need`.
void Player::add(int place, Choice choice, int most_instead, Value need) {
    const Value later = choice.most;
    for (;; ++choice.instead, ++choice.wild) {
        const Share given = share_of(place, choice);
        choice.gain = 0;
        int cards = 0;
        for (int i = 0; i < suits; ++i) {
            const int laid = given.laid[i] - offer_->must[place][i];
            cards += laid;
            choice.gain += offer_->weight[place][i] * laid;
        }
        choice.most = later + choice.gain;
        if (choice.most >= need) put(choices_[place], choice);
        if (cards == 0 || choice.instead == most_instead || busy()) return;
    }
}

Share share(const Offer& offer, int place, const Row& runs, int sets, int in_sets, int instead) {
    Share share;
    share.runs = runs;
    int jokers = in_sets;
    for (int i = 0; i < suits; ++i) {
        const int may = offer.may[place][i];
        const int in_runs = runs[i] + offer.laid_before(place, i);
        const int real = std::min(std::max(0, may - in_runs), sets);
        const int added = std::min(jokers, sets - real);
        jokers -= added;
        share.sets[i] = real + added;
        share.laid[i] = std::min(may, in_runs + real);
    }
    assert(jokers == 0);
    for (int left = instead; left > 0; --left) {
        std::array<int, suits> hand{};
        for (int i = 0; i < suits; ++i) hand[i] = share.laid[i] - offer.must[place][i];
        const int cheapest = cheapest_of(offer, place, hand);
        if (cheapest < 0) break;  // cannot be: no more cards go than jokers stand for
        --share.laid[cheapest];
    }
    return share;
}

// Follow values that are known to be exact to a play of this value.
void Player::retrace(const State& start, int wild, Value value) {
    State state = start;
    Value before = 0;
    for (int place = 0; place < ranks; ++place) {
        const Value need = value - before;
        list(place, state, wild, need);
        if (budget_->stop() != Stop::done) return;  // a shorter list may lack the choice that leads to the value
        for (const Choice& choice : choices_[place]) {
            path_[place] = &choice;
            const Value later =
                search(place + 1, choice.next, wild - choice.wild, before + choice.gain, need - choice.gain);
            if (best_->value == value || budget_->stop() != Stop::done) return;
            if (later != impossible && later + choice.gain >= need) break;
        }
        state = path_[place]->next;
        wild -= path_[place]->wild;
        before += path_[place]->gain;
    }
    search(ranks, state, wild, before, impossible);
}

void Player::record(Value value, int wild) {
    best_->value = value;
    for (int place = 0; place < ranks; ++place) best_->shares[place] = share_of(place, *path_[place]);
    best_->jokers = jokers_.must + jokers_.may - wild;
    const int left = jokers_.must - best_->jokers;
    best_->spare_jokers = left > 0 ? std::max(3, left) : 0;
}

}  // namespace passatempo::machiavelli
