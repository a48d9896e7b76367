// Propagates bounds through single rows, and chooses the branching variable by the cost of its two branches.
// Algorithm: bound propagation, and branching by penalties (Driebeek 1966)
// Twin: machiavelli/reference/search.py
#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include "integer_program/program.hpp"

namespace passatempo::machiavelli {

namespace {

// The distance of a number from the nearest integer.
double distance_to_integer(double x) {
    const std::int64_t nearest_integer = x + (x < 0 ? -0.5 : 0.5);
    return std::abs(x - nearest_integer);
}

constexpr double min_penalty = 1e-3, max_penalty = 1e3;  // limits, so that no branch decides alone

}  // namespace

// Index the rows of each variable, those that grow with it first, and queue all rows.
void Program::index_rows() {
    const auto kind = [](const Term& term) { return 2 * term.variable + (term.factor < 0); };
    column_ends_.assign(2 * lower_bounds_.size() + 1, 0);
    for (const Term& term : row_terms_) ++column_ends_[kind(term) + 1];
    for (std::size_t k = 1; k < column_ends_.size(); ++k) column_ends_[k] += column_ends_[k - 1];
    column_terms_.resize(row_terms_.size());
    row_maxima_.assign(right_sides_.size(), 0);
    row_spans_.assign(right_sides_.size(), 0);
    std::vector<int>& next = row_queue_;
    next.assign(column_ends_.begin(), column_ends_.end() - 1);
    for (int row = 0, k = 0; row < std::ssize(right_sides_); ++row)
        for (; k < row_ends_[row]; ++k) {
            const auto [x, factor] = row_terms_[k];
            column_terms_[next[kind(row_terms_[k])]++] = {row, factor};
            row_maxima_[row] += factor * (factor > 0 ? upper_bounds_[x] : lower_bounds_[x]);
            row_spans_[row] = std::max(row_spans_[row], std::abs(factor) * (upper_bounds_[x] - lower_bounds_[x]));
        }
    is_waiting_.assign(right_sides_.size(), 1);
    row_queue_.resize(right_sides_.size());
    std::iota(row_queue_.rbegin(), row_queue_.rend(), 0);
}

// Propagate bounds from the queued rows until the queue is empty. Return false if a variable has no value left.
bool Program::propagate_bounds() {
    while (!row_queue_.empty()) {
        const int row = row_queue_.back();
        row_queue_.pop_back();
        is_waiting_[row] = 0;
        if (tighten_row(row)) continue;
        for (const int other : row_queue_) is_waiting_[other] = 0;
        row_queue_.clear();
        return false;
    }
    return true;
}

bool Program::tighten_row(int row) {
    const int room = row_maxima_[row] - right_sides_[row];
    if (room < 0) return false;
    const int* const low = lower_bounds_.data();
    const int* const high = upper_bounds_.data();
    for (const auto& [x, factor] : terms_of(row)) {
        if ((high[x] - low[x]) * std::abs(factor) <= room) continue;
        if (factor > 0) change_bounds(x, high[x] - room / factor, high[x]);
        else change_bounds(x, low[x], low[x] + room / -factor);
    }
    return true;
}

// Set new bounds of a variable and propagate them. Return false if no point is within them.
bool Program::tighten_variable(int variable, int low, int high) {
    change_bounds(variable, low, high);
    return propagate_bounds();
}

void Program::change_bounds(int variable, int low, int high) {
    const bool lowers_high = high < upper_bounds_[variable];
    const bool raises_low = low > lower_bounds_[variable];
    bound_changes_.push_back({variable, lower_bounds_[variable], upper_bounds_[variable]});
    apply_bounds(variable, low, high);
    if (lowers_high) enqueue_rows(entries_of(variable, false));
    if (raises_low) enqueue_rows(entries_of(variable, true));
}

// Queue the rows with so little slack that tighter bounds may follow.
void Program::enqueue_rows(std::span<const ColumnTerm> column_terms) {
    for (const auto& [row, factor] : column_terms) {
        if (is_waiting_[row] != 0 || row_maxima_[row] - right_sides_[row] >= row_spans_[row]) continue;
        row_queue_.push_back(row);
        is_waiting_[row] = 1;
    }
}

// Set new bounds of a variable and update the maxima of its rows. Rows that grow with it use its upper bound.
void Program::apply_bounds(int variable, int low, int high) {
    const int by_low = low - lower_bounds_[variable], by_high = high - upper_bounds_[variable];
    lower_bounds_[variable] = low;
    upper_bounds_[variable] = high;
    int* const row_maxima = row_maxima_.data();
    if (by_high != 0)
        for (const auto& [row, factor] : entries_of(variable, false)) row_maxima[row] += factor * by_high;
    if (by_low != 0)
        for (const auto& [row, factor] : entries_of(variable, true)) row_maxima[row] += factor * by_low;
}

// Restore the bounds, so that only the first `changes` changes remain.
void Program::undo_changes(std::size_t changes) {
    for (; bound_changes_.size() > changes; bound_changes_.pop_back()) {
        const auto [x, low, high] = bound_changes_.back();
        apply_bounds(x, low, high);
    }
}

// The branching variable, or -1 if all values are integers. It has the greatest product of the penalties of its two
// branches. A penalty is a lower bound on the cost of the first dual simplex step. Costs mean little if any point
// suffices. Yet this was the best rule tried, because a costly branch soon becomes infeasible.
int Program::branching_variable() {
    list_directions();
    int best_variable = -1;
    double best_product = -1;
    for (int k = 0; k < row_count_; ++k) {
        if (distance_to_integer(basic_values_[k]) < 1e-6) continue;
        const double below = basic_values_[k] - std::floor(basic_values_[k]);
        const auto [fall, rise] = branching_penalties(tableau_row(k));
        const double down = std::min(max_penalty, below * fall);
        const double up = std::min(max_penalty, (1 - below) * rise);
        const double penalty_product =
            (min_penalty + down) * (min_penalty + up) * (1 + branches_first_[row_variables_[k]]);
        if (penalty_product <= best_product) continue;
        best_product = penalty_product;
        best_variable = row_variables_[k];
    }
    return best_variable;
}

// List the direction in which each column can move, and its cost per unit.
void Program::list_directions() {
    column_directions_.assign(row_stride_, 0.0);
    column_costs_.assign(row_stride_, 0.0);
    for (int j = 0; j < column_count_; ++j) {
        const Variable& variable = variables_[column_variables_[j]];
        if (variable.low < variable.high) column_directions_[j] = at_high_[j] ? -1 : 1;
        column_costs_[j] = std::abs(costs()[j]);
    }
}

// Lower bounds on the cost per unit if a row decreases or increases. Infinity means that no column allows it.
Program::Penalties Program::branching_penalties(const double* a) const {
    constexpr int lane_count = 4;  // in parallel, as in the updates of the tableau rows
    std::array<double, lane_count> down, up;
    down.fill(infinity);
    up.fill(infinity);
    for (std::ptrdiff_t j = 0; j < row_stride_; j += lane_count)
        for (int i = 0; i < lane_count; ++i) {
            const double by = a[j + i] * column_directions_[j + i];
            const double cost = column_costs_[j + i] / std::abs(by);  // not used if `by` is 0
            const double falls = by <= -tolerance ? cost : infinity, rises = by >= tolerance ? cost : infinity;
            down[i] = falls < down[i] ? falls : down[i];
            up[i] = rises < up[i] ? rises : up[i];
        }
    return {std::min(std::min(down[0], down[1]), std::min(down[2], down[3])),
            std::min(std::min(up[0], up[1]), std::min(up[2], up[3]))};
}

bool Program::branch_on(int variable, double relaxation_value) {
    const int low = lower_bounds_[variable], high = upper_bounds_[variable];
    const int below = std::clamp<int>(std::floor(relaxation_value), low, high - 1);
    const bool up_first = relaxation_value - below > 0.5;
    const std::size_t before = bound_changes_.size();
    for (const bool up : {up_first, !up_first}) {
        bool is_over = false;
        if (up ? tighten_variable(variable, below + 1, high) : tighten_variable(variable, low, below)) {
            for (int x = 0; x < column_count_; ++x) set_bounds(x);
            is_over = explore_node();
        }
        undo_changes(before);
        if (is_over) return true;
    }
    for (int x = 0; x < column_count_; ++x) set_bounds(x);
    return false;
}

}  // namespace passatempo::machiavelli
