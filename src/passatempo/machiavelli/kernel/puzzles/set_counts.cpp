// The cards of each rank are dealt to runs and sets, rank by rank.
// Algorithm: depth-first search with a memo over the open runs
#include "puzzles/set_counts.hpp"

#include <algorithm>

#include "offer.hpp"

namespace passatempo::machiavelli {

int SetCounts::count(const Ranks& cards, std::span<const int> line) {
    cards_ = cards;
    line_ = line;
    known_.forget();
    return from(0, {});
}

int SetCounts::from(int place, const State& state) {
    if (place == std::ssize(line_)) return 1;
    if (const std::uint8_t* known = known_.find(place, 0, state)) return *known;
    State next;
    const int found = choose(place, state, 0, next, 0, 0);
    known_.put(place, 0, state, found);
    return found;
}

// The suits before this one are dealt; `sum` of their cards go to sets, `most` of one suit.
int SetCounts::choose(int place, const State& state, int suit, State& next, int most, int sum) {
    if (suit == suits) return 3 * most <= sum ? from(place + 1, next) : 0;
    const int held = cards_[line_[place]][suit];
    const bool last = place + 1 == std::ssize(line_);
    const int limit = last ? 0 : cards_[line_[place + 1]][suit];
    const Open open = open_runs(state, suit);
    int found = 0;
    for (int in_runs = open.pending(); in_runs <= held && found < several; ++in_runs) {
        Open after;
        if (!step(open, in_runs, limit, after)) continue;
        put_runs(next, suit, after);
        const int in_sets = held - in_runs;
        found += choose(place, state, suit + 1, next, std::max(most, in_sets), sum + in_sets);
    }
    return std::min(found, several);
}

}  // namespace passatempo::machiavelli
