// Counting along decision diagrams: once forward, once backward, and then every cell's layouts are known.
// Algorithm: forward-backward dynamic programming over a semiring
// Twin: minesweeper/reference.py
//
// Forward, a state holds its partial layouts. Backward, it holds the suffix weight of each: the weighted number of
// ways to go on. An edge's layouts are the product of the two, so one backward sweep gives the marginals of all cells.
#pragma once

#include <algorithm>
#include <vector>

#include "board/diagram.hpp"
#include "budget.hpp"
#include "layouts/semiring.hpp"

namespace passatempo::minesweeper {

// Numbers of layouts by number of mines, from `least` on; without counting mines a single one.
template <class Semiring>
struct Polynomial {
    std::uint32_t least = 0;
    std::vector<typename Semiring::Value> number;

    std::uint32_t most() const { return least + number.size() - 1; }
};

// The layouts with a mine in a cell, and those without.
template <class Semiring>
struct Cell {
    typename Semiring::Value mine, free;
};

template <class Semiring, bool counted>
class Sweep {
public:
    using Value = typename Semiring::Value;

    // Works on the parts from `first` to before `end`, which stand together.
    Sweep(const Semiring& semiring, const Diagrams& diagrams, std::size_t first, std::size_t end)
        : semiring_(semiring), diagrams_(diagrams) {
        if (first == end) return;
        begin_ = place(diagrams.parts[first].first);
        const Diagrams::Part& last = diagrams.parts[end - 1];
        const std::uint32_t states = last.last + (last.layers != 0);
        before_.assign(place(states) - begin_, semiring.zero());
        suffix_weight_ = before_;
    }

    // Count a part forward; what it gives is garbage where the budget ends first.
    Polynomial<Semiring> layouts(std::size_t p, Budget& budget) {
        const Diagrams::Part& part = diagrams_.parts[p];
        before(part.first)[0] = semiring_.from(1);
        for (std::uint32_t i = 0; i < part.layers; ++i) {
            const std::uint32_t first = diagrams_.layer[part.first_layer + i], end = diagrams_.end_of(part, i);
            const unsigned size = diagrams_.cells[part.first_layer + i];
            for (std::uint32_t s = first; s < end; ++s) {
                if (tired(s) && budget.poll()) return at_end(part);
                std::uint32_t k = diagrams_.fewest[s];
                for (std::uint32_t e = diagrams_.edge[s]; e < diagrams_.edge[s + 1]; ++e, ++k) {
                    const Value ways = semiring_.from(small_binomial(size, k));
                    const Value* from = before(s);
                    Value* to = before(diagrams_.next[e]) + shift(s, diagrams_.next[e], k);
                    for (std::uint32_t m = 0; m < length(s); ++m)
                        to[m] = semiring_.add(to[m], semiring_.times(ways, from[m]));
                }
            }
        }
        return at_end(part);
    }

    // The weighted layouts of a cell of each group, layer by layer, where one with m mines counts weight[m - least].
    // Garbage where the budget ends first.
    void marginals(std::size_t p, const std::vector<Value>& weight, Budget& budget, Cell<Semiring>* cells) {
        const Diagrams::Part& part = diagrams_.parts[p];
        std::copy(weight.begin(), weight.end(), suffix_weight(part.last));
        for (std::uint32_t i = part.layers; i-- > 0;) {
            const std::uint32_t first = diagrams_.layer[part.first_layer + i], end = diagrams_.end_of(part, i);
            const unsigned size = diagrams_.cells[part.first_layer + i];
            Cell<Semiring> cell{semiring_.zero(), semiring_.zero()};
            for (std::uint32_t s = first; s < end; ++s) {
                if (tired(s) && budget.poll()) return;
                back(s, size, cell);
            }
            cells[i] = cell;
        }
    }

private:
    static constexpr std::uint32_t between_polls = 1U << 14;  // coefficients

    // Go back along the edges of a state.
    void back(std::uint32_t s, unsigned size, Cell<Semiring>& cell) {
        const Value* from = before(s);
        Value* here = suffix_weight(s);
        std::uint32_t k = diagrams_.fewest[s];
        for (std::uint32_t e = diagrams_.edge[s]; e < diagrams_.edge[s + 1]; ++e, ++k) {
            const Value ways = semiring_.from(small_binomial(size, k));
            const Value* to = suffix_weight(diagrams_.next[e]) + shift(s, diagrams_.next[e], k);
            Value both = semiring_.zero();
            for (std::uint32_t m = 0; m < length(s); ++m) {
                here[m] = semiring_.add(here[m], semiring_.times(ways, to[m]));
                both = semiring_.add(both, semiring_.times(from[m], to[m]));
            }
            // Of C(size, k) choices, C(size - 1, k - 1) have a mine in this very cell.
            if (k != 0) gain(cell.mine, small_binomial(size - 1, k - 1), both);
            if (k != size) gain(cell.free, small_binomial(size - 1, k), both);
        }
    }

    void gain(Value& sum, std::uint64_t ways, Value layouts) const {
        sum = semiring_.add(sum, semiring_.times(semiring_.from(ways), layouts));
    }
    // What stands at the last state of a part.
    Polynomial<Semiring> at_end(const Diagrams::Part& part) {
        return {counted ? diagrams_.least[part.last] : 0, {before(part.last), before(part.last) + length(part.last)}};
    }
    // Whether the clock is worth a look before this state.
    bool tired(std::uint32_t s) {
        worked_ += length(s);
        if (worked_ < between_polls) return false;
        worked_ = 0;
        return true;
    }
    std::size_t place(std::uint32_t s) const { return counted ? diagrams_.place[s] : s; }
    Value* before(std::uint32_t s) { return before_.data() + (place(s) - begin_); }
    Value* suffix_weight(std::uint32_t s) { return suffix_weight_.data() + (place(s) - begin_); }
    std::uint32_t length(std::uint32_t s) const { return counted ? diagrams_.length(s) : 1; }
    // How far the coefficients move when k mines lead from one state to another.
    std::uint32_t shift(std::uint32_t s, std::uint32_t to, std::uint32_t k) const {
        return counted ? diagrams_.least[s] + k - diagrams_.least[to] : 0;
    }

    Semiring semiring_;
    const Diagrams& diagrams_;
    std::size_t begin_ = 0;
    std::uint32_t worked_ = 0;  // coefficients since the last look
    std::vector<Value> before_, suffix_weight_;
};

}  // namespace passatempo::minesweeper
