// Solves relaxations by the bounded dual simplex method, with a warm start from one branch to the next. Most slacks
// never become columns, so only original variables have rows.
// Algorithm: dual simplex that passes bounds (Maros 2003), with the leaving variable chosen by the norm of its row
#include <algorithm>
#include <array>
#include <cmath>

#include "integer_program/program.hpp"

namespace passatempo::machiavelli {

namespace {

constexpr int max_pivots = 2000;  // per relaxation, where some dozens are usual

}  // namespace

// The squared norm of a row, which scales the infeasibility of its variable.
double Program::row_norm(const double* a) const {
    std::array<double, 8> sums{};
    for (std::ptrdiff_t j = 0; j < row_stride_; j += 8)
        for (int k = 0; k < 8; ++k) sums[k] += a[j + k] * a[j + k];
    return 1 + ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

double Program::column_value(int column) const {
    const Variable& variable = variables_[column_variables_[column]];
    return at_high_[column] ? variable.high : variable.low;
}

// Add the slack of a row at rest, unless the row holds for all values.
void Program::add_slack(std::size_t k) {
    int row_minimum = 0;
    for (const auto& [x, factor] : terms_of(k))
        row_minimum += factor * (factor > 0 ? lower_bounds_[x] : upper_bounds_[x]);
    if (row_minimum < right_sides_[k]) resting_slacks_.push_back(column_count_ + k);
    variables_.push_back({double(right_sides_[k]), infinity, at_rest});
}

Program::RelaxationStatus Program::solve_relaxation() {
    for (int pivots = 0; pivots < max_pivots; ++pivots) {
        if (budget_->spend() || ((pivots & 63) == 63 && watch_ != nullptr && watch_->poll()))
            return RelaxationStatus::halted;
        const int leaving = choose_leaving();
        if (leaving < 0) return !is_feasibility_ && gains_prove() ? RelaxationStatus::none : RelaxationStatus::point;
        const auto [low, high, place] = variables_[leaving];
        const double leaving_value = value_of(leaving);
        const bool up = leaving_value < low;
        const int column = choose_entering(leaving, up, up ? low - leaving_value : leaving_value - high);
        if (column < 0) return row_proves(leaving, up) ? RelaxationStatus::none : RelaxationStatus::unclear;
        pivot(leaving, column, !up);
    }
    return RelaxationStatus::unclear;
}

void Program::update_variable_states() {
    for (int j = 0; j < column_count_; ++j)
        if (column_variables_[j] < column_count_) variable_states_[column_variables_[j]] = {column_value(j), 1};
    for (int k = 0; k < row_count_; ++k) variable_states_[row_variables_[k]] = {basic_values_[k], row_norms_[k] - 1};
}

// Choose the variable that is farthest outside its bounds, relative to the norm of its row. The norm for a slack is
// estimated from its terms. Its row is computed if it leaves.
int Program::choose_leaving() {
    update_variable_states();
    int worst = -1;
    double worst_ratio = 0;
    const auto compare_ratio = [&](int variable, double outside, double weight) {
        if (outside * outside <= worst_ratio * weight) return;
        worst_ratio = outside * outside / weight;
        worst = variable;
    };
    for (int k = 0; k < row_count_; ++k) {
        const Variable& variable = variables_[row_variables_[k]];
        const double outside = std::max(variable.low - basic_values_[k], basic_values_[k] - variable.high);
        if (outside > tolerance) compare_ratio(row_variables_[k], outside, row_norms_[k]);
    }
    const VariableState* const variable_states = variable_states_.data();
    for (const int slack : resting_slacks_) {
        const std::span<const Term> terms = terms_of(slack - column_count_);
        double outside = right_sides_[slack - column_count_];
        for (const auto& [x, factor] : terms) outside -= factor * variable_states[x].current_value;
        if (outside <= tolerance) continue;
        double weight = 1;
        for (const auto& [x, factor] : terms) weight += factor * factor * variable_states[x].norm_weight;
        compare_ratio(slack, outside, weight);
    }
    if (worst >= column_count_) make_row(worst, line_of(worst));
    return worst;
}

// Compute the row of a slack.
void Program::make_row(int slack, double* a) const {
    std::fill_n(a, row_stride_, 0.0);
    for (const auto& [x, factor] : terms_of(slack - column_count_)) {
        const int place = variables_[x].place;
        if (place >= 0) {
            a[place] += factor;
            continue;
        }
        const double* const other = line(-1 - place);
        for (std::ptrdiff_t j = 0; j < row_stride_; ++j) a[j] += factor * other[j];
    }
}

// Choose the entering column. The columns before it flip to their other bounds as far as needed. Return -1 if all of
// them do not suffice.
int Program::choose_entering(int leaving, bool up, double shortfall) {
    const double* const a = line_of(leaving);
    const double* const costs = this->costs();
    candidates_.clear();
    for (int j = 0; j < column_count_; ++j)
        if (may_enter(j, up ? a[j] : -a[j])) candidates_.push_back(j);
    const auto ratio = [&](int j) { return std::abs(costs[j] / a[j]); };
    std::size_t flip_count = 0;
    int entering_column = -1;
    for (; flip_count < candidates_.size(); ++flip_count) {
        const auto from = candidates_.begin() + flip_count;
        std::iter_swap(from,
                       std::min_element(from, candidates_.end(), [&](int j, int k) { return ratio(j) < ratio(k); }));
        const Variable& variable = variables_[column_variables_[*from]];
        shortfall -= std::abs(a[*from]) * (variable.high - variable.low);
        if (shortfall < 0) {
            entering_column = *from;
            break;
        }
    }
    if (entering_column < 0 && shortfall > tolerance) return -1;
    if (entering_column < 0) entering_column = candidates_[--flip_count];
    for (std::size_t k = 0; k < flip_count; ++k) flip_bound(candidates_[k]);
    return entering_column;
}

void Program::flip_bound(int column) {
    const double before = column_value(column);
    at_high_[column] = !at_high_[column];
    shift_column(column, column_value(column) - before);
}

void Program::shift_column(int column, double by) {
    if (by == 0) return;
    for (int k = 0; k < row_count_; ++k) basic_values_[k] += tableau_row(k)[column] * by;
}

// Exchange a basic variable and a column. The variable moves to the bound that it violated. Its value does not show
// which, because flipped columns may have changed it.
void Program::pivot(int leaving, int column, bool to_high) {
    const int entering = column_variables_[column];
    double* const base = line_of(leaving);
    const double by =
        ((to_high ? variables_[leaving].high : variables_[leaving].low) - value_of(leaving)) / base[column];
    const double entering_value = column_value(column) + by;
    shift_column(column, by);
    const double factor = 1 / base[column];
    base[column] = -1;
    for (std::ptrdiff_t j = 0; j < row_stride_; ++j) base[j] *= -factor;
    for (int k = 0; k < row_count_; ++k)
        if (tableau_row(k) != base) row_norms_[k] = add_multiple(tableau_row(k), base, column, row_norms_[k]);
    add_multiple(costs(), base, column, 0);
    column_variables_[column] = leaving;
    at_high_[column] = to_high;
    replace_basic(leaving, entering, entering_value);
    variables_[leaving].place = column;
}

// Substitute the pivot row `base` for the column in a row. Return the new norm, or `before` if the row does not change.
double Program::add_multiple(double* a, const double* base, int column, double before) const {
    const double multiplier = a[column];
    if (multiplier == 0) return before;
    a[column] = 0;
    std::array<double, 4> sums{};
    for (std::ptrdiff_t j = 0; j < row_stride_; j += 4)
        for (int i = 0; i < 4; ++i) {
            a[j + i] += multiplier * base[j + i];
            sums[i] += a[j + i] * a[j + i];
        }
    return 1 + (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// Reuse the row of the leaving variable, if it has one, for the entering variable, if that needs one.
void Program::replace_basic(int leaving, int entering, double entering_value) {
    const bool from_rest = leaving >= column_count_, to_rest = entering >= column_count_;
    const int row = from_rest ? row_count_ : -1 - variables_[leaving].place;
    if (from_rest) resting_slacks_.erase(std::find(resting_slacks_.begin(), resting_slacks_.end(), leaving));
    if (to_rest) {
        resting_slacks_.push_back(entering);
        variables_[entering].place = at_rest;
        if (from_rest) return;
        if (row != --row_count_) {  // the last row fills the gap
            std::copy_n(tableau_row(row_count_), row_stride_, tableau_row(row));
            row_variables_[row] = row_variables_[row_count_];
            basic_values_[row] = basic_values_[row_count_];
            row_norms_[row] = row_norms_[row_count_];
            variables_[row_variables_[row]].place = -1 - row;
        }
        return;
    }
    if (from_rest) std::copy_n(line_of(leaving), row_stride_, tableau_row(row_count_++));
    row_variables_[row] = entering;
    basic_values_[row] = entering_value;
    row_norms_[row] = row_norm(tableau_row(row));
    variables_[entering].place = -1 - row;
}

// Copy the bounds of a variable to the tableau if they have changed.
void Program::set_bounds(int x) {
    Variable& variable = variables_[x];
    if (variable.low == lower_bounds_[x] && variable.high == upper_bounds_[x]) return;
    const int column = variable.place;
    const double before = column < 0 ? 0 : column_value(column);
    variable.low = lower_bounds_[x];
    variable.high = upper_bounds_[x];
    if (column < 0) return;
    at_high_[column] = costs()[column] > 0;  // the sign may have changed while the variable was fixed
    shift_column(column, column_value(column) - before);
}

}  // namespace passatempo::machiavelli
