// Searches for integer points and proves the bounds of relaxations. It has no twin of its own. The programs of
// formulation.cpp are compared with machiavelli/reference/search.py.
// Algorithm: branch and bound with integer certificates
#include "integer_program/program.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace passatempo::machiavelli {

namespace {

constexpr double max_reach = 0x1p61;
constexpr int max_rounds = 3;  // of bound tightening at a node

// A number in [1, 2) for each variable. Different costs keep the simplex method from cycling.
double cost_perturbation(int variable) {
    const std::uint64_t variable_hash = (variable + 1) * 0x9E3779B97F4A7C15U;
    return 1 + std::ldexp(variable_hash >> 40, -24);
}

}  // namespace

void Program::clear() {
    lower_bounds_.clear();
    upper_bounds_.clear();
    variable_gains_.clear();
    branches_first_.clear();
    row_terms_.clear();
    row_ends_.clear();
    right_sides_.clear();
    row_reaches_.clear();
}

int Program::add_variable(int low, int high, std::int64_t gain, bool first) {
    branches_first_.push_back(first);
    lower_bounds_.push_back(low);
    upper_bounds_.push_back(high);
    variable_gains_.push_back(gain);
    return std::ssize(lower_bounds_) - 1;
}

void Program::add_row(std::span<const Term> terms, int right_side) {
    row_terms_.insert(row_terms_.end(), terms.begin(), terms.end());
    row_ends_.push_back(std::ssize(row_terms_));
    right_sides_.push_back(right_side);
    double reach = std::abs(right_side);
    for (const auto& [x, factor] : terms)
        reach += std::abs(factor) * std::max(std::abs(lower_bounds_[x]), std::abs(upper_bounds_[x]));
    row_reaches_.push_back(reach);
}

bool Program::solve(std::int64_t min_gain, std::int64_t gain_target, Budget& budget, Budget* watch) {
    budget_ = &budget;
    watch_ = watch;
    gain_target_ = min_gain;
    gain_limit_ = gain_target;
    has_point_ = false;
    index_rows();
    bound_changes_.clear();
    if (!propagate_bounds()) return false;
    start_tableau();
    gain_target_ = std::max(gain_target_, -gain_reach_);  // smaller targets would overflow with the scale of a proof
    explore_node();
    return has_point_;
}

void Program::solve_each(const NextCut& next, Budget& budget) {
    next_cut_ = &next;
    solve(0, 0, budget);
    next_cut_ = nullptr;
}

// Return whether the search may end after the point just accepted.
bool Program::search_suffices() { return next_cut_ != nullptr ? !add_cut() : best_gain_ >= gain_limit_; }

// Add the next cut, which the current point violates, to the rest of the search.
bool Program::add_cut() {
    gain_target_ = best_gain_;
    const std::span<const Term> terms = (*next_cut_)();
    if (terms.empty()) return false;
    add_row(terms, 1);
    multipliers_.push_back(0);
    add_slack(right_sides_.size() - 1);
    return true;
}

// All variables start as columns and all slacks at rest, so none needs a row.
void Program::start_tableau() {
    column_count_ = std::ssize(lower_bounds_);
    row_stride_ = (column_count_ + 7) / 8 * 8;
    row_count_ = 0;
    tableau_.assign((column_count_ + 2) * row_stride_, 0.0);
    variables_.clear();
    for (int x = 0; x < column_count_; ++x)
        variables_.push_back({double(lower_bounds_[x]), double(upper_bounds_[x]), x});
    resting_slacks_.clear();
    for (std::size_t k = 0; k < right_sides_.size(); ++k) add_slack(k);
    set_costs();
    row_variables_.assign(column_count_, -1);
    basic_values_.assign(column_count_, 0.0);
    row_norms_.assign(column_count_, 0.0);
    variable_states_.resize(column_count_);
    candidates_.reserve(column_count_);
    multipliers_.assign(right_sides_.size(), 0);
    combination_sums_.assign(column_count_, 0);
}

// Without gains, all costs get the same sign, so that as many runs and sets as possible form, mostly in integers. Costs
// of both signs take several times as long. Otherwise the costs are the gains minus a small amount per unit, too small
// to change the order of integer gains. Few cards in runs are more often integers than many.
void Program::set_costs() {
    is_feasibility_ =
        std::all_of(variable_gains_.begin(), variable_gains_.end(), [](std::int64_t gain) { return gain == 0; });
    column_variables_.resize(column_count_);
    at_high_.assign(column_count_, 0);
    gain_reach_ = 1;
    for (int x = 0; x < column_count_; ++x) {
        column_variables_[x] = x;
        gain_reach_ += std::abs(variable_gains_[x]) * upper_bounds_[x];
        const double unit_cost = is_feasibility_ ? 1 : -1e-3 / column_count_;
        costs()[x] = variable_gains_[x] + unit_cost * cost_perturbation(x);
        at_high_[x] = costs()[x] > 0;
    }
}

// Search below this node. Return true if the search is over.
bool Program::explore_node() {
    RelaxationStatus verdict = solve_relaxation();
    for (int round_count = 0; round_count < max_rounds && verdict == RelaxationStatus::point && !is_feasibility_;
         ++round_count) {
        const std::size_t before = bound_changes_.size();
        if (!narrow_by_gains()) return false;
        if (bound_changes_.size() == before) break;
        for (int x = 0; x < column_count_; ++x) set_bounds(x);
        verdict = solve_relaxation();
    }
    if (verdict == RelaxationStatus::halted) return true;
    if (verdict == RelaxationStatus::none) return false;
    int variable = verdict == RelaxationStatus::point ? branching_variable() : -1;
    if (variable < 0 && verdict == RelaxationStatus::point && accept_point()) {
        if (search_suffices()) return true;
        if (next_cut_ != nullptr) return explore_node();  // the cut excludes the point
        if (gains_prove()) return false;                  // this point is optimal
    }
    if (variable < 0)  // rounding hides the result, so branch on any free variable
        for (int x = 0; x < column_count_; ++x)
            if (lower_bounds_[x] < upper_bounds_[x] &&
                (variable < 0 ||
                 upper_bounds_[x] - lower_bounds_[x] > upper_bounds_[variable] - lower_bounds_[variable]))
                variable = x;
    if (variable < 0) return accept_point() && search_suffices();
    return branch_on(variable, value_of(variable));
}

// Round the point of the relaxation, and accept it if it is feasible and good enough.
bool Program::accept_point() {
    trial_point_.resize(column_count_);
    std::int64_t gain = 0;
    for (int x = 0; x < column_count_; ++x) {
        trial_point_[x] = std::lround(value_of(x));
        if (trial_point_[x] < lower_bounds_[x] || trial_point_[x] > upper_bounds_[x]) return false;
        gain += variable_gains_[x] * trial_point_[x];
    }
    for (std::size_t row = 0; row < right_sides_.size(); ++row) {
        int sum = 0;
        for (const auto& [x, factor] : terms_of(row)) sum += factor * trial_point_[x];
        if (sum < right_sides_[row]) return false;
    }
    if (gain < gain_target_) return false;
    best_point_ = trial_point_;
    best_gain_ = gain;
    gain_target_ = gain + 1;
    has_point_ = true;
    return true;
}

// Use the multipliers of the row. They combine rows of the program to one that no point within the bounds meets.
bool Program::row_proves(int leaving, bool up) {
    std::fill(multipliers_.begin(), multipliers_.end(), 0);
    constexpr double scale = 1 << 20;
    // If the row must rise, `row - sum of columns = 0` has slacks of columns that would have to be negative.
    const auto note = [&](int variable, double factor) {
        if (variable >= column_count_)
            multipliers_[variable - column_count_] = std::max<std::int64_t>(0, std::llround(scale * factor));
    };
    const double* const a = line_of(leaving);
    note(leaving, up ? 1.0 : -1.0);
    for (int j = 0; j < column_count_; ++j) note(column_variables_[j], up ? -a[j] : a[j]);
    return check_certificate(0);
}

// Prove that no point is good enough. The gain plus the multiples of the rows stays below the target.
bool Program::gains_prove() {
    std::int64_t scale = 1 << 16;
    for (; gain_reach_ > (std::int64_t{1} << 58) / scale && scale > 1; scale /= 2) continue;
    for (std::int64_t& multiplier : multipliers_) multiplier = 0;
    for (int j = 0; j < column_count_; ++j)
        if (column_variables_[j] >= column_count_)
            multipliers_[column_variables_[j] - column_count_] =
                std::max<std::int64_t>(0, std::llround(-scale * costs()[j]));
    return check_certificate(scale);
}

// Reduced-cost tightening: the margin of the last proof limits how far a variable may leave its better bound.
bool Program::narrow_by_gains() {
    for (int x = 0; x < column_count_; ++x) {
        const std::int64_t cost = std::abs(combination_sums_[x]);
        if (cost == 0 || lower_bounds_[x] == upper_bounds_[x]) continue;
        const std::int64_t max_change = proof_slack_ / cost;
        if (max_change >= upper_bounds_[x] - lower_bounds_[x]) continue;
        if (combination_sums_[x] > 0)
            change_bounds(x, upper_bounds_[x] - static_cast<int>(max_change), upper_bounds_[x]);
        else change_bounds(x, lower_bounds_[x], lower_bounds_[x] + static_cast<int>(max_change));
    }
    return propagate_bounds();
}

// With multipliers y, gain(x) <= gain(x) + y (A x - b) for every point. Check whether this is below the target within
// the bounds, or below 0 if gains do not count.
bool Program::check_certificate(std::int64_t scale) {
    double reach = 0;
    for (std::size_t row = 0; row < right_sides_.size(); ++row)
        reach += std::abs(multipliers_[row]) * row_reaches_[row];
    if (reach > max_reach) {  // the sums might overflow
        proof_slack_ = 0;
        std::fill(combination_sums_.begin(), combination_sums_.end(), 0);
        return false;
    }
    std::int64_t gain_bound = -combine_rows(scale);
    for (int x = 0; x < column_count_; ++x)
        gain_bound += combination_sums_[x] * (combination_sums_[x] > 0 ? upper_bounds_[x] : lower_bounds_[x]);
    proof_slack_ = gain_bound - scale * gain_target_;
    return proof_slack_ < 0;
}

// Compute the factor of each variable in `scale` times the gain plus the multiples of the rows. Return the same
// combination of the right sides.
std::int64_t Program::combine_rows(std::int64_t scale) {
    for (int x = 0; x < column_count_; ++x) combination_sums_[x] = scale * variable_gains_[x];
    std::int64_t right_sum = 0;
    for (std::size_t row = 0; row < right_sides_.size(); ++row) {
        const std::int64_t multiplier = multipliers_[row];
        if (multiplier == 0) continue;
        right_sum += multiplier * right_sides_[row];
        for (const auto& [x, factor] : terms_of(row)) combination_sums_[x] += multiplier * factor;
    }
    return right_sum;
}

}  // namespace passatempo::machiavelli
