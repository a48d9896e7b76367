// Bounds that follow from single rows, and the variable to split by what each half must cost.
// Algorithm: bound propagation, and branching by penalties (Driebeek 1966)
// Twin: machiavelli/reference/search.py
#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include "program/program.hpp"

namespace passatempo::machiavelli {

namespace {

// How far a number is from the nearest whole one.
double off_whole(double x) {
    const std::int64_t whole = x + (x < 0 ? -0.5 : 0.5);
    return std::abs(x - whole);
}

constexpr double least_penalty = 1e-3, most_penalty = 1e3;  // so that no half alone decides

}  // namespace

// In which rows each variable stands, those first that grow with it; all of them wait.
void Program::index_rows() {
    const auto kind = [](const Term& term) { return 2 * term.variable + (term.factor < 0); };
    ends_of_.assign(2 * low_.size() + 1, 0);
    for (const Term& term : terms_) ++ends_of_[kind(term) + 1];
    for (std::size_t k = 1; k < ends_of_.size(); ++k) ends_of_[k] += ends_of_[k - 1];
    rows_of_.resize(terms_.size());
    most_.assign(least_.size(), 0);
    span_.assign(least_.size(), 0);
    std::vector<int>& next = waiting_;
    next.assign(ends_of_.begin(), ends_of_.end() - 1);
    for (int row = 0, k = 0; row < std::ssize(least_); ++row)
        for (; k < ends_[row]; ++k) {
            const auto [x, factor] = terms_[k];
            rows_of_[next[kind(terms_[k])]++] = {row, factor};
            most_[row] += factor * (factor > 0 ? high_[x] : low_[x]);
            span_[row] = std::max(span_[row], std::abs(factor) * (high_[x] - low_[x]));
        }
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
    const int room = most_[row] - least_[row];
    if (room < 0) return false;
    const int* const low = low_.data();
    const int* const high = high_.data();
    for (const auto& [x, factor] : terms_of(row)) {
        if ((high[x] - low[x]) * std::abs(factor) <= room) continue;
        if (factor > 0) set(x, high[x] - room / factor, high[x]);
        else set(x, low[x], low[x] + room / -factor);
    }
    return true;
}

// New bounds of a variable, and all that follows; false if there is no point within them.
bool Program::narrow(int variable, int low, int high) {
    set(variable, low, high);
    return tighten();
}

void Program::set(int variable, int low, int high) {
    const bool less = high < high_[variable];
    const bool more = low > low_[variable];
    changes_.push_back({variable, low_[variable], high_[variable]});
    move(variable, low, high);
    if (less) wait(entries_of(variable, false));
    if (more) wait(entries_of(variable, true));
}

// Those rows wait that can be so little more than they must be that bounds may follow.
void Program::wait(std::span<const Entry> entries) {
    for (const auto& [row, factor] : entries) {
        if (waits_[row] != 0 || most_[row] - least_[row] >= span_[row]) continue;
        waiting_.push_back(row);
        waits_[row] = 1;
    }
}

// New bounds of a variable, and what its rows can then be at most: those that grow with it only by the upper one.
void Program::move(int variable, int low, int high) {
    const int by_low = low - low_[variable], by_high = high - high_[variable];
    low_[variable] = low;
    high_[variable] = high;
    int* const most = most_.data();
    if (by_high != 0)
        for (const auto& [row, factor] : entries_of(variable, false)) most[row] += factor * by_high;
    if (by_low != 0)
        for (const auto& [row, factor] : entries_of(variable, true)) most[row] += factor * by_low;
}

// Go back to the bounds before all but so many changes.
void Program::undo(std::size_t changes) {
    for (; changes_.size() > changes; changes_.pop_back()) {
        const auto [x, low, high] = changes_.back();
        move(x, low, high);
    }
}

// The variable to split, -1 if all are whole: the one whose two halves cost most, the one times the other, by what the
// first step of the dual simplex method in each must cost at least. Where any point will do the costs mean little, and
// still it is the best of what was tried: a half that costs much is soon empty.
int Program::fractional() {
    list_ways();
    int best = -1;
    double most = -1;
    for (int k = 0; k < rows_; ++k) {
        if (off_whole(values_[k]) < 1e-6) continue;
        const double below = values_[k] - std::floor(values_[k]);
        const auto [fall, rise] = penalties(line(k));
        const double down = std::min(most_penalty, below * fall);
        const double up = std::min(most_penalty, (1 - below) * rise);
        const double both = (least_penalty + down) * (least_penalty + up) * (1 + first_[row_[k]]);
        if (both <= most) continue;
        most = both;
        best = row_[k];
    }
    return best;
}

// Which way each column can go, and what a unit of it costs.
void Program::list_ways() {
    ways_.assign(stride_, 0.0);
    prices_.assign(stride_, 0.0);
    for (int j = 0; j < columns_; ++j) {
        const Variable& variable = all_[column_[j]];
        if (variable.low < variable.high) ways_[j] = at_high_[j] ? -1 : 1;
        prices_[j] = std::abs(costs()[j]);
    }
}

// What each unit that a line goes down or up costs at least; no column can take it there where that is infinite.
Program::Penalties Program::penalties(const double* a) const {
    constexpr int lanes = 4;  // side by side, as the lines of the tableau are written
    std::array<double, lanes> down, up;
    down.fill(infinity);
    up.fill(infinity);
    for (std::ptrdiff_t j = 0; j < stride_; j += lanes)
        for (int i = 0; i < lanes; ++i) {
            const double by = a[j + i] * ways_[j + i];
            const double cost = prices_[j + i] / std::abs(by);  // by 0 it is not looked at
            const double falls = by <= -tiny ? cost : infinity, rises = by >= tiny ? cost : infinity;
            down[i] = falls < down[i] ? falls : down[i];
            up[i] = rises < up[i] ? rises : up[i];
        }
    return {std::min(std::min(down[0], down[1]), std::min(down[2], down[3])),
            std::min(std::min(up[0], up[1]), std::min(up[2], up[3]))};
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
