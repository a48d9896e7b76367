// What a conflict teaches: the part of the solver that learns.
// Algorithm: first unique implication point (Moskewicz and others 2001), local minimization of clauses
// Algorithm: two watched literals (Moskewicz and others 2001), clauses forgotten by activity (Een and Sorensson 2003)
#include <algorithm>
#include <cassert>

#include "cdcl/solver.hpp"

namespace passatempo::minesweeper::cdcl {

std::int32_t Clauses::add(std::span<const Literal> literals, std::int32_t levels) {
    assert(literals.size() >= 2);
    std::int32_t place = clauses_.size();
    if (spare_.empty()) {
        clauses_.emplace_back();
    } else {
        place = spare_.back();
        spare_.pop_back();
    }
    Clause& clause = (*this)[place];
    clause.literals.assign(literals.begin(), literals.end());
    clause.levels = levels;
    clause.activity = step_;
    watching(literals[0]).push_back({place, literals[1]});
    watching(literals[1]).push_back({place, literals[0]});
    ++alive_;
    return place;
}

void Clauses::bump(std::int32_t clause) {
    if (((*this)[clause].activity += step_) < 1e20F) return;
    for (Clause& other : clauses_) other.activity *= 1e-20F;
    step_ *= 1e-20F;
}

void Clauses::reduce(const std::vector<bool>& used) {
    std::vector<std::int32_t> candidates;
    for (std::int32_t c = 0; c < std::ssize(clauses_); ++c)
        if ((*this)[c].levels > 3 && !used[c]) candidates.push_back(c);
    const auto middle = candidates.begin() + (candidates.size() / 2);
    std::nth_element(candidates.begin(), middle, candidates.end(), [this](std::int32_t a, std::int32_t b) {
        const Clause& first = (*this)[a];
        const Clause& second = (*this)[b];
        return first.activity != second.activity ? first.activity < second.activity : a < b;
    });
    for (auto c = candidates.begin(); c != middle; ++c) {
        Clause& clause = (*this)[*c];
        for (const Literal l : {clause.literals[0], clause.literals[1]})
            std::erase_if(watching(l), [c](const Watch& watch) { return watch.clause == *c; });
        clause.literals.clear();
        clause.levels = 0;  // never a candidate again
        spare_.push_back(*c);
        --alive_;
    }
}

namespace {

constexpr std::size_t long_reason = 64;  // literals; not worth the look when a clause is shortened

}  // namespace

void Solver::antecedents(std::int32_t reason, Literal l, std::vector<Literal>& into) {
    into.clear();
    if (reason < no_reason) {
        for (const Literal other : clauses_[-2 - reason].literals)
            if (other != l) into.push_back(opposite(other));
        return;
    }
    const Number& number = numbers_[reason];
    if (number.selector >= 0) into.push_back(literal(number.selector, true));
    const std::int32_t size = number.end - number.start;
    // A cell is free because all mines are found, a mine because all free cells are.
    const bool mines = l < 0 ? number.mines > number.most : !value_of(l);
    const std::int32_t wanted = (mines ? number.most : size - number.fewest) + (l < 0 ? 1 : 0);
    const std::int32_t before = l < 0 ? static_cast<std::int32_t>(trail_.size()) : places_[variable_of(l)];
    const std::size_t full = into.size() + wanted;
    for (const std::int32_t cell : scope(number)) {
        if (into.size() == full) break;
        const Literal other = literal(cell, mines);
        if (is_true(other) && places_[cell] < before) into.push_back(other);
    }
    assert(into.size() == full);
}

void Solver::learn(std::int32_t conflict) {
    analyse(conflict);
    minimise();
    const std::int32_t to = return_level();
    const std::int32_t spanned = count_levels();
    backtrack(to);
    std::int32_t reason = no_reason;
    if (learned_.size() > 1) reason = -2 - clauses_.add(learned_, spanned);
    assign(learned_.front(), reason);
    step_ /= 0.95;
    clauses_.decay();
}

// The first unique implication point.
void Solver::analyse(std::int32_t conflict) {
    learned_.assign(1, -1);
    std::int32_t paths = 0;
    gather(conflict, -1, paths);
    std::size_t at = trail_.size();
    for (;;) {
        do --at;
        while (seen_[variable_of(trail_[at])] == 0);
        const Literal l = trail_[at];
        if (--paths == 0) {
            learned_.front() = opposite(l);
            return;
        }
        gather(reasons_[variable_of(l)], l, paths);
    }
}

void Solver::gather(std::int32_t reason, Literal l, std::int32_t& paths) {
    if (reason < no_reason) clauses_.bump(-2 - reason);
    antecedents(reason, l, pieces_);
    for (const Literal other : pieces_) {
        const std::int32_t variable = variable_of(other);
        const std::size_t at = variable;
        if (seen_[at] != 0 || levels_[at] == 0) continue;
        seen_[at] = 1;
        marked_.push_back(variable);
        bump(variable);
        if (levels_[at] == level()) ++paths;
        else learned_.push_back(opposite(other));
    }
}

// Does a false literal follow from the others of the clause?
bool Solver::follows(Literal l) {
    const std::int32_t reason = reasons_[variable_of(l)];
    if (reason == no_reason) return false;
    if (reason >= 0 && scope(numbers_[reason]).size() > long_reason) return false;
    antecedents(reason, opposite(l), pieces_);
    return std::all_of(pieces_.begin(), pieces_.end(), [this](Literal other) {
        const std::size_t at = variable_of(other);
        return seen_[at] != 0 || levels_[at] == 0;
    });
}

void Solver::minimise() {
    std::size_t kept = 1;
    for (std::size_t i = 1; i < learned_.size(); ++i)
        if (!follows(learned_[i])) learned_[kept++] = learned_[i];
    learned_.resize(kept);
    for (const std::int32_t variable : marked_) seen_[variable] = 0;
    marked_.clear();
}

// The level at which only the first literal is open; a literal of it is put second, to be watched.
std::int32_t Solver::return_level() {
    if (learned_.size() == 1) return 0;
    const auto level_of = [this](Literal l) { return levels_[variable_of(l)]; };
    const auto highest = std::max_element(learned_.begin() + 1, learned_.end(),
                                          [&](Literal a, Literal b) { return level_of(a) < level_of(b); });
    std::swap(learned_[1], *highest);
    return level_of(learned_[1]);
}

std::int32_t Solver::count_levels() {
    spans_.clear();
    for (const Literal l : learned_) spans_.push_back(levels_[variable_of(l)]);
    std::sort(spans_.begin(), spans_.end());
    return std::unique(spans_.begin(), spans_.end()) - spans_.begin();
}

// Which assumptions make this one false?
void Solver::explain_false(Literal assumption) {
    core_.assign(1, assumption);
    const std::size_t own = variable_of(assumption);
    if (levels_[own] == 0) return;
    seen_[own] = 1;
    for (std::size_t at = trail_.size(); at-- > ends_.front();) {
        const Literal l = trail_[at];
        const std::size_t variable = variable_of(l);
        if (seen_[variable] == 0) continue;
        seen_[variable] = 0;
        if (reasons_[variable] == no_reason) {
            core_.push_back(l);
            continue;
        }
        antecedents(reasons_[variable], l, pieces_);
        for (const Literal other : pieces_)
            if (levels_[variable_of(other)] > 0) seen_[variable_of(other)] = 1;
    }
}

void Solver::bump(std::int32_t variable) {
    if ((activity_[variable] += step_) < 1e100) return;
    for (double& activity : activity_) activity *= 1e-100;
    step_ *= 1e-100;
}

void Solver::forget_some() {
    if (clauses_.size() < room_) return;
    std::vector<bool> used(clauses_.places(), false);
    for (const Literal l : trail_)
        if (const std::int32_t reason = reasons_[variable_of(l)]; reason < no_reason) used[-2 - reason] = true;
    clauses_.reduce(used);
    room_ += 500;
}

}  // namespace passatempo::minesweeper::cdcl
