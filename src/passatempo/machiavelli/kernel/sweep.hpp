// Depth-first search over thirteen ranks in order for the numbers of cards in runs and in sets.
#pragma once

#include <algorithm>

#include "budget.hpp"
#include "cards.hpp"
#include "state.hpp"

namespace passatempo::machiavelli {

// ---- Splitting a number over the four suits ----

// Visit the rows of sum `total` between `lower_limits` and `upper_limits`, in order, until `visit` accepts one. Return
// whether it did.
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

// The ranks in order of play, followed by two rows that bound how far runs may continue past the last one (zeros on a
// line, the first two ranks again on a circle).
struct Supply {
    std::array<Row, ranks + 2> card_counts{};  // copies to place
    std::array<Row, ranks + 2> run_limits{};   // the most of them that can be in runs
    std::array<int, ranks> set_limits{};       // the most sets of each rank
};

// The limits of one attempt: the caller's budget, and the nodes after which another method is tried. If the budget
// covers only a few nodes, `run_budget` is the budget of the whole run.
struct NodeLimit {
    Budget& budget;
    std::uint64_t nodes_left;
    Budget* run_budget = nullptr;
    unsigned poll_counter = 0;

    bool spend_node() {
        if (nodes_left > 0) --nodes_left;
        return budget.spend() || nodes_left == 0;
    }
    // Poll the budget in loops between nodes, which are long if a card has many copies. Return true if they must end.
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

// With r[j] cards of a suit at place j in runs, they split into runs of three or more exactly when
//     r[j+1] >= p(r[j] - r[j-1]) + p(r[j-1] - r[j-2])    for all j,  p(x) = max(0, x).
// To achieve this, begin as few runs as possible and end the oldest first. The other g = c - r cards of a rank split
// into sets exactly when 3 * max(g) <= sum(g). So only r is searched. A state contains what the next two places need to
// know of r.
//
// A state is at least as good as another if no suit has more runs of one card, nor of one or two, and none has fewer
// runs in all. Hence choices with the same new runs need only end as few old runs as possible. On a circle, the search
// may end in any state as good as its start.
class RankSweep {
public:
    // Find runs that lead from `start` before the first place to a state as good as `finish` after the last one, or to
    // any state if `finish` is null.
    bool find_runs(const Supply& supply, const State& start, const State* finish, NodeLimit& effort);

    // The cards in runs at each place, valid after find_runs() returned true.
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
