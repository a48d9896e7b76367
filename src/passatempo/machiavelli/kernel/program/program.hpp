// Integer programs of some dozens of variables: is there a whole point, and which is the best?
#pragma once

#include <cstddef>
#include <cstdint>
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
//
// Before anything is split, rows are added that cut off the relaxation's point; in whole numbers they follow from the
// others. Where any point will do, the costs are free to choose. With some the search takes a thousand times as long as
// with nearly all others, so it is begun again with others, with more and more patience, and with more cuts. Where
// gains count, what does not end soon is begun again without them.
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

    std::span<const int> point() const { return point_; }
    std::int64_t gain() const { return gain_; }

    std::size_t held() const { return tableau_.capacity() * sizeof(double) + terms_.capacity() * sizeof(Term); }

private:
    enum class Verdict { point, none, unclear, halted };

    static constexpr double infinity = std::numeric_limits<double>::infinity();

    // Every variable, those given and the slack of each row, is either a column, at one of its bounds, or a row of the
    // tableau, which writes it as a sum over the columns.
    struct Variable {
        double low, high;
        int place;  // number of the column, or -1 - number of the row
    };

    struct Bounds {
        int variable, low, high;
    };

    void index_rows();
    void drop_rows(std::size_t from);
    bool tighten();
    bool tighten(int row);
    bool narrow(int variable, int low, int high);
    void set(int variable, int low, int high);
    int undo(std::size_t changes);
    void begin();
    void add_slacks();
    void set_costs();
    bool explore();
    bool strengthen();
    bool add_cuts();
    int denominator(int row) const;
    void add_cut(int row);
    void take(std::int64_t least);
    void enter(std::size_t k);
    bool branch(int variable, double value);
    bool accept();
    int fractional();
    double narrowed(int variable, double value);
    Verdict relax();
    int worst_row() const;
    int entering(int row, bool up, double lacking);
    void flip(int column);
    void shift(int column, double by);
    void pivot(int row, int column, bool to_high);
    void set_bounds(int x);
    bool row_proves(int row, bool up);
    bool gains_prove();
    bool narrow_by_gains();
    bool proves(std::int64_t scale);
    std::int64_t combine(std::int64_t scale);
    std::span<const Term> terms_of(std::size_t row) const {
        const std::size_t from = row == 0 ? 0 : ends_[row - 1];
        return std::span(terms_).subspan(from, ends_[row] - from);
    }
    double* line(int row) { return tableau_.data() + row * stride_; }
    const double* line(int row) const { return tableau_.data() + row * stride_; }
    double value(int column) const;
    double value_of(int variable) const {
        const int place = all_[variable].place;
        return place < 0 ? values_[-1 - place] : value(place);
    }
    double norm(int row) const;

    std::vector<int> low_, high_;  // of the variables, as far as the search has narrowed them
    std::vector<Bounds> changes_;  // what they were, the latest last
    std::vector<std::int64_t> gains_;
    std::vector<char> first_;  // variables that are split before the others
    std::vector<Term> terms_;
    std::vector<int> ends_;               // of the terms of each row
    std::vector<int> rows_of_, ends_of_;  // the rows of each variable, and where they end
    std::vector<int> waiting_;            // rows from which bounds may follow
    std::vector<char> waits_;             // of each row
    std::vector<int> least_;
    std::vector<double> reaches_;  // of each row: no point within the bounds gives more, with either sign

    std::ptrdiff_t stride_ = 0;
    int columns_ = 0, rows_ = 0;
    std::vector<Variable> all_;
    std::vector<int> column_, row_;  // the variable of each
    std::vector<char> at_high_;      // of each column
    std::vector<double> values_;     // of each row
    std::vector<double> tableau_;    // the last line: what a unit of each column adds to the gain
    std::vector<double> norms_;      // of each row
    std::vector<int> candidates_;
    std::vector<std::int64_t> multipliers_;  // of the rows of the program
    std::vector<std::int64_t> sums_;         // of the variables: what a unit adds to the gain and the rows
    std::int64_t left_over_ = 0;             // of the last proof: not below 0 where it fell short
    bool last_ = false;                      // of the attempts: it goes on to the end
    bool free_ = true;                       // no gains: any point will do
    std::int64_t wanted_ = 0, enough_ = 0, gain_ = 0;
    std::int64_t reach_ = 1;  // no gain is greater
    bool found_ = false;
    int attempt_ = 0;
    std::uint64_t patience_ = 0;  // pivots until the next attempt
    Budget* budget_ = nullptr;
    Budget* watch_ = nullptr;
    std::vector<int> point_, trial_;
};

}  // namespace passatempo::machiavelli
