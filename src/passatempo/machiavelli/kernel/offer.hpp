// The cards that may be laid at each rank, and the sets that cards of one rank can form.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "cards.hpp"
#include "state.hpp"

namespace passatempo::machiavelli {

using Value = std::int64_t;
inline constexpr Value impossible = std::numeric_limits<Value>::min() / 4;  // the sum of two does not overflow

// The number of jokers that must be used, and how many more may be used.
struct Jokers {
    int must = 0;
    int may = 0;
};

// The ranks in order of play. Cards of the table must be laid, and cards of the hand may be laid.
struct Offer {
    std::array<Row, ranks + 2> table_copies{};  // copies on the table, past the end as in `total_copies`
    std::array<Row, ranks + 2> total_copies{};  // on table and in hand; past the end zeros, or the circle again
    std::array<std::array<Value, suits>, ranks> card_weights{};  // value of laying a copy from the hand
    Row aces_before{};  // cards of the last rank (the ace) already in runs at the start
    int joker_count = 0;
    int run_end = ranks;  // ranks from this place on only form sets

    // The number of these cards that may be in runs: none from `run_end` on, but all past the last place.
    int in_runs(int place, int cards) const { return place >= run_end && place < ranks ? std::min(cards, 0) : cards; }
    // The most cards of a place in runs, jokers included.
    int run_limit(int place, int suit) const { return in_runs(place, total_copies[place][suit] + joker_count); }

    // The cards of this rank laid before this place.
    int cards_before(int place, int suit) const { return place == ranks - 1 ? aces_before[suit] : 0; }
};

// The suit of the cheapest card of a rank, given the number of cards of each suit, or -1 if there are none.
inline int cheapest_of(const Offer& offer, int place, const std::array<int, suits>& cards) {
    int cheapest = -1;
    const auto& weight = offer.card_weights[place];
    for (int i = 0; i < suits; ++i)
        if (cards[i] > 0 && (cheapest < 0 || weight[i] < weight[cheapest])) cheapest = i;
    return cheapest;
}

// The numbers of runs of one suit, by length: one card, two, more.
struct OpenRuns {
    int single_runs = 0, double_runs = 0, long_runs = 0;

    constexpr int pending_runs() const { return single_runs + double_runs; }
    constexpr int total_runs() const { return single_runs + double_runs + long_runs; }
};

inline OpenRuns open_runs(const State& state, int suit) {
    return {state.single_runs[suit], state.double_runs[suit], state.long_runs[suit]};
}

inline void put_runs(State& state, int suit, const OpenRuns& open) {
    state.single_runs[suit] = open.single_runs;
    state.double_runs[suit] = open.double_runs;
    state.long_runs[suit] = open.long_runs;
}

// No more runs of one card, nor of one or two, and no fewer in all, so `open` can become all that `other` can.
inline constexpr bool as_good(const OpenRuns& open, const OpenRuns& other) {
    return open.single_runs <= other.single_runs && open.pending_runs() <= other.pending_runs() &&
           open.total_runs() >= other.total_runs();
}

// Compute the open runs after `cards` of the next rank go to runs. The rank after it can lengthen at most `limit` runs.
// Runs that nothing can lengthen are equivalent to ended runs. Return false if runs of one or two cards would be left
// without a next card.
inline constexpr bool advance_runs(const OpenRuns& open, int cards, int limit, OpenRuns& next) {
    next.single_runs = std::max(0, cards - open.total_runs());
    next.double_runs = open.single_runs;
    next.long_runs = std::min(cards - next.single_runs - next.double_runs, limit - next.single_runs - next.double_runs);
    return cards >= open.pending_runs() && next.pending_runs() <= limit;
}

// The most sets of cards of one rank with up to `jokers` jokers: the greatest t with sum(min(c, t)) + jokers >= 3t.
// Each set lacks at most one suit, so t sets need t, 2t and 3t cards of the two, three and four rarest suits.
template <class Cards>
constexpr int max_sets(const Cards& cards, int jokers = 0) {
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
