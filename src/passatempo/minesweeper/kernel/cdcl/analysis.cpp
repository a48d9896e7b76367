// Conflict analysis and the clause database.
// Algorithm: first unique implication point (Moskewicz and others 2001), local minimization of clauses
// Algorithm: two watched literals (Moskewicz and others 2001), clauses forgotten by activity (Een and Sorensson 2003)
#include <algorithm>
#include <cassert>

#include "cdcl/solver.hpp"

namespace passatempo::minesweeper::cdcl {

std::int32_t ClauseDatabase::add_clause(std::span<const Literal> literals, std::int32_t levels) {
    assert(literals.size() >= 2);
    std::int32_t place = clauses_.size();
    if (free_places_.empty()) {
        clauses_.emplace_back();
    } else {
        place = free_places_.back();
        free_places_.pop_back();
    }
    Clause& clause = (*this)[place];
    clause.literals.assign(literals.begin(), literals.end());
    clause.level_count = levels;
    clause.activity = activity_step_;
    watches_of(literals[0]).push_back({place, literals[1]});
    watches_of(literals[1]).push_back({place, literals[0]});
    ++clause_count_;
    return place;
}

void ClauseDatabase::bump_activity(std::int32_t clause) {
    if (((*this)[clause].activity += activity_step_) < 1e20F) return;
    for (Clause& other : clauses_) other.activity *= 1e-20F;
    activity_step_ *= 1e-20F;
}

void ClauseDatabase::reduce_database(const std::vector<bool>& used) {
    std::vector<std::int32_t> candidates;
    for (std::int32_t c = 0; c < std::ssize(clauses_); ++c)
        if ((*this)[c].level_count > 3 && !used[c]) candidates.push_back(c);
    const auto middle = candidates.begin() + (candidates.size() / 2);
    std::nth_element(candidates.begin(), middle, candidates.end(), [this](std::int32_t a, std::int32_t b) {
        const Clause& first = (*this)[a];
        const Clause& second = (*this)[b];
        return first.activity != second.activity ? first.activity < second.activity : a < b;
    });
    for (auto c = candidates.begin(); c != middle; ++c) {
        Clause& clause = (*this)[*c];
        for (const Literal l : {clause.literals[0], clause.literals[1]})
            std::erase_if(watches_of(l), [c](const Watch& watch) { return watch.clause == *c; });
        clause.literals.clear();
        clause.level_count = 0;  // never a candidate again
        free_places_.push_back(*c);
        --clause_count_;
    }
}

namespace {

constexpr std::size_t long_reason = 64;  // literals; longer reasons are too slow to check in clause minimisation

}  // namespace

void Solver::antecedents(std::int32_t reason, Literal l, std::vector<Literal>& into) {
    into.clear();
    if (reason < no_reason) {
        for (const Literal other : clauses_[-2 - reason].literals)
            if (other != l) into.push_back(negation(other));
        return;
    }
    const CardinalityConstraint& number = numbers_[reason];
    if (number.selector >= 0) into.push_back(literal(number.selector, true));
    const std::int32_t size = number.end - number.start;
    // A cell is free because all mines are found, or a mine because all free cells are found.
    const bool mines = l < 0 ? number.mines > number.max_mines : !value_of(l);
    const std::int32_t reason_size = (mines ? number.max_mines : size - number.min_mines) + (l < 0 ? 1 : 0);
    const std::int32_t before = l < 0 ? static_cast<std::int32_t>(trail_.size()) : trail_places_[variable_of(l)];
    const std::size_t full = into.size() + reason_size;
    for (const std::int32_t cell : scope(number)) {
        if (into.size() == full) break;
        const Literal other = literal(cell, mines);
        if (is_true(other) && trail_places_[cell] < before) into.push_back(other);
    }
    assert(into.size() == full);
}

void Solver::learn_clause(std::int32_t conflict) {
    analyse_conflict(conflict);
    minimise_clause();
    const std::int32_t to = return_level();
    const std::int32_t level_count = count_levels();
    backtrack(to);
    std::int32_t reason = no_reason;
    if (new_clause_.size() > 1) reason = -2 - clauses_.add_clause(new_clause_, level_count);
    assign(new_clause_.front(), reason);
    activity_step_ /= 0.95;
    clauses_.decay_activity();
}

// Resolves back to the first unique implication point.
void Solver::analyse_conflict(std::int32_t conflict) {
    new_clause_.assign(1, -1);
    std::int32_t paths = 0;
    gather_antecedents(conflict, -1, paths);
    std::size_t at = trail_.size();
    for (;;) {
        do --at;
        while (is_marked_[variable_of(trail_[at])] == 0);
        const Literal l = trail_[at];
        if (--paths == 0) {
            new_clause_.front() = negation(l);
            return;
        }
        gather_antecedents(reasons_[variable_of(l)], l, paths);
    }
}

void Solver::gather_antecedents(std::int32_t reason, Literal l, std::int32_t& paths) {
    if (reason < no_reason) clauses_.bump_activity(-2 - reason);
    antecedents(reason, l, reason_literals_);
    for (const Literal other : reason_literals_) {
        const std::int32_t variable = variable_of(other);
        const std::size_t at = variable;
        if (is_marked_[at] != 0 || levels_[at] == 0) continue;
        is_marked_[at] = 1;
        conflict_variables_.push_back(variable);
        bump_activity(variable);
        if (levels_[at] == level()) ++paths;
        else new_clause_.push_back(negation(other));
    }
}

// Returns whether a false literal follows from the other literals of the clause.
bool Solver::is_redundant(Literal l) {
    const std::int32_t reason = reasons_[variable_of(l)];
    if (reason == no_reason) return false;
    if (reason >= 0 && scope(numbers_[reason]).size() > long_reason) return false;
    antecedents(reason, negation(l), reason_literals_);
    return std::all_of(reason_literals_.begin(), reason_literals_.end(), [this](Literal other) {
        const std::size_t at = variable_of(other);
        return is_marked_[at] != 0 || levels_[at] == 0;
    });
}

void Solver::minimise_clause() {
    std::size_t literal_count = 1;
    for (std::size_t i = 1; i < new_clause_.size(); ++i)
        if (!is_redundant(new_clause_[i])) new_clause_[literal_count++] = new_clause_[i];
    new_clause_.resize(literal_count);
    for (const std::int32_t variable : conflict_variables_) is_marked_[variable] = 0;
    conflict_variables_.clear();
}

// Returns the level at which only the first literal is unassigned, and moves a literal of it to the second watch.
std::int32_t Solver::return_level() {
    if (new_clause_.size() == 1) return 0;
    const auto level_of = [this](Literal l) { return levels_[variable_of(l)]; };
    const auto highest = std::max_element(new_clause_.begin() + 1, new_clause_.end(),
                                          [&](Literal a, Literal b) { return level_of(a) < level_of(b); });
    std::swap(new_clause_[1], *highest);
    return level_of(new_clause_[1]);
}

std::int32_t Solver::count_levels() {
    spans_.clear();
    for (const Literal l : new_clause_) spans_.push_back(levels_[variable_of(l)]);
    std::sort(spans_.begin(), spans_.end());
    return std::unique(spans_.begin(), spans_.end()) - spans_.begin();
}

// Collects the assumptions that make this one false.
void Solver::explain_false(Literal assumption) {
    core_literals_.assign(1, assumption);
    const std::size_t core_variable = variable_of(assumption);
    if (levels_[core_variable] == 0) return;
    is_marked_[core_variable] = 1;
    for (std::size_t at = trail_.size(); at-- > level_starts_.front();) {
        const Literal l = trail_[at];
        const std::size_t variable = variable_of(l);
        if (is_marked_[variable] == 0) continue;
        is_marked_[variable] = 0;
        if (reasons_[variable] == no_reason) {
            core_literals_.push_back(l);
            continue;
        }
        antecedents(reasons_[variable], l, reason_literals_);
        for (const Literal other : reason_literals_)
            if (levels_[variable_of(other)] > 0) is_marked_[variable_of(other)] = 1;
    }
}

void Solver::bump_activity(std::int32_t variable) {
    if ((activity_[variable] += activity_step_) < 1e100) return;
    for (double& activity : activity_) activity *= 1e-100;
    activity_step_ *= 1e-100;
}

void Solver::forget_clauses() {
    if (clauses_.size() < clause_limit_) return;
    std::vector<bool> used(clauses_.places(), false);
    for (const Literal l : trail_)
        if (const std::int32_t reason = reasons_[variable_of(l)]; reason < no_reason) used[-2 - reason] = true;
    clauses_.reduce_database(used);
    clause_limit_ += 500;
}

}  // namespace passatempo::minesweeper::cdcl
