// Choices of one rank, the most promising first: branch and bound, suit by suit. For search.cpp alone. What is done for
// every combination of the suits' options is put into their loops: a call there costs a tenth of the time.
#pragma once

#include <algorithm>

#include "two/search.hpp"

namespace passatempo::machiavelli::two {

template <int jokers>
Promise<jokers> Search<jokers>::from(int outlooks, int place, int state, int suit, int left) const {
    if constexpr (wild) return outlooks_[outlooks].from(place, state, suit)[left];
    else return {outlooks_[outlooks].from(place, state, suit)};
}

// What the jokers left may pay for, less the hand's, each of which costs a unit.
template <int jokers>
Gain Search<jokers>::purse(int left) const
    requires(jokers > 0)
{
    return parts * (basis_.price * left - jokers_.may);
}

// The greatest gain that is promised.
template <int jokers>
Gain Search<jokers>::gain_of(const Promise<jokers>& promise, int left) const {
    if constexpr (wild) {
        constexpr Gain up = most_value;  // so that division rounds down
        return std::min(promise.most, (promise.priced + purse(left) + parts * up) / parts - up);
    }
    return promise.most;
}

// What must be promised where so much is needed.
template <int jokers>
Promise<jokers> Search<jokers>::least(Gain need, int left) const {
    if constexpr (wild) {
        constexpr Gain beyond = 2 * most_value;  // than which no more is promised
        return {need, parts * std::min(need, beyond) - purse(left)};
    }
    return {need};
}

// What a suit promises by an option, with so many jokers left before.
template <int jokers>
void Search<jokers>::promise(int place, int suit, int may, int left, Option& option) const {
    if constexpr (wild) {
        const auto* const later = outlooks_[on_[suit]].from(place + 1, option.state, suit);
        option.most = basis_.promise(place, suit, yield(place, suit), option.cards, may, left, later);
    } else {
        option.later = from(on_[suit], place + 1, option.state, suit, 0);
        option.most = {yield(place, suit, basis_.allowed[place].all[0].most, option.cards)[suit] + option.later.most};
    }
}

// What a suit can do alone.
template <int jokers>
void Search<jokers>::list_options(int place, Runs runs, int suit, int left, Options& options) const {
    const int state = Kinds::state_in(runs, suit), may = offer_->may[place][suit] - laid_before(place, suit);
    const int pending = Kinds::open_of[state].pending(), all = Kinds::open_of[state].all();
    const int more = place + 1 < ranks ? left : given();  // behind the last place a circle's first one may have them
    const auto& next = Kinds::steps[offer_->in_runs(place + 1, offer_->may[place + 1][suit] + more)][state];
    for (int cards = pending, most = offer_->in_runs(place, may + left); cards <= most; ++cards) {
        if (next[cards] == none) continue;
        Option& option = options.all[options.size];
        option.cards = cards;
        option.wild = wild ? std::max(0, cards - may) : 0;
        option.state = next[cards];
        promise(place, suit, may, left, option);
        if (option.most.most <= never / 2) continue;
        ++options.size;
        option.way = cards << digits * suit;
        option.code = digit[suit] * std::max(0, may - cards);
        option.next = next[cards] << Kinds::bits * suit;
        option.fresh = std::max(0, cards - all);
        option.ended = std::min(may, all) + option.fresh - cards;
        options.best.raise(option.most);
    }
}

// The choices that may reach `need`; returns how many.
template <int jokers>
int Search<jokers>::list(int place, Runs runs, int left, Gain need) {
    std::array<Options, suits> options;
    std::array<Promise<jokers>, suits + 1> rest{};
    for (int i = suits - 1; i >= 0; --i) {
        list_options(place, runs, i, left, options[i]);
        if (options[i].size == 0) return 0;
        rest[i] = rest[i + 1] + options[i].best;
    }
    const Promise<jokers> needed = least(need, left);
    if (!rest[0].reaches(needed)) return 0;
    int size = 0;
    std::array<const Option*, suits> picked{};
    for (int s = 0; s < options[0].size; ++s) {
        picked[0] = &options[0].all[s];
        const auto one = picked[0]->most;
        if (!(one + rest[1]).reaches(needed)) continue;
        for (int h = 0; h < options[1].size; ++h) {
            picked[1] = &options[1].all[h];
            const auto two = one + picked[1]->most;
            if (!(two + rest[2]).reaches(needed)) continue;
            for (int d = 0; d < options[2].size; ++d) {
                picked[2] = &options[2].all[d];
                const auto three = two + picked[2]->most;
                if (!(three + rest[3]).reaches(needed)) continue;
                for (int c = 0; c < options[3].size; ++c) {
                    picked[3] = &options[3].all[c];
                    if ((three + picked[3]->most).reaches(needed)) size = settle(place, picked, left, need, size);
                }
            }
        }
    }
    return size;
}

// With the runs chosen, for each number of jokers in the sets.
template <int jokers>
[[gnu::always_inline]] inline int Search<jokers>::settle(int place, const Picked& picked, int left, Gain need,
                                                         int size) {
    Choice choice{};
    int code = 0;
    for (int i = 0; i < suits; ++i) {
        code += picked[i]->code;
        choice.next |= picked[i]->next;
        choice.way |= picked[i]->way;
        left -= picked[i]->wild;
    }
    for (int added = 0; added <= (wild ? left : 0); ++added) {
        choice.left = left - added;
        if (added == 0 || of_use(place, code, added, left)) size = take(place, picked, code, added, choice, need, size);
    }
    return size;
}

// Jokers in sets: as more sets, or only to be laid, where that many have a place.
template <int jokers>
bool Search<jokers>::of_use(int place, int code, int added, int left) const {
    const auto& sets = most_sets_with<jokers>;
    if (sets[added][code] == sets[added - 1][code] && left - added < jokers_.may) return false;
    const bool loosely = place == ranks - 1 && line_.twice() && level_ < suits;
    return loosely || have_room<jokers>[added][code];
}

// The sets take what they can. Where they take no fewer if a run goes on that could, that is no worse: a state with one
// more long run.
template <int jokers>
[[gnu::always_inline]] inline int Search<jokers>::take(int place, const Picked& picked, int code, int added,
                                                       Choice choice, Gain need, int size) {
    const auto& most_sets = most_sets_with<jokers>[added];
    const int sets = most_sets[code];
    int cost = 0;
    Promise<jokers> later{};
    for (int i = 0; i < suits; ++i) {
        if (prunes_ && picked[i]->ended > 0 && most_sets[code - digit[i]] >= sets) return size;
        choice.gain += std::max(never / 4, yield(place, i, sets, picked[i]->cards)[i]);
        later = later + (wild ? from(on_[i], place + 1, picked[i]->state, i, choice.left) : picked[i]->later);
        cost += 4 * picked[i]->fresh + picked[i]->ended;
    }
    if (!later.reaches(least(need - choice.gain, choice.left))) return size;
    choice.most = gain_of(later, choice.left) + choice.gain;
    choice.way |= added << 12;
    choice.rank = steady_ ? -cost : choice.most;
    size = put(place, choice, size);
    return wild ? replace(place, picked, sets, choice, need, size) : size;
}

// Jokers of the table that must still be laid may take the place of the hand's cheapest cards.
template <int jokers>
int Search<jokers>::replace(int place, const Picked& picked, int sets, Choice choice, Gain need, int size) {
    std::array<int, suits> hand{};
    for (int i = 0; i < suits && choice.left > jokers_.may; ++i) {
        const bool loosely = place == ranks - 1 && laid_[i] > Kinds::most;  // with as many cards as there may be
        hand[i] = loosely ? offer_->may[place][i] - offer_->must[place][i]
                          : from_hand(place, i, picked[i]->cards + laid_before(place, i), sets);
    }
    while (choice.left > jokers_.may) {
        const Gain lost = take_cheapest(place, hand);
        if (lost == never) break;
        --choice.left;
        choice.gain -= lost;
        choice.way += 1 << 14;
        Promise<jokers> later{};
        for (int i = 0; i < suits; ++i) later = later + from(on_[i], place + 1, picked[i]->state, i, choice.left);
        choice.most = choice.rank = gain_of(later, choice.left) + choice.gain;
        if (choice.most >= need) size = put(place, choice, size);
    }
    return size;
}

// The hand's cards of a suit that are laid, with so many in runs and so many sets at most.
template <int jokers>
int Search<jokers>::from_hand(int place, int suit, int in_runs, int sets) const {
    const int may = offer_->may[place][suit];
    return std::min(may, in_runs + sets) - offer_->must[place][suit];
}

// Take one of the cheapest of these cards away; returns what it gained, `never` where there is none.
template <int jokers>
Gain Search<jokers>::take_cheapest(int place, std::array<int, suits>& hand) const {
    const int cheapest = cheapest_of(*offer_, place, hand);
    if (cheapest < 0) return never;
    --hand[cheapest];
    return offer_->weight[place][cheapest];
}

template <int jokers>
[[gnu::always_inline]] inline int Search<jokers>::put(int place, const Choice& choice, int size) {
    auto& choices = choices_[place];
    int at = size;
    for (; at > 0 && choices[at - 1].rank < choice.rank; --at) choices[at] = choices[at - 1];
    choices[at] = choice;
    return size + 1;
}

}  // namespace passatempo::machiavelli::two
