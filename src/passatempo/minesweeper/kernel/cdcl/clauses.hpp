// Learned clauses, watched by two of their literals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

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

}  // namespace passatempo::minesweeper::cdcl
