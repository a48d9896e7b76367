// Bounds that follow from single rows, and the variable to split by how much follows on both sides.
// Algorithm: bound propagation, and branching by probing
// Twin: machiavelli/reference/search.py
#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include "program/program.hpp"

namespace passatempo::machiavelli {

namespace {

constexpr double no_room = 1e6;  // more than all the bounds

}  // namespace

// In which rows each variable stands; all of them wait.
void Program::index_rows() {
    ends_of_.assign(low_.size() + 1, 0);
    for (const Term& term : terms_) ++ends_of_[term.variable + 1];
    for (std::size_t x = 1; x < ends_of_.size(); ++x) ends_of_[x] += ends_of_[x - 1];
    rows_of_.resize(terms_.size());
    std::vector<int>& next = waiting_;
    next.assign(ends_of_.begin(), ends_of_.end() - 1);
    for (int row = 0, k = 0; row < std::ssize(least_); ++row)
        for (; k < ends_[row]; ++k) rows_of_[next[terms_[k].variable]++] = row;
    waits_.assign(least_.size(), 1);
    waiting_.resize(least_.size());
    std::iota(waiting_.rbegin(), waiting_.rend(), 0);
}

// Bounds that follow from the rows that wait, one at a time, until none does; false if a variable has no value left.
bool Program::tighten() {
    while (!waiting_.empty()) {
        const int row = waiting_.back();
        waiting_.pop_back();
        waits_[row] = 0;
        if (tighten(row)) continue;
        for (const int other : waiting_) waits_[other] = 0;
        waiting_.clear();
        return false;
    }
    return true;
}

bool Program::tighten(int row) {
    int most = 0;
    for (const auto& [x, factor] : terms_of(row)) most += factor * (factor > 0 ? high_[x] : low_[x]);
    const int room = most - least_[row];
    if (room < 0) return false;
    for (const auto& [x, factor] : terms_of(row)) {
        if ((high_[x] - low_[x]) * std::abs(factor) <= room) continue;
        if (factor > 0) set(x, high_[x] - room / factor, high_[x]);
        else set(x, low_[x], low_[x] + room / -factor);
    }
    return true;
}

// New bounds of a variable, and all that follows; false if there is no point within them.
bool Program::narrow(int variable, int low, int high) {
    set(variable, low, high);
    return tighten();
}

void Program::set(int variable, int low, int high) {
    changes_.push_back({variable, low_[variable], high_[variable]});
    low_[variable] = low;
    high_[variable] = high;
    for (int k = ends_of_[variable]; k < ends_of_[variable + 1]; ++k) {
        const int row = rows_of_[k];
        if (waits_[row] == 0) waiting_.push_back(row);
        waits_[row] = 1;
    }
}

// Go back to the bounds before all but so many changes; returns how much narrower these had made them.
int Program::undo(std::size_t changes) {
    int narrower = 0;
    for (; changes_.size() > changes; changes_.pop_back()) {
        const auto [x, low, high] = changes_.back();
        narrower += high - low - (high_[x] - low_[x]);
        low_[x] = low;
        high_[x] = high;
    }
    return narrower;
}

// The variable to split, -1 if all are whole. Of those that are not, each is tried: the one is best whose two halves
// leave the other variables the least room, by what follows from single rows.
int Program::fractional() {
    candidates_.clear();
    for (int k = 0; k < rows_; ++k)
        if (off_whole(values_[k]) >= 1e-6) candidates_.push_back(row_[k]);
    if (candidates_.size() < 2) return candidates_.empty() ? -1 : candidates_[0];
    int best = -1;
    double most = -1;
    for (const int x : candidates_) {
        const double value = values_[-1 - all_[x].place];
        const double gain = narrowed(x, value) * (off_whole(value) + first_[x]);
        if (gain <= most) continue;
        most = gain;
        best = x;
    }
    return best;
}

// How much narrower the bounds of all variables become in the two halves, the one times the other.
double Program::narrowed(int variable, double value) {
    const int below = std::floor(value);
    double product = 1;
    const std::size_t before = changes_.size();
    for (const bool up : {false, true}) {
        const bool left = up ? narrow(variable, below + 1, high_[variable]) : narrow(variable, low_[variable], below);
        const int narrower = undo(before);
        product *= left ? narrower : no_room;
    }
    return product;
}

bool Program::branch(int variable, double value) {
    const int low = low_[variable], high = high_[variable];
    const int below = std::clamp<int>(std::floor(value), low, high - 1);
    const bool up_first = value - below > 0.5;
    const std::size_t before = changes_.size();
    for (const bool up : {up_first, !up_first}) {
        bool over = false;
        if (up ? narrow(variable, below + 1, high) : narrow(variable, low, below)) {
            for (int x = 0; x < columns_; ++x) set_bounds(x);
            over = explore();
        }
        undo(before);
        if (over) return true;
    }
    for (int x = 0; x < columns_; ++x) set_bounds(x);
    return false;
}

}  // namespace passatempo::machiavelli
