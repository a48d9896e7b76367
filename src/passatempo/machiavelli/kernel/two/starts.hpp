// The suits' starts, fixed one after the other. For search.cpp alone.
#pragma once

#include <algorithm>
#include <numeric>

#include "two/search.hpp"

namespace passatempo::machiavelli::two {

template <int jokers>
void Search<jokers>::read() {
    memory_.resize(std::size_t{1} << entry_bits);
    if constexpr (wild) choices_.resize(ranks);
    basis_.read(*offer_, wild ? price() : 0);
    aces_[0] = basis_.yields[ranks - 1];
    built_ = {};
    for (int suit = 0; suit < suits; ++suit) list_starts(suit);
    if (line_.twice() && *std::max_element(sizes_.begin(), sizes_.end()) > 1) read_aces();
}

// What the aces gain with each number of them before the 2, and at most with any.
template <int jokers>
void Search<jokers>::read_aces() {
    auto& any = aces_[Kinds::most + 1] = aces_[0];
    for (std::uint8_t before = 1; before <= Kinds::most; ++before) {
        aces_[before].read(*offer_, ranks - 1, {before, before, before, before});
        for (std::size_t sets = 0; sets < any.by.size(); ++sets)
            for (int cards = 0; cards <= Kinds::most; ++cards)
                for (int i = 0; i < suits; ++i)
                    any.by[sets][cards][i] = std::max(any.by[sets][cards][i], aces_[before].by[sets][cards][i]);
    }
}

// The runs that a suit may begin with: none, aces before the 2, or on a circle such as the first places can lengthen.
template <int jokers>
void Search<jokers>::list_starts(int suit) {
    auto& starts = starts_[suit];
    const auto may = [&](int place) { return offer_->may[place][suit] + given(); };
    const int most = std::min(may(ranks - 1), may(0));
    int size = 0;
    starts[size++] = {};
    for (int state = 1; state < Kinds::states; ++state) {
        const Open& open = Kinds::open_of[state];
        if (open.all() > most || open.one > may(1)) continue;
        if (line_.twice() && open.one == open.all()) starts[size++] = {state, open.one};
        if (line_.circular && open.two <= may(ranks - 2)) starts[size++] = {state, 0};
    }
    sizes_[suit] = size;
}

// Suits with one start have it from the beginning; the others are as good as can be before the first place.
template <int jokers>
void Search<jokers>::begin() {
    std::iota(turns_.begin(), turns_.end(), 0);
    std::stable_sort(turns_.begin(), turns_.end(), [&](int a, int b) { return sizes_[a] < sizes_[b]; });
    loosest_ = 0;
    start_ = 0;
    for (const int suit : turns_) {
        if (sizes_[suit] == 1) {
            ++loosest_;
            put_on(suit, {}, outlooks_of({}));
            continue;
        }
        int most = 0;
        for (int k = 0; k < sizes_[suit]; ++k) most = std::max(most, Kinds::open_of[starts_[suit][k].state].all());
        put_on(suit, {Kinds::state_of({0, 0, most}), 0}, loose);
    }
}

template <int jokers>
void Search<jokers>::put_on(int suit, const Start& start, int outlooks) {
    build(outlooks, suit);
    on_[suit] = outlooks;
    fixed_[suit] = start;
    laid_[suit] = outlooks == loose && line_.twice() ? Kinds::most + 1 : start.before;
    constexpr Runs mask = (1 << Kinds::bits) - 1;
    start_ = (start_ & ~(mask << Kinds::bits * suit)) | start.state << Kinds::bits * suit;
}

// Without jokers for all suits at once.
template <int jokers>
void Search<jokers>::build(int outlooks, int suit) {
    const unsigned these = wild ? 1U << suit : 15U;
    if ((built_[outlooks] & these) == these) return;
    built_[outlooks] |= these;
    const bool loosely = outlooks == loose;
    Ends ends{loosely ? none : outlooks, 0};
    if (!line_.circular) ends = {0, loosely ? 0 : outlooks};
    basis_.yields[ranks - 1] = aces_[loosely && line_.twice() ? Kinds::most + 1 : ends.before];
    if constexpr (wild) outlooks_[outlooks].build(basis_, ends, suit);
    else outlooks_[outlooks].build(basis_, ends);
    basis_.yields[ranks - 1] = aces_[0];
}

// With the starts of so many suits fixed.
template <int jokers>
void Search<jokers>::fix(int level) {
    level_ = level;
    forget(level);
    if (most() <= best_ || !descend(0, start_, given(), 0) || level == suits || over()) return;
    const int suit = turns_[level];
    sort_starts(suit);
    const Start loosely = fixed_[suit];
    for (int k = 0; k < promising_[suit] && !over(); ++k) {
        const Start& start = starts_[suit][orders_[suit][k].second];
        put_on(suit, start, outlooks_of(start));
        fix(level + 1);
    }
    put_on(suit, loosely, loose);
    level_ = level;
}

// The starts from which the suit can come to an end, the most promising first, and what one of them promises at most.
template <int jokers>
void Search<jokers>::sort_starts(int suit) {
    auto& order = orders_[suit];
    int size = 0;
    tops_[suit] = Promise<jokers>::none();
    for (int k = 0; k < sizes_[suit]; ++k) {
        const Start& start = starts_[suit][k];
        build(outlooks_of(start), suit);
        const auto promise = from(outlooks_of(start), 0, start.state, suit, given());
        if (promise.most <= never / 2) continue;
        tops_[suit].raise(promise);
        order[size++] = {promise.most, k};
    }
    promising_[suit] = size;
    for (int k = 1; k < size; ++k)
        for (int at = k; at > 0 && order[at - 1].first < order[at].first; --at) std::swap(order[at - 1], order[at]);
}

template <int jokers>
Promise<jokers> Search<jokers>::sort_all_starts() {
    Promise<jokers> most{};
    for (int suit = 0; suit < suits; ++suit) {
        sort_starts(suit);
        most = most + tops_[suit];
    }
    return most;
}

// Every combination of the suits' starts in turn, for so long as most hands take: of plays as good the one met first is
// the general search's, and the tables' groups that it happens to leave are too. True where the search is over.
template <int jokers>
bool Search<jokers>::in_order(Budget& budget) {
    prunes_ = false;
    loosest_ = suits;
    Budget part = budget.share(std::min(soon, budget.left()));
    budget_ = &part;
    try_starts(0, sort_all_starts());
    budget_ = &budget;
    budget.count(part);
    return part.stop() == Stop::done || over();
}

// `most`: with the starts picked, and the best of the suits from `suit` on.
template <int jokers>
void Search<jokers>::try_starts(int suit, const Promise<jokers>& most) {
    if (suit == suits) {
        level_ = suits;
        forget(suits);
        descend(0, start_, given(), 0);
        return;
    }
    for (int k = 0; k < promising_[suit]; ++k) {
        const Start& start = starts_[suit][orders_[suit][k].second];
        const auto left = most - tops_[suit] + from(outlooks_of(start), 0, start.state, suit, given());
        if (wild && suit == 1 && budget_->poll()) return;  // most combinations fall short without a search
        if (gain_of(left, given()) <= best_) continue;
        if (over()) return;
        put_on(suit, start, outlooks_of(start));
        try_starts(suit + 1, left);
    }
}

}  // namespace passatempo::machiavelli::two
