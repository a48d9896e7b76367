// Numbers of runs that begin and end at each rank, with dominated states left out.
// Algorithm: depth-first search with a table of dead states and dominance
// Twin: machiavelli/reference/search.py
#include "sweep.hpp"

#include <algorithm>
#include <cassert>

namespace passatempo::machiavelli {

// What one rank allows, suit by suit, in the state before it.
struct Sweep::Box {
    int place;
    State state;
    std::array<int, suits> left;  // cards that the open runs cannot take: they begin runs or stand in sets
    Row least;                    // fewest runs that must begin, as only so many sets are possible
    Row fresh;                    // most runs that may begin
    std::array<int, suits> ends;  // most open runs that may end, their cards going to sets
};

namespace {

bool as_good(const State& state, const State& other) {
    for (int i = 0; i < suits; ++i) {
        const int pending = state.one[i] + state.two[i];
        const int wanted = other.one[i] + other.two[i];
        if (state.one[i] > other.one[i] || pending > wanted) return false;
        if (pending + state.more[i] < wanted + other.more[i]) return false;
    }
    return true;
}

}  // namespace

bool Sweep::find(const Supply& supply, const State& start, const State* finish, Effort& effort) {
    supply_ = &supply;
    finish_ = finish;
    effort_ = &effort;
    dead_.forget();
    return descend(0, start);
}

bool Sweep::descend(int place, const State& state) {
    if (place == ranks) return finish_ == nullptr || as_good(state, *finish_);
    if (effort_->spend() || dead_.find(place, 0, state) != nullptr) return false;
    Box box{place, state, {}, {}, {}, {}};
    int least = 0, fresh = 0;
    for (int i = 0; i < suits; ++i) {
        const int cards = supply_->cards[place][i];
        const int pending = state.one[i] + state.two[i];
        const int open = std::min<int>(pending + state.more[i], supply_->most[place][i]);
        if (open < pending) return false;
        // A run that begins here needs the next two places, the next one beside the runs that are one card long now.
        const int room = std::min<int>(supply_->most[place + 1][i] - state.one[i], supply_->most[place + 2][i]);
        box.left[i] = cards - open;
        box.fresh[i] = narrow(std::clamp(room, 0, supply_->most[place][i] - open));
        const int must_begin = std::max(0, box.left[i] - supply_->sets[place]);
        if (must_begin > box.fresh[i]) return false;
        box.least[i] = narrow(must_begin);
        box.ends[i] = open - pending;
        least += must_begin;
        fresh += box.fresh[i];
    }
    if (with_endings(box, box.least)) return true;
    bool found = false;
    const auto leave = [&](const Row& row) { return (found = with_endings(box, row)) || effort_->busy(); };
    for (int begun = least + 1; begun <= fresh; ++begun)
        if (any_split(begun, box.least, box.fresh, leave)) return found;
    if (!effort_->over()) dead_.put(place, 0, state, {});
    return false;
}

// Every way to end as few old runs as the sets need: with t = max(g), exactly 3t - sum(g) cards if that is positive.
bool Sweep::with_endings(const Box& box, const Row& fresh) {
    std::array<int, suits> g{};
    for (int i = 0; i < suits; ++i) g[i] = box.left[i] - fresh[i];
    const int t = std::max({g[0], g[1], g[2], g[3]});
    const int lacking = 3 * t - (g[0] + g[1] + g[2] + g[3]);
    if (lacking <= 0) return go_on(box, fresh, {});
    Row most{};
    for (int i = 0; i < suits; ++i)
        if (fresh[i] == 0) most[i] = narrow(std::min(box.ends[i], t - g[i]));  // a suit that begins runs ends none
    if (most[0] + most[1] + most[2] + most[3] < lacking) return false;
    bool found = false;
    any_split(lacking, {}, most,
              [&](const Row& ended) { return (found = go_on(box, fresh, ended)) || effort_->busy(); });
    return found;
}

bool Sweep::go_on(const Box& box, const Row& fresh, const Row& ended) {
    const auto& next = supply_->most[box.place + 1];
    State state;
    for (int i = 0; i < suits; ++i) {
        const int open = supply_->cards[box.place][i] - box.left[i];
        runs_[box.place][i] = narrow(open + fresh[i] - ended[i]);
        state.one[i] = fresh[i];
        state.two[i] = box.state.one[i];
        // Runs that the next rank cannot lengthen need not be told apart from runs that have ended.
        const int longer = std::min(open - ended[i] - box.state.one[i], next[i] - state.one[i] - state.two[i]);
        if (longer < 0) return false;
        state.more[i] = narrow(longer);
    }
    return descend(box.place + 1, state);
}

}  // namespace passatempo::machiavelli
