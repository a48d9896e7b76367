// Conflict-driven clause learning over cardinality constraints, which decides whether a layout exists.
//
// Every variable always has a phase: its assigned value, or otherwise its last one. The search only decides variables
// of numbers that the phases violate. It thus repairs a known layout around the assumption that disturbs it, and the
// cost of a query depends on the neighbourhood, not on the board.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cdcl/backbone.hpp"

namespace passatempo::minesweeper::cdcl {

using Literal = std::int32_t;  // 2 * variable is the positive literal, 2 * variable + 1 the negative one

constexpr Literal literal(std::int32_t variable, bool is_positive) { return 2 * variable + (is_positive ? 0 : 1); }
constexpr std::int32_t variable_of(Literal l) { return l >> 1; }
constexpr bool value_of(Literal l) { return (l & 1) == 0; }
constexpr Literal negation(Literal l) { return l ^ 1; }

struct Clause {
    std::vector<Literal> literals;  // the first two are watched
    std::int32_t level_count = 0;   // number of decision levels when it was learned
    float activity = 0;
};

struct Watch {
    std::int32_t clause;
    Literal blocking_literal;  // if this literal is true, the clause need not be visited
};

class ClauseDatabase {
public:
    explicit ClauseDatabase(std::size_t variables) : watches_(2 * variables) {}

    // Needs at least two literals.
    std::int32_t add_clause(std::span<const Literal> literals, std::int32_t levels);

    // Forgets the less active half. `used` marks the clauses that are reasons at present.
    void reduce_database(const std::vector<bool>& used);

    void bump_activity(std::int32_t clause);
    void decay_activity() { activity_step_ /= 0.999F; }

    Clause& operator[](std::int32_t clause) { return clauses_[clause]; }
    const Clause& operator[](std::int32_t clause) const { return clauses_[clause]; }
    std::vector<Watch>& watches_of(Literal l) { return watches_[l]; }
    std::size_t size() const { return clause_count_; }
    std::size_t places() const { return clauses_.size(); }

private:
    std::vector<Clause> clauses_;
    std::vector<std::int32_t> free_places_;    // indices of forgotten clauses
    std::vector<std::vector<Watch>> watches_;  // of each literal, the clauses to visit when it becomes false
    std::size_t clause_count_ = 0;
    float activity_step_ = 1;
};

class Solver {
public:
    // The bounds on all mines apply only while `total()` is assumed or fixed. If `selectable`, number k applies only
    // while `selector(k)` does.
    explicit Solver(const ConstraintNetwork& network, bool selectable = false);

    // After `yes`, `phase_of` is a layout under the assumptions. After `no`, `core` explains the refutation.
    Verdict solve(std::span<const Literal> assumptions, Budget& budget);

    // The assumptions that contradict each other, after a `no`.
    std::span<const Literal> core() const { return core_literals_; }

    // Fixes a literal for good and returns false if no layout is left. If the budget ends during propagation, the
    // consequences follow later.
    bool fix_literal(Literal fact, Budget* budget = nullptr);

    bool phase_of(std::int32_t variable) const { return phases_[variable] != 0; }
    bool is_fixed(std::int32_t variable) const { return levels_[variable] == 0; }
    Literal selector(std::int32_t number) const { return literal(cell_count_ + number, true); }

    // Variables whose phase the last search changed.
    std::span<const std::int32_t> search_variables() const { return search_variables_; }
    // All fixed literals, oldest first.
    std::span<const Literal> facts() const { return trail_; }

    Literal total() const { return total_literal_; }
    bool total_fits() const;  // whether the phases satisfy the bounds

    // The numbers next to a cell.
    std::span<const std::int32_t> numbers_of(std::int32_t cell) const;
    std::uint64_t conflicts() const { return conflict_count_; }

    // Makes decisions prefer to flip this cell.
    void prefer_change(std::int32_t cell, bool is_preferred) { change_bonus_[cell] = is_preferred ? 1 : 0; }

private:
    static constexpr std::int32_t no_reason = -1;  // a reason is a number, or -2 - clause
    static constexpr std::int32_t no_level = -1;
    static constexpr std::uint8_t no_phase = 2;

    struct CardinalityConstraint {
        std::size_t start, end;  // bounds of its cells in `members_`
        std::int32_t min_mines, max_mines;
        std::int32_t mines = 0;         // assigned mines
        std::int32_t open = 0;          // unassigned cells
        std::int32_t phase_sum = 0;     // mines by phase
        std::int32_t wrong_index = -1;  // index in `wrong_numbers_`, or -1
        std::int32_t selector = -1;
    };

    std::int32_t level() const { return level_starts_.size(); }
    bool is_true(Literal l) const { return is_assigned(l) && phase_of(variable_of(l)) == value_of(l); }
    bool is_false(Literal l) const { return is_assigned(l) && phase_of(variable_of(l)) != value_of(l); }
    bool is_assigned(Literal l) const { return levels_[variable_of(l)] != no_level; }
    bool active(const CardinalityConstraint& number) const {
        return number.selector < 0 || is_true(literal(number.selector, true));
    }
    std::span<const std::int32_t> scope(const CardinalityConstraint& number) const {
        return {members_.data() + number.start, number.end - number.start};
    }

    void list_numbers(const ConstraintNetwork& network, bool selectable);
    void set_phase(std::int32_t variable, bool new_phase);
    void recheck(std::int32_t k);
    void assign(Literal l, std::int32_t reason);
    void decide(Literal l);
    void backtrack(std::int32_t to);
    void begin_search();
    Verdict end_search(Verdict verdict);
    void restore_phases();

    // Returns the reason of a conflict, or `no_reason` if there is none or the budget ended.
    std::int32_t propagate(Budget* budget = nullptr);
    std::int32_t propagate_number(std::int32_t k);
    std::int32_t propagate_clauses(Literal l);

    // Appends the true literals that force `l` by this reason, or that conflict if `l` is negative.
    void antecedents(std::int32_t reason, Literal l, std::vector<Literal>& into);
    void learn_clause(std::int32_t conflict);
    void analyse_conflict(std::int32_t conflict);  // fills `new_clause_`, the asserting literal first
    void gather_antecedents(std::int32_t reason, Literal l, std::int32_t& paths);
    bool is_redundant(Literal l);
    void minimise_clause();
    std::int32_t return_level();
    std::int32_t count_levels();
    void explain_false(Literal assumption);
    Literal pick_decision();
    Literal pick_in_number(const CardinalityConstraint& number);
    Literal pick_in_total(const CardinalityConstraint& number);
    std::int32_t harm(std::int32_t cell, bool new_phase) const;
    bool livelier(Literal a, Literal b) const { return activity_[variable_of(a)] > activity_[variable_of(b)]; }
    void bump_activity(std::int32_t variable);
    void forget_clauses();

    std::int32_t cell_count_;
    Literal total_literal_ = -1;
    std::vector<CardinalityConstraint> numbers_;
    std::vector<std::int32_t> members_;
    std::vector<std::size_t> cell_number_starts_;
    std::vector<std::int32_t> cell_numbers_;  // numbers of each variable, also of selectors
    bool is_consistent_ = true;
    bool has_layout_ = false;

    std::vector<std::uint8_t> phases_;
    std::vector<std::uint8_t> previous_phases_;  // before the search, of `search_variables_`; otherwise `no_phase`
    std::vector<std::int32_t> levels_, trail_places_,
        reasons_;  // of each variable: decision level, place in trail_, reason
    std::vector<double> activity_;
    std::vector<std::uint8_t> change_bonus_;
    std::vector<std::uint8_t> is_marked_;
    std::vector<Literal> trail_;
    std::vector<std::size_t> level_starts_;    // trail length at each decision
    std::size_t propagation_head_ = 0;         // the first literal that is not propagated yet
    std::vector<std::int32_t> wrong_numbers_;  // active numbers that the phases violate
    std::vector<std::int32_t> search_variables_;

    ClauseDatabase clauses_;
    std::vector<Literal> new_clause_, reason_literals_, conflict_variables_, core_literals_;
    std::vector<std::int32_t> spans_;
    double activity_step_ = 1;
    std::uint64_t conflict_count_ = 0;
    std::uint64_t propagation_count_ = 0;  // literals
    std::size_t total_cursor_ = 0;         // in the scope of all cells, which is too long to search
    std::size_t clause_limit_ = 4000;      // number of clauses that triggers the next reduction
};

}  // namespace passatempo::minesweeper::cdcl
