// Decides by conflict-driven clause learning whether a layout exists under assumptions [MarquesSilva1999].
// 1. `solve`: the search loop, with restarts after numbers of conflicts from Luby's sequence [Luby1993].
// 2. `propagate`: unit propagation in both directions, `propagate_number` and `propagate_clauses`.
// 3. `learn_clause`: a clause from each conflict and the backjump (analysis.cpp).
// 4. `pick_decision`: a literal that repairs the newest violated number.
// 5. `end`: back to level 0, with the new layout or the previous one.
#include "cdcl/solver.hpp"

#include <algorithm>
#include <cassert>

namespace passatempo::minesweeper::cdcl {

namespace {

constexpr std::uint64_t restart_after = 64;  // conflicts, times Luby's sequence
constexpr std::size_t long_scope = 64;       // only the scope of all cells is longer
constexpr std::size_t far_enough = 512;      // cells of this scope to try for a decision
constexpr std::uint64_t conflicts_between_polls = 16;

// 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ...
std::uint64_t luby(std::uint64_t i) {
    std::uint64_t size = 1;
    while (size < i + 1) size = 2 * size + 1;
    while (size - 1 != i) {
        size /= 2;
        i %= size;
    }
    return (size + 1) / 2;
}

// Counts the cells, the selectors and `total`.
std::size_t variables_of(const ConstraintNetwork& network, bool selectable) {
    return network.cells + (selectable ? network.number_count() : 0) + 1;
}

}  // namespace

Solver::Solver(const ConstraintNetwork& network, bool selectable)
    : cell_count_(network.cells), clauses_(variables_of(network, selectable)) {
    const std::size_t count = variables_of(network, selectable);
    total_literal_ = literal(count - 1, true);
    phases_.assign(count, 0);
    previous_phases_.assign(count, no_phase);
    levels_.assign(count, no_level);
    trail_places_.assign(count, 0);
    reasons_.assign(count, no_reason);
    activity_.assign(count, 0.0);
    change_bonus_.assign(count, 0);
    is_marked_.assign(count, 0);
    list_numbers(network, selectable);
    for (std::int32_t k = 0; k < std::ssize(numbers_); ++k) {
        recheck(k);
        if (propagate_number(k) != no_reason) is_consistent_ = false;
    }
}

void Solver::list_numbers(const ConstraintNetwork& network, bool selectable) {
    members_ = network.members;
    for (std::int32_t k = 0; k < network.number_count(); ++k) {
        const std::size_t at = k;
        numbers_.push_back(
            {network.scope_starts[at], network.scope_starts[at + 1], network.needs[at], network.needs[at]});
    }
    if (network.has_bounds()) {
        for (std::int32_t cell = 0; cell < cell_count_; ++cell) members_.push_back(cell);
        const std::int64_t cap = cell_count_;
        // Clamping to the number of cells plus one keeps an unreachable bound unreachable.
        numbers_.push_back({network.members.size(), members_.size(),
                            static_cast<std::int32_t>(std::clamp<std::int64_t>(network.min_mines, 0, cap + 1)),
                            static_cast<std::int32_t>(std::clamp<std::int64_t>(network.max_mines, -1, cap))});
    }
    std::vector<std::size_t> degrees(phases_.size() + 1, 0);
    for (const std::int32_t cell : members_) ++degrees[cell + 1];
    for (std::size_t k = 0; k < numbers_.size(); ++k) {
        CardinalityConstraint& number = numbers_[k];
        number.open = number.end - number.start;
        const bool is_total = k == static_cast<std::size_t>(network.number_count());
        if (is_total) number.selector = variable_of(total_literal_);
        else if (selectable) number.selector = cell_count_ + k;
        if (number.selector < 0) continue;
        ++degrees[number.selector + 1];
    }
    for (std::size_t v = 1; v < degrees.size(); ++v) degrees[v] += degrees[v - 1];
    cell_number_starts_ = degrees;
    cell_numbers_.resize(degrees.back());
    for (std::int32_t k = 0; k < std::ssize(numbers_); ++k) {
        const CardinalityConstraint& number = numbers_[k];
        for (const std::int32_t cell : scope(number)) cell_numbers_[degrees[cell]++] = k;
        if (number.selector >= 0) cell_numbers_[degrees[number.selector]++] = k;
    }
}

std::span<const std::int32_t> Solver::numbers_of(std::int32_t cell) const {
    const std::size_t at = cell;
    return {cell_numbers_.data() + cell_number_starts_[at], cell_number_starts_[at + 1] - cell_number_starts_[at]};
}

bool Solver::total_fits() const {
    if (numbers_.empty() || numbers_.back().selector != variable_of(total_literal_)) return true;
    const CardinalityConstraint& total_number = numbers_.back();
    return total_number.phase_sum >= total_number.min_mines && total_number.phase_sum <= total_number.max_mines;
}

Verdict Solver::solve(std::span<const Literal> assumptions, Budget& budget) {
    begin_search();
    std::uint64_t restarts = 0;
    std::uint64_t left = restart_after;
    while (is_consistent_) {
        const std::int32_t conflict = propagate(&budget);
        if (conflict != no_reason) {
            ++conflict_count_;
            if (level() == 0) {
                is_consistent_ = false;
                break;
            }
            learn_clause(conflict);
            if (--left == 0) {
                left = restart_after * luby(++restarts);
                backtrack(0);
                if (has_layout_) restore_phases();
                forget_clauses();
            }
            // With a mine count, one conflict may visit all cells of the board.
            if (budget.spend() || (conflict_count_ % conflicts_between_polls == 0 && budget.poll()))
                return end_search(Verdict::stopped);
        } else if (budget.stop() != Stop::done) {
            return end_search(Verdict::stopped);
        } else if (level() < std::ssize(assumptions)) {
            const Literal next = assumptions[level()];
            if (is_false(next)) {
                explain_false(next);
                return end_search(Verdict::no);
            }
            decide(next);
        } else {
            const Literal next = pick_decision();
            if (next < 0) return end_search(Verdict::yes);
            if (budget.spend()) return end_search(Verdict::stopped);
            decide(next);
        }
    }
    return end_search(Verdict::no);
}

void Solver::begin_search() {
    for (const std::int32_t v : search_variables_) previous_phases_[v] = no_phase;
    search_variables_.clear();
    core_literals_.clear();
}

// Returns to level 0 and keeps the layout found, or restores the previous one.
Verdict Solver::end_search(Verdict verdict) {
    backtrack(0);
    if (verdict == Verdict::yes) has_layout_ = true;
    else restore_phases();
    return verdict;
}

// Restores the phases from before the search. A restart does this too, because a search may drift far from its
// question, and its learned clauses are more useful near the start.
void Solver::restore_phases() {
    for (const std::int32_t v : search_variables_)
        if (levels_[v] == no_level) set_phase(v, previous_phases_[v] != 0);
}

bool Solver::fix_literal(Literal fact, Budget* budget) {
    assert(level() == 0);
    begin_search();
    if (is_false(fact)) is_consistent_ = false;
    else if (!is_assigned(fact)) assign(fact, no_reason);
    is_consistent_ = is_consistent_ && propagate(budget) == no_reason;
    return is_consistent_;
}

void Solver::set_phase(std::int32_t variable, bool new_phase) {
    std::uint8_t& current_phase = phases_[variable];
    if ((current_phase != 0) == new_phase) return;
    if (std::uint8_t& previous_phase = previous_phases_[variable]; previous_phase == no_phase) {
        previous_phase = current_phase;
        search_variables_.push_back(variable);
    }
    current_phase = new_phase ? 1 : 0;
    if (variable >= cell_count_) return;
    for (const std::int32_t k : numbers_of(variable)) {
        numbers_[k].phase_sum += new_phase ? 1 : -1;
        recheck(k);
    }
}

// Updates whether the number is listed as violated.
void Solver::recheck(std::int32_t k) {
    CardinalityConstraint& number = numbers_[k];
    const bool wrong = (number.phase_sum < number.min_mines || number.phase_sum > number.max_mines) && active(number);
    if (wrong == (number.wrong_index >= 0)) return;
    if (wrong) {
        number.wrong_index = wrong_numbers_.size();
        wrong_numbers_.push_back(k);
        return;
    }
    const std::int32_t last = wrong_numbers_.back();
    wrong_numbers_[number.wrong_index] = last;
    numbers_[last].wrong_index = number.wrong_index;
    number.wrong_index = -1;
    wrong_numbers_.pop_back();
}

void Solver::assign(Literal l, std::int32_t reason) {
    assert(!is_assigned(l));
    const std::int32_t variable = variable_of(l);
    const std::size_t at = variable;
    levels_[at] = level();
    trail_places_[at] = trail_.size();
    reasons_[at] = reason;
    trail_.push_back(l);
    set_phase(variable, value_of(l));
    for (const std::int32_t k : numbers_of(variable)) {
        CardinalityConstraint& number = numbers_[k];
        if (number.selector == variable) {
            recheck(k);
            continue;
        }
        --number.open;
        number.mines += value_of(l) ? 1 : 0;
    }
}

void Solver::decide(Literal l) {
    level_starts_.push_back(trail_.size());
    if (!is_assigned(l)) assign(l, no_reason);
}

void Solver::backtrack(std::int32_t to) {
    if (level() <= to) return;
    const std::size_t end = level_starts_[to];
    while (trail_.size() > end) {
        const Literal l = trail_.back();
        trail_.pop_back();
        const std::int32_t variable = variable_of(l);
        levels_[variable] = no_level;
        for (const std::int32_t k : numbers_of(variable)) {
            CardinalityConstraint& number = numbers_[k];
            if (number.selector == variable) {
                recheck(k);
                continue;
            }
            ++number.open;
            number.mines -= value_of(l) ? 1 : 0;
        }
    }
    level_starts_.resize(to);
    propagation_head_ = std::min(propagation_head_, trail_.size());
}

std::int32_t Solver::propagate(Budget* budget) {
    while (propagation_head_ < trail_.size()) {
        if (budget != nullptr && (++propagation_count_ & 0xFFF) == 0 && budget->poll()) return no_reason;
        const Literal l = trail_[propagation_head_++];
        for (const std::int32_t k : numbers_of(variable_of(l)))
            if (const std::int32_t conflict = propagate_number(k); conflict != no_reason) return conflict;
        if (const std::int32_t conflict = propagate_clauses(l); conflict != no_reason) return conflict;
    }
    return no_reason;
}

// If all mines of a number are found, its other cells are free. If it needs all its open cells, they are mines.
std::int32_t Solver::propagate_number(std::int32_t k) {
    const CardinalityConstraint& number = numbers_[k];
    const bool full = number.mines >= number.max_mines;
    const bool needy = number.mines + number.open <= number.min_mines;
    if ((!full && !needy) || !active(number)) return no_reason;
    if (number.mines > number.max_mines || number.mines + number.open < number.min_mines) return k;
    if (number.open == 0) return no_reason;
    for (const std::int32_t cell : scope(number))
        if (const Literal l = literal(cell, needy); !is_assigned(l)) assign(l, k);
    return no_reason;
}

std::int32_t Solver::propagate_clauses(Literal l) {
    const Literal false_literal = negation(l);
    std::vector<Watch>& watches = clauses_.watches_of(false_literal);
    std::int32_t conflict = no_reason;
    std::size_t watch_count = 0;
    for (std::size_t w = 0; w < watches.size(); ++w) {
        const Watch watch = watches[w];
        if (conflict != no_reason || is_true(watch.blocking_literal)) {
            watches[watch_count++] = watch;
            continue;
        }
        std::vector<Literal>& literals = clauses_[watch.clause].literals;
        if (literals[0] == false_literal) std::swap(literals[0], literals[1]);
        const Literal first = literals[0];
        const auto next = is_true(first) ? literals.end()
                                         : std::find_if(literals.begin() + 2, literals.end(),
                                                        [this](Literal other) { return !is_false(other); });
        if (!is_true(first) && next != literals.end()) {
            std::swap(literals[1], *next);
            clauses_.watches_of(literals[1]).push_back({watch.clause, first});
            continue;
        }
        watches[watch_count++] = {watch.clause, first};
        if (is_false(first)) conflict = -2 - watch.clause;
        else if (!is_assigned(first)) assign(first, -2 - watch.clause);
    }
    watches.resize(watch_count);
    return conflict;
}

// Works on the newest violated number, so that the search spreads from one place.
Literal Solver::pick_decision() {
    if (wrong_numbers_.empty()) return -1;
    const CardinalityConstraint& number = numbers_[wrong_numbers_.back()];
    return number.end - number.start > long_scope ? pick_in_total(number) : pick_in_number(number);
}

// Picks the open cell whose flip moves the sum closer and violates the fewest other numbers, ties by activity. Cells
// that have had one value so far cost one less. Activity alone would spread the changes over the board.
Literal Solver::pick_in_number(const CardinalityConstraint& number) {
    const bool needs_mines = number.phase_sum < number.min_mines;
    Literal best = -1;
    std::int32_t lowest_loss = 0;
    for (const std::int32_t cell : scope(number)) {
        const Literal l = literal(cell, needs_mines);
        if (is_assigned(l) || phase_of(cell) == needs_mines) continue;
        const std::int32_t loss = harm(cell, needs_mines) - change_bonus_[cell];
        if (best >= 0 && (loss > lowest_loss || (loss == lowest_loss && !livelier(l, best)))) continue;
        lowest_loss = loss;
        best = l;
    }
    assert(best >= 0);
    return best;
}

// Counts the numbers that this flip moves further from their bounds.
std::int32_t Solver::harm(std::int32_t cell, bool new_phase) const {
    std::int32_t harm_count = 0;
    for (const std::int32_t k : numbers_of(cell)) {
        const CardinalityConstraint& number = numbers_[k];
        harm_count += (new_phase ? number.phase_sum >= number.max_mines : number.phase_sum <= number.min_mines) ? 1 : 0;
    }
    return harm_count;
}

// Does the same for the scope of all cells, but tries only a few cells per call.
Literal Solver::pick_in_total(const CardinalityConstraint& number) {
    const bool needs_mines = number.phase_sum < number.min_mines;
    const std::span<const std::int32_t> cells = scope(number);
    Literal best = -1;
    std::int32_t lowest_loss = 0;
    for (std::size_t try_count = 0; try_count < cells.size() && (best < 0 || try_count < far_enough); ++try_count) {
        total_cursor_ = (total_cursor_ + 1) % cells.size();
        const Literal l = literal(cells[total_cursor_], needs_mines);
        if (is_assigned(l) || phase_of(variable_of(l)) == needs_mines) continue;
        const std::int32_t loss = harm(cells[total_cursor_], needs_mines);
        if (best >= 0 && loss >= lowest_loss) continue;
        lowest_loss = loss;
        best = l;
    }
    assert(best >= 0);
    return best;
}

}  // namespace passatempo::minesweeper::cdcl
