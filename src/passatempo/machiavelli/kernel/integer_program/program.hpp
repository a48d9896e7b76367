// Integer programs of some dozens of variables: is there a whole point, and which is the best?
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

// Maximise the gain of whole x with low <= x <= high and rows a x >= least.
//
// The relaxation is solved in floating point, but nothing is believed of it: a point is tried in whole numbers, and
// where the relaxation has none, or none that is good enough, its multipliers, rounded to whole numbers, must prove
// it. If they do not the search goes on, until all variables are fixed if need be. So rounding costs time alone.
class Program {
public:
    struct Term {
        int variable;
        int factor;
    };

    // Forget everything; `variables` counts those that `add_variable` will add, at most.
    void clear();
    int add_variable(int low, int high, std::int64_t gain = 0, bool first = false);  // its number, from 0
    void add_row(std::span<const Term> terms, int right_side);

    // Look for a point of a gain of at least `min_gain`, and for better ones until `gain_target` is reached. True if
    // one was found; the best one is then in `point`. Where the budget is not spent, there is no better one than that.
    // Where the budget is only for a few nodes, `watch` is the one of the whole run.
    bool solve(std::int64_t min_gain, std::int64_t gain_target, Budget& budget, Budget* watch = nullptr);

    // Where any point will do: each one found goes to `next`, which says of which variables the others must have one at
    // least; of none if no more are looked for. The rows only grow, so that nothing is searched twice. All were found
    // unless the budget is spent.
    using NextCut = std::function<std::span<const Term>()>;
    void solve_each(const NextCut& next, Budget& budget);

    std::span<const int> point() const { return best_point_; }
    std::int64_t gain() const { return best_gain_; }

    std::size_t memory_bytes() const {
        return tableau_.capacity() * sizeof(double) + row_terms_.capacity() * sizeof(Term);
    }

private:
    enum class RelaxationStatus { point, none, unclear, halted };

    static constexpr double tolerance = 1e-7;  // less is nothing, of what the tableau says
    static constexpr double infinity = std::numeric_limits<double>::infinity();

    // Every variable, those given and the slack of each row, is either a column, at one of its bounds, or a sum over
    // the columns. Those given then have a line of the tableau, which writes that sum. Slacks rest: a line is made of
    // their row's terms where it is asked for.
    struct Variable {
        double low, high;
        int place;  // number of the column, -1 - number of the line, or `at_rest`
    };
    static constexpr int at_rest = std::numeric_limits<int>::min();

    // Of a variable given: its value, and the square of its line.
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
    // The rows in which a variable stands: those that grow with it, or those that fall.
    std::span<const ColumnTerm> entries_of(int variable, bool falls) const {
        const int from = column_ends_[2 * variable + falls], to = column_ends_[2 * variable + falls + 1];
        return std::span(column_terms_).subspan(from, to - from);
    }
    double* tableau_row(int row) { return tableau_.data() + row * row_stride_; }
    const double* line(int row) const { return tableau_.data() + row * row_stride_; }
    const double* cost_row() const { return line(column_count_); }
    double* costs() { return tableau_row(column_count_); }  // what a unit of each column adds to the gain
    double* line_of(int variable) {                         // of a slack: the one that was made last
        return tableau_row(variable < column_count_ ? -1 - variables_[variable].place : column_count_ + 1);
    }
    double column_value(int column) const;
    // Can it take the place of what is to go up by so much for a unit of the column?
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

    std::vector<int> lower_bounds_, upper_bounds_;  // of the variables, as far as the search has narrowed them
    std::vector<Bounds> bound_changes_;             // what they were, the latest last
    std::vector<std::int64_t> variable_gains_;
    std::vector<char> branches_first_;  // variables that are split before the others
    std::vector<Term> row_terms_;
    std::vector<int> row_ends_;             // of the terms of each row
    std::vector<ColumnTerm> column_terms_;  // of each variable
    std::vector<int> column_ends_;          // where they end
    std::vector<int> row_maxima_,
        row_spans_;                 // of each row: the most it can be, and what its bounds can say of one term
    std::vector<int> row_queue_;    // rows from which bounds may follow
    std::vector<char> is_waiting_;  // of each row
    std::vector<int> right_sides_;
    std::vector<double> row_reaches_;  // of each row: no point within the bounds gives more, with either sign

    std::ptrdiff_t row_stride_ = 0;
    int column_count_ = 0, row_count_ = 0;
    std::vector<Variable> variables_;
    std::vector<int> column_variables_, row_variables_;  // the variable of each column, and of each line
    std::vector<int> resting_slacks_;                    // slacks that are no columns
    std::vector<char> at_high_;                          // of each column
    std::vector<double> basic_values_;                   // of each line
    std::vector<double> row_norms_;
    std::vector<double> tableau_;  // the lines, as many as there may be, behind them the costs, and one for a slack
    std::vector<VariableState> variable_states_;
    std::vector<double> column_directions_,
        column_costs_;  // of each column: up 1, down -1, or none 0; and what a unit of it costs
    std::vector<int> candidates_;
    std::vector<std::int64_t> multipliers_;       // of the rows of the program
    std::vector<std::int64_t> combination_sums_;  // of the variables: what a unit adds to the gain and the rows
    std::int64_t proof_slack_ = 0;                // of the last proof: not below 0 where it fell short
    bool is_feasibility_ = true;                  // no gains: any point will do
    std::int64_t gain_target_ = 0, gain_limit_ = 0, best_gain_ = 0;
    std::int64_t gain_reach_ = 1;  // no gain is greater
    bool has_point_ = false;
    const NextCut* next_cut_ = nullptr;  // where every point is looked for
    Budget* budget_ = nullptr;
    Budget* watch_ = nullptr;
    std::vector<int> best_point_, trial_point_;
};

}  // namespace passatempo::machiavelli
