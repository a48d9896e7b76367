// Counting along diagrams: once forward, once backward, and then every cell's layouts are known.
//
// Forward, a state holds its partial layouts. Backward, it holds what each of them is worth: the weighted number of
// ways to go on. An edge's layouts are the product of the two, so one backward sweep gives the marginals of all cells.
#pragma once

#include <algorithm>
#include <vector>

#include "budget.hpp"
#include "diagram.hpp"
#include "semiring.hpp"

namespace passatempo::minesweeper {

// Numbers of layouts by number of mines, from `least` on; without counting mines a single one.
template <class Field>
struct Polynomial {
    std::uint32_t least = 0;
    std::vector<typename Field::Value> number;

    std::uint32_t most() const { return least + static_cast<std::uint32_t>(number.size()) - 1; }
};

// The layouts with a mine in a cell, and those without.
template <class Field>
struct Cell {
    typename Field::Value mine, free;
};

template <class Field, bool counted>
class Sweep {
public:
    using Value = typename Field::Value;

    // Works on the parts from `first` to before `end`, which stand together.
    Sweep(const Field& field, const Diagrams& diagrams, std::size_t first, std::size_t end)
        : field_(field), diagrams_(diagrams) {
        if (first == end) return;
        begin_ = place(diagrams.parts[first].first);
        const Diagrams::Part& last = diagrams.parts[end - 1];
        const std::uint32_t states = last.last + (last.layers != 0);
        before_.assign(place(states) - begin_, field.zero());
        worth_ = before_;
    }

    // Count a part forward; what it gives is garbage where the budget ends first.
    Polynomial<Field> layouts(std::size_t p, Budget& budget) {
        const Diagrams::Part& part = diagrams_.parts[p];
        before(part.first)[0] = field_.from(1);
        for (std::uint32_t i = 0; i < part.layers; ++i) {
            const std::uint32_t first = diagrams_.layer[part.first_layer + i], end = diagrams_.end_of(part, i);
            const unsigned size = diagrams_.cells[part.first_layer + i];
            for (std::uint32_t s = first; s < end; ++s) {
                if (tired(s) && budget.poll()) return at_end(part);
                std::uint32_t k = diagrams_.fewest[s];
                for (std::uint32_t e = diagrams_.edge[s]; e < diagrams_.edge[s + 1]; ++e, ++k) {
                    const Value ways = field_.from(small_binomial(size, k));
                    const Value* from = before(s);
                    Value* to = before(diagrams_.next[e]) + shift(s, diagrams_.next[e], k);
                    for (std::uint32_t m = 0; m < length(s); ++m)
                        to[m] = field_.add(to[m], field_.times(ways, from[m]));
                }
            }
        }
        return at_end(part);
    }

    // The weighted layouts of a cell of each group, layer by layer, where one with m mines is worth weight[m - least].
    // Garbage where the budget ends first.
    void marginals(std::size_t p, const std::vector<Value>& weight, Budget& budget, Cell<Field>* cells) {
        const Diagrams::Part& part = diagrams_.parts[p];
        std::copy(weight.begin(), weight.end(), worth(part.last));
        for (std::uint32_t i = part.layers; i-- > 0;) {
            const std::uint32_t first = diagrams_.layer[part.first_layer + i], end = diagrams_.end_of(part, i);
            const unsigned size = diagrams_.cells[part.first_layer + i];
            Cell<Field> cell{field_.zero(), field_.zero()};
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
    void back(std::uint32_t s, unsigned size, Cell<Field>& cell) {
        const Value* from = before(s);
        Value* here = worth(s);
        std::uint32_t k = diagrams_.fewest[s];
        for (std::uint32_t e = diagrams_.edge[s]; e < diagrams_.edge[s + 1]; ++e, ++k) {
            const Value ways = field_.from(small_binomial(size, k));
            const Value* to = worth(diagrams_.next[e]) + shift(s, diagrams_.next[e], k);
            Value both = field_.zero();
            for (std::uint32_t m = 0; m < length(s); ++m) {
                here[m] = field_.add(here[m], field_.times(ways, to[m]));
                both = field_.add(both, field_.times(from[m], to[m]));
            }
            // Of C(size, k) choices, C(size - 1, k - 1) have a mine in this very cell.
            if (k != 0) gain(cell.mine, small_binomial(size - 1, k - 1), both);
            if (k != size) gain(cell.free, small_binomial(size - 1, k), both);
        }
    }

    void gain(Value& sum, std::uint64_t ways, Value layouts) const {
        sum = field_.add(sum, field_.times(field_.from(ways), layouts));
    }
    // What stands at the last state of a part.
    Polynomial<Field> at_end(const Diagrams::Part& part) {
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
    Value* worth(std::uint32_t s) { return worth_.data() + (place(s) - begin_); }
    std::uint32_t length(std::uint32_t s) const { return counted ? diagrams_.length(s) : 1; }
    // How far the coefficients move when k mines lead from one state to another.
    std::uint32_t shift(std::uint32_t s, std::uint32_t to, std::uint32_t k) const {
        return counted ? diagrams_.least[s] + k - diagrams_.least[to] : 0;
    }

    Field field_;
    const Diagrams& diagrams_;
    std::size_t begin_ = 0;
    std::uint32_t worked_ = 0;  // coefficients since the last look
    std::vector<Value> before_, worth_;
};

}  // namespace passatempo::minesweeper
