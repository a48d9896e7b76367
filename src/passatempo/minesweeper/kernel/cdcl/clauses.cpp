// Clauses added, bumped and forgotten.
// Algorithm: two watched literals (Moskewicz and others 2001), clauses forgotten by activity (Een and Sorensson 2003)
#include "cdcl/clauses.hpp"

#include <algorithm>
#include <cassert>

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

}  // namespace passatempo::minesweeper::cdcl
