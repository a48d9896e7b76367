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
    void add_row(std::span<const Term> terms, int least);

    // Look for a point of a gain of at least `least`, and for better ones until `enough` is reached. True if one was
    // found; the best one is then in `point`. Where the budget is not spent, there is no better one than that.
    // Where the budget is only for a few nodes, `watch` is the one of the whole run.
    bool solve(std::int64_t least, std::int64_t enough, Budget& budget, Budget* watch = nullptr);

    // Where any point will do: each one found goes to `next`, which says of which variables the others must have one at
    // least; of none if no more are looked for. The rows only grow, so that nothing is searched twice. All were found
    // unless the budget is spent.
    using Next = std::function<std::span<const Term>()>;
    void solve_each(const Next& next, Budget& budget);

    std::span<const int> point() const { return point_; }
    std::int64_t gain() const { return gain_; }

    std::size_t held() const { return tableau_.capacity() * sizeof(double) + terms_.capacity() * sizeof(Term); }

private:
    enum class Verdict { point, none, unclear, halted };

    static constexpr double tiny = 1e-7;  // less is nothing, of what the tableau says
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
    struct Now {
        double value = 0, weight = 1;
    };
    struct Bounds {
        int variable, low, high;
    };
    struct Penalties {
        double down, up;
    };
    struct Entry {
        int row, factor;
    };

    void index_rows();
    bool tighten();
    bool tighten(int row);
    bool narrow(int variable, int low, int high);
    void set(int variable, int low, int high);
    void move(int variable, int low, int high);
    void wait(std::span<const Entry> entries);
    void undo(std::size_t changes);
    void begin();
    void set_costs();
    bool explore();
    void enter(std::size_t k);
    bool branch(int variable, double value);
    bool accept();
    bool suffices();
    bool go_beyond();
    int fractional();
    void list_ways();
    Penalties penalties(const double* a) const;
    Verdict relax();
    void look_at_all();
    int worst();
    void make_line(int slack, double* a) const;
    int entering(int leaving, bool up, double lacking);
    void flip(int column);
    void shift(int column, double by);
    void pivot(int leaving, int column, bool to_high);
    double add(double* a, const double* base, int column, double before) const;
    void replace(int leaving, int entering, double value);
    void set_bounds(int x);
    bool row_proves(int leaving, bool up);
    bool gains_prove();
    bool narrow_by_gains();
    bool proves(std::int64_t scale);
    std::int64_t combine(std::int64_t scale);
    std::span<const Term> terms_of(std::size_t row) const {
        const std::size_t from = row == 0 ? 0 : ends_[row - 1];
        return std::span(terms_).subspan(from, ends_[row] - from);
    }
    // The rows in which a variable stands: those that grow with it, or those that fall.
    std::span<const Entry> entries_of(int variable, bool falls) const {
        const int from = ends_of_[2 * variable + falls], to = ends_of_[2 * variable + falls + 1];
        return std::span(rows_of_).subspan(from, to - from);
    }
    double* line(int row) { return tableau_.data() + row * stride_; }
    const double* line(int row) const { return tableau_.data() + row * stride_; }
    const double* costs() const { return line(columns_); }
    double* costs() { return line(columns_); }  // what a unit of each column adds to the gain
    double* line_of(int variable) {             // of a slack: the one that was made last
        return line(variable < columns_ ? -1 - all_[variable].place : columns_ + 1);
    }
    double value(int column) const;
    // Can it take the place of what is to go up by so much for a unit of the column?
    bool may_enter(int column, double by) const {
        if (at_high_[column] ? by > -tiny : by < tiny) return false;
        const Variable& variable = all_[column_[column]];
        return variable.low < variable.high;
    }
    double value_of(int variable) const {
        const int place = all_[variable].place;
        if (place >= 0) return value(place);
        if (place != at_rest) return values_[-1 - place];
        double sum = 0;
        for (const auto& [x, factor] : terms_of(variable - columns_)) sum += factor * value_of(x);
        return sum;
    }
    double norm(const double* a) const;

    std::vector<int> low_, high_;  // of the variables, as far as the search has narrowed them
    std::vector<Bounds> changes_;  // what they were, the latest last
    std::vector<std::int64_t> gains_;
    std::vector<char> first_;  // variables that are split before the others
    std::vector<Term> terms_;
    std::vector<int> ends_;         // of the terms of each row
    std::vector<Entry> rows_of_;    // of each variable
    std::vector<int> ends_of_;      // where they end
    std::vector<int> most_, span_;  // of each row: the most it can be, and what its bounds can say of one term
    std::vector<int> waiting_;      // rows from which bounds may follow
    std::vector<char> waits_;       // of each row
    std::vector<int> least_;
    std::vector<double> reaches_;  // of each row: no point within the bounds gives more, with either sign

    std::ptrdiff_t stride_ = 0;
    int columns_ = 0, rows_ = 0;
    std::vector<Variable> all_;
    std::vector<int> column_, row_;  // the variable of each column, and of each line
    std::vector<int> resting_;       // slacks that are no columns
    std::vector<char> at_high_;      // of each column
    std::vector<double> values_;     // of each line
    std::vector<double> norms_;
    std::vector<double> tableau_;  // the lines, as many as there may be, behind them the costs, and one for a slack
    std::vector<Now> now_;
    std::vector<double> ways_, prices_;  // of each column: up 1, down -1, or none 0; and what a unit of it costs
    std::vector<int> candidates_;
    std::vector<std::int64_t> multipliers_;  // of the rows of the program
    std::vector<std::int64_t> sums_;         // of the variables: what a unit adds to the gain and the rows
    std::int64_t left_over_ = 0;             // of the last proof: not below 0 where it fell short
    bool free_ = true;                       // no gains: any point will do
    std::int64_t wanted_ = 0, enough_ = 0, gain_ = 0;
    std::int64_t reach_ = 1;  // no gain is greater
    bool found_ = false;
    const Next* next_ = nullptr;  // where every point is looked for
    Budget* budget_ = nullptr;
    Budget* watch_ = nullptr;
    std::vector<int> point_, trial_;
};

}  // namespace passatempo::machiavelli
