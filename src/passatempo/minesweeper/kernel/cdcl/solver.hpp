// Is there a layout with these values? Conflict-driven (CDCL) search over cardinality constraints.
//
// Every variable always holds a value: the one it is assigned, or the one it had last. The search only decides
// variables of numbers that are wrong under the values held, so it repairs a known layout from the place where a
// question disturbs it, and a question costs as much as its neighbourhood, not as the board.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cdcl/backbone.hpp"

namespace passatempo::minesweeper::cdcl {

using Literal = std::int32_t;  // 2 * variable: it is true; 2 * variable + 1: it is false

constexpr Literal literal(std::int32_t variable, bool value) { return 2 * variable + (value ? 0 : 1); }
constexpr std::int32_t variable_of(Literal l) { return l >> 1; }
constexpr bool value_of(Literal l) { return (l & 1) == 0; }
constexpr Literal opposite(Literal l) { return l ^ 1; }

struct Clause {
    std::vector<Literal> literals;  // the first two are watched
    std::int32_t levels = 0;        // how many decisions it spanned when it was learned
    float activity = 0;
};

struct Watch {
    std::int32_t clause;
    Literal other;  // if this one is true the clause need not be looked at
};

class Clauses {
public:
    explicit Clauses(std::size_t variables) : watches_(2 * variables) {}

    // At least two literals.
    std::int32_t add(std::span<const Literal> literals, std::int32_t levels);

    // Forget the worse half; `used` tells which clauses are reasons at present.
    void reduce(const std::vector<bool>& used);

    void bump(std::int32_t clause);
    void decay() { step_ /= 0.999F; }

    Clause& operator[](std::int32_t clause) { return clauses_[clause]; }
    const Clause& operator[](std::int32_t clause) const { return clauses_[clause]; }
    std::vector<Watch>& watching(Literal l) { return watches_[l]; }
    std::size_t size() const { return alive_; }
    std::size_t places() const { return clauses_.size(); }

private:
    std::vector<Clause> clauses_;
    std::vector<std::int32_t> spare_;          // places of forgotten clauses
    std::vector<std::vector<Watch>> watches_;  // of a literal: the clauses to look at when it becomes false
    std::size_t alive_ = 0;
    float step_ = 1;
};

class Solver {
public:
    // The bounds on all mines count only while `total()` is assumed or fixed; if `selectable`, so does number k with
    // `selector(k)`.
    explicit Solver(const Network& network, bool selectable = false);

    // Yes: values() is a layout with the assumptions; else they keep the last one. No: see core().
    Verdict solve(std::span<const Literal> assumptions, Budget& budget);

    // Assumptions that cannot hold together, after a `no`.
    std::span<const Literal> core() const { return core_; }

    // State a fact for good; false if nothing fits any more. What follows from it is found now, or later where the
    // budget ends first.
    bool fix(Literal fact, Budget* budget = nullptr);

    bool value(std::int32_t variable) const { return held_[variable] != 0; }
    bool fixed(std::int32_t variable) const { return levels_[variable] == 0; }
    Literal selector(std::int32_t number) const { return literal(cells_ + number, true); }

    // Variables that the last search touched.
    std::span<const std::int32_t> changed() const { return changed_; }
    // All that holds for good, oldest first; grows.
    std::span<const Literal> facts() const { return trail_; }

    Literal total() const { return total_; }
    bool total_fits() const;  // the values held

    // The numbers beside a cell.
    std::span<const std::int32_t> beside(std::int32_t cell) const;
    std::uint64_t conflicts() const { return conflicts_; }

    // Cells that a decision should rather change, 1 for each.
    void prefer(std::int32_t cell, bool wanted) { preferred_[cell] = wanted ? 1 : 0; }

private:
    static constexpr std::int32_t no_reason = -1;  // a reason is a number, or -2 - clause
    static constexpr std::int32_t unassigned = -1;
    static constexpr std::uint8_t untouched = 2;

    struct Number {
        std::size_t start, end;  // of its cells
        std::int32_t fewest, most;
        std::int32_t mines = 0;   // assigned
        std::int32_t open = 0;    // not assigned
        std::int32_t sum = 0;     // of the values held
        std::int32_t place = -1;  // among the wrong ones
        std::int32_t selector = -1;
    };

    std::int32_t level() const { return ends_.size(); }
    bool is_true(Literal l) const { return assigned(l) && value(variable_of(l)) == value_of(l); }
    bool is_false(Literal l) const { return assigned(l) && value(variable_of(l)) != value_of(l); }
    bool assigned(Literal l) const { return levels_[variable_of(l)] != unassigned; }
    bool active(const Number& number) const { return number.selector < 0 || is_true(literal(number.selector, true)); }
    std::span<const std::int32_t> scope(const Number& number) const {
        return {members_.data() + number.start, number.end - number.start};
    }

    void list_numbers(const Network& network, bool selectable);
    void hold(std::int32_t variable, bool value);
    void recheck(std::int32_t number);
    void assign(Literal l, std::int32_t reason);
    void decide(Literal l);
    void backtrack(std::int32_t to);
    void begin();
    Verdict end(Verdict verdict);
    void restore();

    // The reason of a conflict, or no_reason, also where the budget ended first.
    std::int32_t propagate(Budget* budget = nullptr);
    std::int32_t tighten(std::int32_t number);
    std::int32_t follow(Literal l);  // through the clauses

    // The true literals that force `l` by this reason, or that clash (`l` negative).
    void antecedents(std::int32_t reason, Literal l, std::vector<Literal>& into);
    void learn(std::int32_t conflict);
    void analyse(std::int32_t conflict);  // fills learned_, the literal to assign first
    void gather(std::int32_t reason, Literal l, std::int32_t& paths);
    bool follows(Literal l);
    void minimise();
    std::int32_t return_level();
    std::int32_t count_levels();
    void explain_false(Literal assumption);
    Literal choose();
    Literal choose_in(const Number& number);
    Literal choose_far(const Number& number);
    std::int32_t harm(std::int32_t cell, bool wanted) const;
    bool livelier(Literal a, Literal b) const { return activity_[variable_of(a)] > activity_[variable_of(b)]; }
    void bump(std::int32_t variable);
    void forget_some();

    std::int32_t cells_;
    Literal total_ = -1;
    std::vector<Number> numbers_;
    std::vector<std::int32_t> members_;
    std::vector<std::size_t> beside_starts_;
    std::vector<std::int32_t> beside_;  // numbers of each variable; a selector has its own
    bool consistent_ = true;
    bool known_ = false;  // a layout was found

    std::vector<std::uint8_t> held_;
    std::vector<std::uint8_t> before_;                     // the search, of the variables in changed_; else `untouched`
    std::vector<std::int32_t> levels_, places_, reasons_;  // of each variable: decision level, place in trail_, reason
    std::vector<double> activity_;
    std::vector<std::uint8_t> preferred_;
    std::vector<std::uint8_t> seen_;
    std::vector<Literal> trail_;
    std::vector<std::size_t> ends_;    // of trail_ when each decision was taken
    std::size_t head_ = 0;             // trail_ is propagated up to here
    std::vector<std::int32_t> wrong_;  // active numbers that the values held do not fit
    std::vector<std::int32_t> changed_;

    Clauses clauses_;
    std::vector<Literal> learned_, pieces_, marked_, core_;
    std::vector<std::int32_t> spans_;
    double step_ = 1;
    std::uint64_t conflicts_ = 0;
    std::uint64_t propagated_ = 0;  // literals
    std::size_t cursor_ = 0;        // in the scope of all cells, which is too long to look through
    std::size_t room_ = 4000;       // clauses kept before some are forgotten
};

}  // namespace passatempo::minesweeper::cdcl
