// Integer programs with some dozens of variables.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "budget.hpp"

namespace passatempo::machiavelli {

// Maximises the gain of integers x with low <= x <= high and rows a x >= right side.
//
// The relaxation is solved in floating point, but its results are not trusted. A point is tried in integers. If the
// relaxation has no good enough point, its multipliers, rounded to integers, must prove it. If they do not, the search
// continues, in the worst case until all variables are fixed. So rounding only costs time.
class Program {
public:
    struct Term {
        int variable;
        int factor;
    };

    // Remove all variables and rows.
    void clear();
    int add_variable(int low, int high, std::int64_t gain = 0, bool first = false);  // returns its number, from 0
    void add_row(std::span<const Term> terms, int right_side);

    // Look for a point with a gain of at least `min_gain`, and for better ones until `gain_target` is reached. Return
    // true if one was found. `point` then returns the best one, and no better one exists if the budget is not spent. If
    // the budget covers only a few nodes, `watch` is the budget of the whole run.
    bool solve(std::int64_t min_gain, std::int64_t gain_target, Budget& budget, Budget* watch = nullptr);

    // Find several points if there are no gains. After each one, `next` returns a cut: at least one of its variables
    // must be positive from then on. No terms end the search. Rows are only added, so nothing is searched twice. If the
    // budget is not spent, no further point meets all cuts.
    using NextCut = std::function<std::span<const Term>()>;
    void solve_each(const NextCut& next, Budget& budget);

    std::span<const int> point() const { return best_point_; }
    std::int64_t gain() const { return best_gain_; }

    std::size_t memory_bytes() const {
        return tableau_.capacity() * sizeof(double) + row_terms_.capacity() * sizeof(Term);
    }

private:
    enum class RelaxationStatus { point, none, unclear, halted };

    static constexpr double tolerance = 1e-7;  // smaller tableau entries count as 0
    static constexpr double infinity = std::numeric_limits<double>::infinity();

    // A variable is either nonbasic, as a column at one of its bounds, or basic, as a linear combination of the
    // columns. A basic original variable has a row of the tableau with these factors. Basic slacks rest. Their row is
    // computed from the terms of their constraint when needed.
    struct Variable {
        double low, high;
        int place;  // the number of the column, -1 - the number of the row, or `at_rest`
    };
    static constexpr int at_rest = std::numeric_limits<int>::min();

    // The value of an original variable, and the squared norm of its row.
    struct VariableState {
        double current_value = 0, norm_weight = 1;
    };
    struct Bounds {
        int variable, low, high;
    };
    struct Penalties {
        double down, up;
    };
    struct ColumnTerm {
        int row, factor;
    };

    void index_rows();
    bool propagate_bounds();
    bool tighten_row(int row);
    bool tighten_variable(int variable, int low, int high);
    void change_bounds(int variable, int low, int high);
    void apply_bounds(int variable, int low, int high);
    void enqueue_rows(std::span<const ColumnTerm> column_terms);
    void undo_changes(std::size_t changes);
    void start_tableau();
    void set_costs();
    bool explore_node();
    void add_slack(std::size_t k);
    bool branch_on(int variable, double relaxation_value);
    bool accept_point();
    bool search_suffices();
    bool add_cut();
    int branching_variable();
    void list_directions();
    Penalties branching_penalties(const double* a) const;
    RelaxationStatus solve_relaxation();
    void update_variable_states();
    int choose_leaving();
    void make_row(int slack, double* a) const;
    int choose_entering(int leaving, bool up, double shortfall);
    void flip_bound(int column);
    void shift_column(int column, double by);
    void pivot(int leaving, int column, bool to_high);
    double add_multiple(double* a, const double* base, int column, double before) const;
    void replace_basic(int leaving, int entering, double entering_value);
    void set_bounds(int x);
    bool row_proves(int leaving, bool up);
    bool gains_prove();
    bool narrow_by_gains();
    bool check_certificate(std::int64_t scale);
    std::int64_t combine_rows(std::int64_t scale);
    std::span<const Term> terms_of(std::size_t row) const {
        const std::size_t from = row == 0 ? 0 : row_ends_[row - 1];
        return std::span(row_terms_).subspan(from, row_ends_[row] - from);
    }
    // The rows of a variable, either those that grow with it or those that fall.
    std::span<const ColumnTerm> entries_of(int variable, bool falls) const {
        const int from = column_ends_[2 * variable + falls], to = column_ends_[2 * variable + falls + 1];
        return std::span(column_terms_).subspan(from, to - from);
    }
    double* tableau_row(int row) { return tableau_.data() + row * row_stride_; }
    const double* line(int row) const { return tableau_.data() + row * row_stride_; }
    const double* cost_row() const { return line(column_count_); }
    double* costs() { return tableau_row(column_count_); }  // the change of the gain per unit of each column
    double* line_of(int variable) {                         // of a slack: the row computed last
        return tableau_row(variable < column_count_ ? -1 - variables_[variable].place : column_count_ + 1);
    }
    double column_value(int column) const;
    // Return whether the column may enter. `by` is the required change per unit of the column.
    bool may_enter(int column, double by) const {
        if (at_high_[column] ? by > -tolerance : by < tolerance) return false;
        const Variable& variable = variables_[column_variables_[column]];
        return variable.low < variable.high;
    }
    double value_of(int variable) const {
        const int place = variables_[variable].place;
        if (place >= 0) return column_value(place);
        if (place != at_rest) return basic_values_[-1 - place];
        double sum = 0;
        for (const auto& [x, factor] : terms_of(variable - column_count_)) sum += factor * value_of(x);
        return sum;
    }
    double row_norm(const double* a) const;

    std::vector<int> lower_bounds_, upper_bounds_;  // of the variables, as narrowed by the search
    std::vector<Bounds> bound_changes_;             // the previous bounds, the latest last
    std::vector<std::int64_t> variable_gains_;
    std::vector<char> branches_first_;  // variables on which the search branches first
    std::vector<Term> row_terms_;
    std::vector<int> row_ends_;             // of the terms of each row
    std::vector<ColumnTerm> column_terms_;  // of each variable
    std::vector<int> column_ends_;          // ends of the terms
    std::vector<int> row_maxima_,
        row_spans_;                 // of each row: its maximum, and the greatest range of a term
    std::vector<int> row_queue_;    // rows from which tighter bounds may follow
    std::vector<char> is_waiting_;  // of each row
    std::vector<int> right_sides_;
    std::vector<double> row_reaches_;  // of each row: a bound on |row - right side| within the bounds

    std::ptrdiff_t row_stride_ = 0;
    int column_count_ = 0, row_count_ = 0;
    std::vector<Variable> variables_;
    std::vector<int> column_variables_, row_variables_;  // the variable of each column and of each row
    std::vector<int> resting_slacks_;                    // slacks that are no columns
    std::vector<char> at_high_;                          // of each column
    std::vector<double> basic_values_;                   // of each row
    std::vector<double> row_norms_;
    std::vector<double> tableau_;  // all possible rows, then the costs, then a row for a slack
    std::vector<VariableState> variable_states_;
    std::vector<double> column_directions_,
        column_costs_;  // of each column: the direction it can move, 1, -1 or 0, and the cost per unit
    std::vector<int> candidates_;
    std::vector<std::int64_t> multipliers_;       // of the rows of the program
    std::vector<std::int64_t> combination_sums_;  // of the variables: the change of the gain and the rows per unit
    std::int64_t proof_slack_ = 0;                // of the last proof, not negative if it failed
    bool is_feasibility_ = true;                  // no gains, so any point suffices
    std::int64_t gain_target_ = 0, gain_limit_ = 0, best_gain_ = 0;
    std::int64_t gain_reach_ = 1;  // a bound on the gain
    bool has_point_ = false;
    const NextCut* next_cut_ = nullptr;  // if every point is required
    Budget* budget_ = nullptr;
    Budget* watch_ = nullptr;
    std::vector<int> best_point_, trial_point_;
};

}  // namespace passatempo::machiavelli
