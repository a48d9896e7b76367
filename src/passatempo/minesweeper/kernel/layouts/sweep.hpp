// Counting along decision diagrams: once forward, once backward, and then every cell's layouts are known.
// Algorithm: forward-backward dynamic programming over a semiring
// Twin: minesweeper/reference.py
//
// Forward, a state holds its partial layouts. Backward, it holds the suffix weight of each: the weighted number of
// ways to go on. An edge's layouts are the product of the two, so one backward sweep gives the marginals of all cells.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "board/diagram.hpp"
#include "budget.hpp"
#include "layouts/semiring.hpp"

namespace passatempo::minesweeper {

// The logarithm of Gamma. std::lgamma writes a sign for all threads, but where C has no lgamma_r.
inline double log_gamma(double x) {
#if defined(_WIN32)
    return std::lgamma(x);
#else
    int sign = 0;
    return lgamma_r(x, &sign);
#endif
}

// The logarithm of the number of ways to choose k of n.
inline double log_choose(double n, double k) { return log_gamma(n + 1) - log_gamma(k + 1) - log_gamma(n - k + 1); }

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

// Garbage where the budget ends first.
template <class Semiring>
Polynomial<Semiring> product(const Semiring& semiring, const Polynomial<Semiring>& one, const Polynomial<Semiring>& two,
                             Budget& budget) {
    Polynomial<Semiring> found{one.least + two.least, {}};
    found.number.assign(one.number.size() + two.number.size() - 1, semiring.zero());
    const bool large = one.number.size() * two.number.size() > 10'000;
    for (std::size_t i = 0; i < one.number.size() && !(large && budget.poll()); ++i)
        for (std::size_t j = 0; j < two.number.size(); ++j)
            found.number[i + j] = semiring.add(found.number[i + j], semiring.times(one.number[i], two.number[j]));
    return found;
}

// The product of all items, and for each item the product of all others, by a tree of products.
template <class Item, class Join>
std::vector<Item> all_but_one(std::vector<Item> items, const Item& unit, Join join, Item& all) {
    const std::size_t n = items.size();
    std::vector<Item> tree(2 * n, unit), others(2 * n, unit);
    std::move(items.begin(), items.end(), tree.begin() + n);
    for (std::size_t i = n; i-- > 1;) tree[i] = join(tree[2 * i], tree[2 * i + 1]);
    for (std::size_t i = 2; i < 2 * n; ++i) others[i] = i < 4 && n > 1 ? tree[i ^ 1] : join(others[i / 2], tree[i ^ 1]);
    all = n == 0 ? unit : tree[1];
    others.erase(others.begin(), others.begin() + n);
    return others;
}

// Look at the clock now and then in a loop of small steps.
inline bool pause(std::int64_t step, Budget& budget) { return (step & 0xFFFF) == 0xFFFF && budget.poll(); }

// C(n, k) for k = low ... high, zero outside 0 ... n; garbage where the budget ends first.
inline std::vector<double> binomials(const Floating&, std::uint64_t n, std::int64_t low, std::int64_t high, Budget&) {
    std::vector<double> row;
    const std::int64_t top = n;
    double value = 0;
    for (std::int64_t k = low; k <= high; ++k) {
        if (k == std::max<std::int64_t>(low, 0) && k <= top) {  // the first one, by the shorter product
            value = 1;
            for (std::int64_t i = 1; i <= std::min(k, top - k); ++i) value *= (top - i + 1) / static_cast<double>(i);
        } else if (k > 0) {
            value *= (top - k + 1) / static_cast<double>(k);
        }
        row.push_back(k < 0 || k > top ? 0 : value);
    }
    return row;
}

inline std::vector<Scaled::Value> binomials(const Scaled& semiring, std::uint64_t n, std::int64_t low,
                                            std::int64_t high, Budget& budget) {
    std::vector<Scaled::Value> row;
    const std::int64_t top = n;
    Scaled::Value value = semiring.zero();
    for (std::int64_t k = low; k <= high; ++k) {
        if (k == std::max<std::int64_t>(low, 0) && k <= top) {
            value = semiring.from(1);
            for (std::int64_t i = 1; i <= std::min(k, top - k) && !pause(i, budget); ++i)
                value = semiring.times(value, Scaled::made((top - i + 1) / static_cast<double>(i), 0));
        } else if (k > 0) {
            value =
                semiring.times(value, Scaled::made(std::max<std::int64_t>(top - k + 1, 0) / static_cast<double>(k), 0));
        }
        row.push_back(k < 0 || k > top ? semiring.zero() : value);
    }
    return row;
}

inline std::vector<std::uint64_t> binomials(const Modular& semiring, std::uint64_t n, std::int64_t low,
                                            std::int64_t high, Budget& budget) {
    const std::int64_t top = n, last = std::min(high, top);
    std::vector<std::uint64_t> row(high - low + 1, 0);
    if (last < 0) return row;
    // above[k] = n (n - 1) ... (n - k + 1), below = k!; one reciprocal serves all.
    std::vector<std::uint64_t> above{semiring.from(1)};
    std::uint64_t below = semiring.from(1);
    for (std::int64_t k = 1; k <= last; ++k) {
        if (pause(k, budget)) return row;
        above.push_back(semiring.times(above.back(), semiring.from(top - k + 1)));
        below = semiring.times(below, semiring.from(k));
    }
    below = semiring.reciprocal(below);
    for (std::int64_t k = last; k >= std::max<std::int64_t>(low, 0); --k) {
        if (pause(k, budget)) return row;
        row[k - low] = semiring.times(above[k], below);
        below = semiring.times(below, semiring.from(k));
    }
    return row;
}

// All layouts of a board with a mine count.
template <class Semiring>
struct Counted {
    using Value = typename Semiring::Value;
    Value layouts{};                    // 0 where there is none
    Cell<Semiring> free{};              // the mines and the free cells of all layouts next to no number
    std::vector<Cell<Semiring>> cells;  // of each layer, the layouts of one cell of its group
};

// `free` cells next to no number, `mines` to be laid on them and the parts.
template <class Semiring>
bool count_all(const Semiring& semiring, const Diagrams& diagrams, std::uint64_t free, std::int64_t mines,
               Budget& budget, Counted<Semiring>& counted) {
    using Poly = Polynomial<Semiring>;
    const std::size_t number = diagrams.parts.size();
    Sweep<Semiring, true> sweep(semiring, diagrams, 0, number);
    std::vector<Poly> items;
    for (std::size_t p = 0; p < number; ++p) items.push_back(sweep.layouts(p, budget));
    if (budget.stop() != Stop::done) return false;
    const std::vector<Poly> parts = items;
    Poly all;
    const auto join = [&](const Poly& one, const Poly& two) {
        return budget.stop() == Stop::done ? product(semiring, one, two, budget) : one;
    };
    const std::vector<Poly> others = all_but_one(std::move(items), Poly{0, {semiring.from(1)}}, join, all);
    if (budget.stop() != Stop::done) return false;

    // row[j] belongs to all.most() - j mines on the parts
    const std::int64_t low = mines - all.most();
    const auto row = binomials(semiring, free, low, mines - all.least, budget);
    if (budget.stop() != Stop::done) return false;
    counted.layouts = counted.free.mine = counted.free.free = semiring.zero();
    for (std::size_t j = 0; j < all.number.size(); ++j) {
        const std::int64_t rest = low + static_cast<std::int64_t>(j);  // mines on the free cells
        if (rest < 0 || rest > static_cast<std::int64_t>(free)) continue;
        const auto layouts = semiring.times(all.number[all.number.size() - 1 - j], row[j]);
        const std::uint64_t times = rest;
        counted.layouts = semiring.add(counted.layouts, layouts);
        counted.free.mine = semiring.add(counted.free.mine, semiring.times(layouts, semiring.from(times)));
        counted.free.free = semiring.add(counted.free.free, semiring.times(layouts, semiring.from(free - times)));
    }
    counted.cells.resize(diagrams.layer.size());
    for (std::size_t p = 0; p < number; ++p) {
        std::vector<typename Semiring::Value> weight(parts[p].number.size(), semiring.zero());
        for (std::size_t m = 0; m < weight.size(); ++m) {
            if ((m + 1) * others[p].number.size() % (1U << 16) < others[p].number.size() && budget.poll()) return false;
            for (std::size_t j = 0; j < others[p].number.size(); ++j) {
                const std::int64_t left = mines - parts[p].least - others[p].least - static_cast<std::int64_t>(m + j);
                weight[m] = semiring.add(weight[m], semiring.times(others[p].number[j], row[left - low]));
            }
        }
        sweep.marginals(p, weight, budget, counted.cells.data() + diagrams.parts[p].first_layer);
    }
    return budget.stop() == Stop::done;
}

}  // namespace passatempo::minesweeper
