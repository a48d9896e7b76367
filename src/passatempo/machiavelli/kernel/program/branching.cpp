// Bounds that follow from single rows, and the variable to split by how much follows on both sides.
// Algorithm: bound propagation, and branching by probing
// Twin: machiavelli/reference/search.py
#include <algorithm>
#include <cmath>
#include <iterator>

#include "program/program.hpp"

namespace passatempo::machiavelli {

namespace {

constexpr double no_room = 1e6;  // more than all the bounds

}  // namespace

// Bounds that follow from one row at a time, until none does; false if a variable is left without a value.
bool Program::tighten() {
    for (bool changed = true; changed;) {
        changed = false;
        for (int row = 0; row < std::ssize(least_); ++row)
            if (!tighten(row, changed)) return false;
    }
    return true;
}

bool Program::tighten(int row, bool& changed) {
    const int from = row == 0 ? 0 : ends_[row - 1];
    int most = 0;
    for (int k = from; k < ends_[row]; ++k) {
        const auto [x, factor] = terms_[k];
        most += factor * (factor > 0 ? high_[x] : low_[x]);
    }
    const int room = most - least_[row];
    if (room < 0) return false;
    for (int k = from; k < ends_[row]; ++k) {
        const auto [x, factor] = terms_[k];
        if ((high_[x] - low_[x]) * std::abs(factor) <= room) continue;
        changed = true;
        if (factor > 0) low_[x] = high_[x] - room / factor;
        else high_[x] = low_[x] + room / -factor;
    }
    return true;
}

// The variable to split, -1 if all are whole. Of those that are not, each is tried: the one is best whose two halves
// leave the other variables the least room, by what follows from single rows.
int Program::fractional() {
    candidates_.clear();
    for (int k = 0; k < rows_; ++k)
        if (row_[k] < columns_ && std::abs(values_[k] - std::round(values_[k])) >= 1e-6) candidates_.push_back(row_[k]);
    if (candidates_.size() < 2) return candidates_.empty() ? -1 : candidates_[0];
    int best = -1;
    double most = -1;
    const int before = spread();
    for (const int x : candidates_) {
        const double value = values_[-1 - all_[x].place];
        const double gain = narrowed(x, value, before) * (std::abs(value - std::round(value)) + first_[x]);
        if (gain <= most) continue;
        most = gain;
        best = x;
    }
    return best;
}

// How far apart the bounds of all variables are.
int Program::spread() const {
    int sum = 0;
    for (int x = 0; x < columns_; ++x) sum += high_[x] - low_[x];
    return sum;
}

// How much narrower than `before` the bounds of all variables become in the two halves, the one times the other.
double Program::narrowed(int variable, double value, int before) {
    const int below = std::floor(value);
    double product = 1;
    low_before_ = low_;
    high_before_ = high_;
    for (const bool up : {false, true}) {
        if (up) low_[variable] = below + 1;
        else high_[variable] = below;
        product *= tighten() ? before - spread() : no_room;
        low_ = low_before_;
        high_ = high_before_;
    }
    return product;
}

bool Program::branch(int variable, double value) {
    const std::vector<int> low = low_, high = high_;
    const int below = std::clamp<int>(std::floor(value), low[variable], high[variable] - 1);
    const bool up_first = value - below > 0.5;
    for (const bool up : {up_first, !up_first}) {
        if (up) low_[variable] = below + 1;
        else high_[variable] = below;
        bool over = false;
        if (tighten()) {
            for (int x = 0; x < columns_; ++x) set_bounds(x);
            over = explore();
        }
        low_ = low;
        high_ = high;
        if (over) return true;
    }
    for (int x = 0; x < columns_; ++x) set_bounds(x);
    return false;
}

}  // namespace passatempo::machiavelli
