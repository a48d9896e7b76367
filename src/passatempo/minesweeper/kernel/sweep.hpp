// Counting along a diagram: once forward, once backward, and then every cell's layouts are known.
//
// Forward, a state holds its partial layouts. Backward, it holds what each of them is worth: the weighted number of
// ways to go on. An edge's layouts are the product of the two, so one backward sweep gives the marginals of all cells.
#pragma once

#include <vector>

#include "budget.hpp"
#include "diagram.hpp"
#include "fields.hpp"

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

    // Ends early, with garbage, where the budget does.
    Sweep(const Field& field, const Diagram& diagram, Budget& budget) : field_(field), diagram_(diagram) {
        const std::uint32_t states = diagram.states();
        before_.assign(place(states), field.zero());
        before_[0] = field.from(1);
        for (std::uint32_t i = 0; i < diagram.layers(); ++i) {
            if (crowded(i) && budget.poll()) return;
            for (std::uint32_t s = diagram.layer[i]; s < diagram.layer[i + 1]; ++s) {
                std::uint32_t k = diagram.fewest[s];
                for (std::uint32_t e = diagram.edge[s]; e < diagram.edge[s + 1]; ++e, ++k) {
                    const Value ways = field_.from(small_binomial(diagram.cells[i], k));
                    Value* to = before_.data() + target(s, diagram.next[e], k);
                    const Value* from = before_.data() + place(s);
                    for (std::uint32_t m = 0; m < length(s); ++m) to[m] = field_.add(to[m], field_.times(ways, from[m]));
                }
            }
        }
    }

    // The layouts of the whole part.
    Polynomial<Field> layouts() const {
        const std::uint32_t last = diagram_.last();
        return {counted ? diagram_.least[last] : 0, {before_.begin() + place(last), before_.begin() + place(last) + length(last)}};
    }

    // The weighted layouts of a cell of each layer's group, where one with m mines is worth weight[m - least].
    // Ends early, with garbage, where the budget does.
    void marginals(const std::vector<Value>& weight, Budget& budget, std::vector<Cell<Field>>& cells) const {
        std::vector<Value> worth(before_.size(), field_.zero());
        std::copy(weight.begin(), weight.end(), worth.begin() + place(diagram_.last()));
        cells.assign(diagram_.layers(), {field_.zero(), field_.zero()});
        for (std::uint32_t i = diagram_.layers(); i-- > 0;) {
            if (crowded(i) && budget.poll()) return;
            const unsigned size = diagram_.cells[i];
            for (std::uint32_t s = diagram_.layer[i]; s < diagram_.layer[i + 1]; ++s) {
                const Value* from = before_.data() + place(s);
                Value* back = worth.data() + place(s);
                std::uint32_t k = diagram_.fewest[s];
                for (std::uint32_t e = diagram_.edge[s]; e < diagram_.edge[s + 1]; ++e, ++k) {
                    const Value ways = field_.from(small_binomial(size, k));
                    const Value* to = worth.data() + target(s, diagram_.next[e], k);
                    Value both = field_.zero();
                    for (std::uint32_t m = 0; m < length(s); ++m) {
                        back[m] = field_.add(back[m], field_.times(ways, to[m]));
                        both = field_.add(both, field_.times(from[m], to[m]));
                    }
                    // Of C(size, k) choices, C(size - 1, k - 1) have a mine in this very cell.
                    if (k != 0) gain(cells[i].mine, small_binomial(size - 1, k - 1), both);
                    if (k != size) gain(cells[i].free, small_binomial(size - 1, k), both);
                }
            }
        }
    }

private:
    static constexpr std::uint32_t crowd = 1000;  // a poll costs as much as some states

    bool crowded(std::uint32_t i) const { return diagram_.layer[i + 1] - diagram_.layer[i] > crowd || i % crowd == 0; }
    void gain(Value& sum, std::uint64_t ways, Value layouts) const {
        sum = field_.add(sum, field_.times(field_.from(ways), layouts));
    }
    std::uint32_t place(std::uint32_t s) const { return counted ? diagram_.place[s] : s; }
    std::uint32_t length(std::uint32_t s) const { return counted ? diagram_.length(s) : 1; }
    // Where the coefficients of state s go when k mines lead to another state.
    std::uint32_t target(std::uint32_t s, std::uint32_t to, std::uint32_t k) const {
        return counted ? diagram_.place[to] + diagram_.least[s] + k - diagram_.least[to] : to;
    }

    Field field_;
    const Diagram& diagram_;
    std::vector<Value> before_;
};

}  // namespace passatempo::minesweeper
