#include "sweep.hpp"

#include <algorithm>
#include <cassert>

namespace passatempo::machiavelli {

// What one rank allows, suit by suit, in the state before it.
struct Sweep::Box {
    int place;
    State state;
    std::array<int, suits> left;   // cards that the open runs cannot take: they begin runs or stand in sets
    std::array<int, suits> fresh;  // most runs that may begin
    std::array<int, suits> ends;   // most open runs that may end, their cards going to sets
};

namespace {

constexpr std::uint8_t narrow(int x) {
    assert(x >= 0 && x < 256);
    return static_cast<std::uint8_t>(x);
}

bool as_good(const State& state, const State& other) {
    for (int i = 0; i < suits; ++i) {
        const int pending = state.one[i] + state.two[i];
        const int wanted = other.one[i] + other.two[i];
        if (state.one[i] > other.one[i] || pending > wanted || pending + state.more[i] < wanted + other.more[i]) return false;
    }
    return true;
}

}  // namespace

bool Sweep::find(const Line& line, const State& start, const State& finish, Effort& effort) {
    line_ = &line;
    finish_ = finish;
    effort_ = &effort;
    dead_.forget();
    return descend(0, start);
}

bool Sweep::descend(int place, const State& state) {
    if (place == ranks) return as_good(state, finish_);
    if (effort_->spend() || dead_.find(place, 0, state) != nullptr) return false;
    Box box{place, state, {}, {}, {}};
    int fresh = 0;
    for (int i = 0; i < suits; ++i) {
        const int cards = line_->cards[place][i];
        const int pending = state.one[i] + state.two[i];
        const int open = std::min<int>(pending + state.more[i], line_->most[place][i]);
        if (open < pending) return false;
        // A run that begins here needs the next two places, the next one beside the runs that are one card long now.
        const int room = std::min<int>(line_->most[place + 1][i] - state.one[i], line_->most[place + 2][i]);
        box.left[i] = cards - open;
        box.fresh[i] = std::clamp(room, 0, line_->most[place][i] - open);
        box.ends[i] = open - pending;
        fresh += box.fresh[i];
    }
    for (int begun = 0; begun <= fresh; ++begun)
        if (any_with_new_runs(box, begun)) return true;
    if (!effort_->over()) dead_.put(place, 0, state, {});
    return false;
}

// Every way to begin `fresh` runs in all.
bool Sweep::any_with_new_runs(const Box& box, int fresh) {
    const auto& most = box.fresh;
    for (int s = std::max(0, fresh - most[1] - most[2] - most[3]); s <= std::min(most[0], fresh); ++s)
        for (int h = std::max(0, fresh - s - most[2] - most[3]); h <= std::min(most[1], fresh - s); ++h)
            for (int d = std::max(0, fresh - s - h - most[3]); d <= std::min(most[2], fresh - s - h); ++d)
                if (with_endings(box, {narrow(s), narrow(h), narrow(d), narrow(fresh - s - h - d)})) return true;
    return false;
}

// Every way to end as few old runs as the sets need: with t = max(g), exactly 3t - sum(g) cards if that is positive.
bool Sweep::with_endings(const Box& box, const Row& fresh) {
    std::array<int, suits> g{};
    for (int i = 0; i < suits; ++i) g[i] = box.left[i] - fresh[i];
    const int t = std::max({g[0], g[1], g[2], g[3]});
    const int lacking = 3 * t - (g[0] + g[1] + g[2] + g[3]);
    if (lacking <= 0) return go_on(box, fresh, {});
    std::array<int, suits> most{};  // a suit that begins runs ends none
    for (int i = 0; i < suits; ++i) most[i] = fresh[i] > 0 ? 0 : std::min(box.ends[i], t - g[i]);
    for (int s = std::max(0, lacking - most[1] - most[2] - most[3]); s <= std::min(most[0], lacking); ++s)
        for (int h = std::max(0, lacking - s - most[2] - most[3]); h <= std::min(most[1], lacking - s); ++h)
            for (int d = std::max(0, lacking - s - h - most[3]); d <= std::min(most[2], lacking - s - h); ++d)
                if (go_on(box, fresh, {narrow(s), narrow(h), narrow(d), narrow(lacking - s - h - d)})) return true;
    return false;
}

bool Sweep::go_on(const Box& box, const Row& fresh, const Row& ended) {
    const auto& next = line_->most[box.place + 1];
    State state;
    for (int i = 0; i < suits; ++i) {
        const int open = line_->cards[box.place][i] - box.left[i];
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
