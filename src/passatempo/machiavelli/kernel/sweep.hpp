// Depth-first search over thirteen ranks in order: how many cards of each go to runs, how many to sets.
#pragma once

#include <algorithm>

#include "budget.hpp"
#include "cards.hpp"
#include "state.hpp"

namespace passatempo::machiavelli {

// ---- All ways to split a number over the four suits ----

// Does `visit` accept some row of sum `total` between `lower_limits` and `upper_limits`? It is shown them in order
// until it does.
template <class Visit>
bool any_split(int total, const Row& lower_limits, const Row& upper_limits, Visit&& visit) {
    const auto from = [&](int suit, int rest, int room) { return std::max<int>(lower_limits[suit], rest - room); };
    const auto to = [&](int suit, int rest, int suffix_sum) {
        return std::min<int>(upper_limits[suit], rest - suffix_sum);
    };
    const auto byte = [](int x) { return static_cast<std::uint8_t>(x); };
    for (int s = from(0, total, upper_limits[1] + upper_limits[2] + upper_limits[3]);
         s <= to(0, total, lower_limits[1] + lower_limits[2] + lower_limits[3]); ++s) {
        const int red_and_clubs = total - s;
        for (int h = from(1, red_and_clubs, upper_limits[2] + upper_limits[3]);
             h <= to(1, red_and_clubs, lower_limits[2] + lower_limits[3]); ++h) {
            const int dc = red_and_clubs - h;
            for (int d = from(2, dc, upper_limits[3]); d <= to(2, dc, lower_limits[3]); ++d)
                if (visit(Row{byte(s), byte(h), byte(d), byte(dc - d)})) return true;
        }
    }
    return false;
}

// The ranks in order of play, followed by two rows that bound how far runs may go on past the last one
// (zeros on a supply, the first two ranks again on a circle).
struct Supply {
    std::array<Row, ranks + 2> card_counts{};  // copies to place
    std::array<Row, ranks + 2> run_limits{};   // at most so many of them can stand in runs
    std::array<int, ranks> set_limits{};       // at most so many sets of each rank
};

// What one attempt may spend: the caller's budget, and the nodes after which another way is tried. Where the budget is
// only for a few nodes, `run_budget` is the one of the whole run.
struct NodeLimit {
    Budget& budget;
    std::uint64_t nodes_left;
    Budget* run_budget = nullptr;
    unsigned poll_counter = 0;

    bool spend_node() {
        if (nodes_left > 0) --nodes_left;
        return budget.spend() || nodes_left == 0;
    }
    // For loops between two nodes, which are long with many copies of a card; true where all of them must be left.
    bool is_interrupted() {
        if ((++poll_counter & 1023) == 0) {
            budget.poll();
            if (run_budget != nullptr) run_budget->poll();
        }
        return is_exhausted();
    }
    bool is_halted() const {
        return budget.stop() != Stop::done || (run_budget != nullptr && run_budget->stop() != Stop::done);
    }
    bool is_exhausted() const { return nodes_left == 0 || is_halted(); }
};

// One suit, r[j] of its cards at place j in runs, splits into runs of three or more exactly when
//     r[j+1] >= p(r[j] - r[j-1]) + p(r[j-1] - r[j-2])    for all j,  p(x) = max(0, x):
// begin as few runs as possible and end the oldest first. The other g = c - r cards of a rank split into sets exactly
// when 3 * max(g) <= sum(g). So only r is searched, and a state is what the next two places need to know of it.
//
// A state is at least as good as another if no suit has more runs of one card, nor of one or two, and none has fewer
// runs in all. Hence among the choices with the same new runs only those that end fewest old ones are tried, and on a
// circle it is enough to come back to a state as good as the one begun with.
class RankSweep {
public:
    // Find runs that lead from `start` before the first place to a state as good as `finish` after the last one, or to
    // any state where that is null.
    bool find_runs(const Supply& supply, const State& start, const State* finish, NodeLimit& effort);

    // Cards in runs at each place, after find_runs() returned true.
    const Ranks& run_cards() const { return run_cards_; }

private:
    struct RankBox;
    struct DeadState {};

    bool search_from(int place, const State& state);
    bool try_endings(const RankBox& box, const Row& fresh);
    bool advance_rank(const RankBox& box, const Row& fresh, const Row& run_endings);

    const Supply* supply_ = nullptr;
    const State* final_state_ = nullptr;
    NodeLimit* node_limit_ = nullptr;
    Cache<DeadState> dead_states_;
    Ranks run_cards_{};
};

}  // namespace passatempo::machiavelli
