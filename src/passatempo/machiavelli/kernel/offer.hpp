// What may be laid at each rank, and the numbers of sets that cards of one rank can make.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "cards.hpp"
#include "state.hpp"

namespace passatempo::machiavelli {

using Value = std::int64_t;
inline constexpr Value impossible = std::numeric_limits<Value>::min() / 4;  // sums of two stay in range

// How many jokers must be used, how many more may be.
struct Jokers {
    int must = 0;
    int may = 0;
};

// The ranks in order of play. Cards of the table must be laid, cards of the hand may be.
struct Offer {
    std::array<Row, ranks + 2> must{};  // copies on the table; past the end as in `may`
    std::array<Row, ranks + 2> may{};   // copies on table and in hand (past the end: zeros, or the circle again)
    std::array<std::array<Value, suits>, ranks> weight{};  // value of laying one of the hand's copies
    Row before{};  // cards of the last rank (the ace) already in runs at the start of the line
    int jokers = 0;
    int end = ranks;  // the ranks from this place on stand in sets only

    // So many cards of a place, of which none may stand in runs behind the end; past the last place as many as there
    // are.
    int in_runs(int place, int cards) const { return place >= end && place < ranks ? std::min(cards, 0) : cards; }
    // The most cards of a place in runs, jokers included.
    int limit(int place, int suit) const { return in_runs(place, may[place][suit] + jokers); }

    // Cards of this rank laid before this place.
    int laid_before(int place, int suit) const { return place == ranks - 1 ? before[suit] : 0; }
};

// Of so many cards of each suit, of one rank, the suit of the cheapest; -1 where there are none.
inline int cheapest_of(const Offer& offer, int place, const std::array<int, suits>& cards) {
    int cheapest = -1;
    const auto& weight = offer.weight[place];
    for (int i = 0; i < suits; ++i)
        if (cards[i] > 0 && (cheapest < 0 || weight[i] < weight[cheapest])) cheapest = i;
    return cheapest;
}

// Runs of one suit, by length: one card, two, more.
struct Open {
    int one = 0, two = 0, more = 0;

    constexpr int pending() const { return one + two; }
    constexpr int all() const { return one + two + more; }
};

inline Open open_runs(const State& state, int suit) { return {state.one[suit], state.two[suit], state.more[suit]}; }

inline void put_runs(State& state, int suit, const Open& open) {
    state.one[suit] = open.one;
    state.two[suit] = open.two;
    state.more[suit] = open.more;
}

// No more runs of one card, of one or two, and no fewer in all: whatever `other` can still become, `open` can.
inline constexpr bool as_good(const Open& open, const Open& other) {
    return open.one <= other.one && open.pending() <= other.pending() && open.all() >= other.all();
}

// The runs after `cards` of the next rank have gone to runs, at most `limit` of which the rank after it can lengthen;
// runs that nothing can lengthen need not be told apart from runs that have ended. False if runs of one or two cards
// would be left without a next card.
inline constexpr bool step(const Open& open, int cards, int limit, Open& next) {
    next.one = std::max(0, cards - open.all());
    next.two = open.one;
    next.more = std::min(cards - next.one - next.two, limit - next.one - next.two);
    return cards >= open.pending() && next.pending() <= limit;
}

// Most sets of cards of one rank with up to `jokers` jokers: the greatest t with sum(min(c, t)) + jokers >= 3t.
// Each set misses at most one suit, so t sets need t, 2t and 3t cards of the two, three and four rarest suits.
template <class Cards>
constexpr int most_sets(const Cards& cards, int jokers = 0) {
    std::array<int, suits> c{cards[0], cards[1], cards[2], cards[3]};
    if (c[0] > c[1]) std::swap(c[0], c[1]);
    if (c[2] > c[3]) std::swap(c[2], c[3]);
    if (c[0] > c[2]) std::swap(c[0], c[2]);
    if (c[1] > c[3]) std::swap(c[1], c[3]);
    if (c[1] > c[2]) std::swap(c[1], c[2]);
    const int two = c[0] + c[1] + jokers;
    return std::min({two, (two + c[2]) / 2, (two + c[2] + c[3]) / 3});
}

}  // namespace passatempo::machiavelli
