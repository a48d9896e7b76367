// Depth-first search over thirteen ranks in order: how many cards of each go to runs, how many to sets.
#pragma once

#include <algorithm>

#include "budget.hpp"
#include "cards.hpp"
#include "state.hpp"

namespace passatempo::machiavelli {

// ---- All ways to split a number over the four suits ----

// Does `visit` accept some row of sum `total` between `least` and `most`? It is shown them in order until it does.
template <class Visit>
bool any_split(int total, const Row& least, const Row& most, Visit&& visit) {
    const auto from = [&](int suit, int rest, int room) { return std::max<int>(least[suit], rest - room); };
    const auto to = [&](int suit, int rest, int taken) { return std::min<int>(most[suit], rest - taken); };
    const auto byte = [](int x) { return static_cast<std::uint8_t>(x); };
    for (int s = from(0, total, most[1] + most[2] + most[3]); s <= to(0, total, least[1] + least[2] + least[3]); ++s) {
        const int hdc = total - s;
        for (int h = from(1, hdc, most[2] + most[3]); h <= to(1, hdc, least[2] + least[3]); ++h) {
            const int dc = hdc - h;
            for (int d = from(2, dc, most[3]); d <= to(2, dc, least[3]); ++d)
                if (visit(Row{byte(s), byte(h), byte(d), byte(dc - d)})) return true;
        }
    }
    return false;
}

// The ranks in order of play, followed by two rows that bound how far runs may go on past the last one
// (zeros on a supply, the first two ranks again on a circle).
struct Supply {
    std::array<Row, ranks + 2> cards{};  // copies to place
    std::array<Row, ranks + 2> most{};   // at most so many of them can stand in runs
    std::array<int, ranks> sets{};       // at most so many sets of each rank
};

// What one attempt may spend: the caller's budget, and the nodes after which another way is tried. Where the budget is
// only for a few nodes, `watch` is the one of the whole run.
struct Effort {
    Budget& budget;
    std::uint64_t patience;
    Budget* watch = nullptr;
    unsigned looked = 0;

    bool spend() {
        if (patience > 0) --patience;
        return budget.spend() || patience == 0;
    }
    // For loops between two nodes, which are long with many copies of a card; true where all of them must be left.
    bool busy() {
        if ((++looked & 1023) == 0) {
            budget.poll();
            if (watch != nullptr) watch->poll();
        }
        return over();
    }
    bool halted() const { return budget.stop() != Stop::done || (watch != nullptr && watch->stop() != Stop::done); }
    bool over() const { return patience == 0 || halted(); }
};

// One suit, r[j] of its cards at place j in runs, splits into runs of three or more exactly when
//     r[j+1] >= p(r[j] - r[j-1]) + p(r[j-1] - r[j-2])    for all j,  p(x) = max(0, x):
// begin as few runs as possible and end the oldest first. The other g = c - r cards of a rank split into sets exactly
// when 3 * max(g) <= sum(g). So only r is searched, and a state is what the next two places need to know of it.
//
// A state is at least as good as another if no suit has more runs of one card, nor of one or two, and none has fewer
// runs in all. Hence among the choices with the same new runs only those that end fewest old ones are tried, and on a
// circle it is enough to come back to a state as good as the one begun with.
class Sweep {
public:
    // Find runs that lead from `start` before the first place to a state as good as `finish` after the last one, or to
    // any state where that is null.
    bool find(const Supply& supply, const State& start, const State* finish, Effort& effort);

    // Cards in runs at each place, after find() returned true.
    const Ranks& runs() const { return runs_; }

private:
    struct Box;
    struct Dead {};

    bool descend(int place, const State& state);
    bool with_endings(const Box& box, const Row& fresh);
    bool go_on(const Box& box, const Row& fresh, const Row& ended);

    const Supply* supply_ = nullptr;
    const State* finish_ = nullptr;
    Effort* effort_ = nullptr;
    Cache<Dead> dead_;
    Ranks runs_{};
};

}  // namespace passatempo::machiavelli
