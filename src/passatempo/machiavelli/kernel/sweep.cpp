// Searches the numbers of runs that begin and end at each rank, without dominated states.
// Algorithm: depth-first search with a table of dead states and dominance
// Twin: machiavelli/reference/search.py
#include "sweep.hpp"

#include <algorithm>
#include <cassert>

namespace passatempo::machiavelli {

// The limits of one rank for each suit, given the state before it.
struct RankSweep::RankBox {
    int place;
    State state;
    std::array<int, suits> cards_left;   // cards that open runs cannot take, so they begin runs or go to sets
    Row min_starts;                      // fewest runs that must begin, given the limit on sets
    Row max_starts;                      // most runs that may begin
    std::array<int, suits> max_endings;  // most open runs that may end and leave their cards to sets
};

namespace {

bool as_good(const State& state, const State& other) {
    for (int i = 0; i < suits; ++i) {
        const int pending = state.single_runs[i] + state.double_runs[i];
        const int goal_pending = other.single_runs[i] + other.double_runs[i];
        if (state.single_runs[i] > other.single_runs[i] || pending > goal_pending) return false;
        if (pending + state.long_runs[i] < goal_pending + other.long_runs[i]) return false;
    }
    return true;
}

}  // namespace

bool RankSweep::find_runs(const Supply& supply, const State& start, const State* finish, NodeLimit& effort) {
    supply_ = &supply;
    final_state_ = finish;
    node_limit_ = &effort;
    dead_states_.clear();
    return search_from(0, start);
}

bool RankSweep::search_from(int place, const State& state) {
    if (place == ranks) return final_state_ == nullptr || as_good(state, *final_state_);
    if (node_limit_->spend_node() || dead_states_.find(place, 0, state) != nullptr) return false;
    RankBox box{place, state, {}, {}, {}, {}};
    int start_minimum = 0, fresh = 0;
    for (int i = 0; i < suits; ++i) {
        const int cards = supply_->card_counts[place][i];
        const int pending = state.single_runs[i] + state.double_runs[i];
        const int open = std::min<int>(pending + state.long_runs[i], supply_->run_limits[place][i]);
        if (open < pending) return false;
        // A run that begins here needs the next two places. At the next one, the runs of one card take cards, too.
        const int room =
            std::min<int>(supply_->run_limits[place + 1][i] - state.single_runs[i], supply_->run_limits[place + 2][i]);
        box.cards_left[i] = cards - open;
        box.max_starts[i] = to_byte(std::clamp(room, 0, supply_->run_limits[place][i] - open));
        const int must_begin = std::max(0, box.cards_left[i] - supply_->set_limits[place]);
        if (must_begin > box.max_starts[i]) return false;
        box.min_starts[i] = to_byte(must_begin);
        box.max_endings[i] = open - pending;
        start_minimum += must_begin;
        fresh += box.max_starts[i];
    }
    if (try_endings(box, box.min_starts)) return true;
    bool is_solved = false;
    const auto leave = [&](const Row& row) {
        return (is_solved = try_endings(box, row)) || node_limit_->is_interrupted();
    };
    for (int start_count = start_minimum + 1; start_count <= fresh; ++start_count)
        if (any_split(start_count, box.min_starts, box.max_starts, leave)) return is_solved;
    if (!node_limit_->is_exhausted()) dead_states_.put(place, 0, state, {});
    return false;
}

// Try every way to end as few old runs as the sets need. With t = max(g), these are 3t - sum(g) runs if positive.
bool RankSweep::try_endings(const RankBox& box, const Row& fresh) {
    std::array<int, suits> g{};
    for (int i = 0; i < suits; ++i) g[i] = box.cards_left[i] - fresh[i];
    const int t = std::max({g[0], g[1], g[2], g[3]});
    const int set_shortfall = 3 * t - (g[0] + g[1] + g[2] + g[3]);
    if (set_shortfall <= 0) return advance_rank(box, fresh, {});
    Row ending_limits{};
    for (int i = 0; i < suits; ++i)
        if (fresh[i] == 0)
            ending_limits[i] = to_byte(std::min(box.max_endings[i], t - g[i]));  // a suit that begins runs ends none
    if (ending_limits[0] + ending_limits[1] + ending_limits[2] + ending_limits[3] < set_shortfall) return false;
    bool is_solved = false;
    any_split(set_shortfall, {}, ending_limits, [&](const Row& run_endings) {
        return (is_solved = advance_rank(box, fresh, run_endings)) || node_limit_->is_interrupted();
    });
    return is_solved;
}

bool RankSweep::advance_rank(const RankBox& box, const Row& fresh, const Row& run_endings) {
    const auto& next = supply_->run_limits[box.place + 1];
    State state;
    for (int i = 0; i < suits; ++i) {
        const int open = supply_->card_counts[box.place][i] - box.cards_left[i];
        run_cards_[box.place][i] = to_byte(open + fresh[i] - run_endings[i]);
        state.single_runs[i] = fresh[i];
        state.double_runs[i] = box.state.single_runs[i];
        // Runs that the next rank cannot lengthen are equivalent to ended runs.
        const int longer = std::min(open - run_endings[i] - box.state.single_runs[i],
                                    next[i] - state.single_runs[i] - state.double_runs[i]);
        if (longer < 0) return false;
        state.long_runs[i] = to_byte(longer);
    }
    return search_from(box.place + 1, state);
}

}  // namespace passatempo::machiavelli
