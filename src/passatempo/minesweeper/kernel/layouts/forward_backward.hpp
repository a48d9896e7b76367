// Counts along decision diagrams: one forward and one backward sweep give the layouts of every cell.
// Algorithm: forward-backward dynamic programming over a semiring
// Twin: minesweeper/reference.py
//
// Forward, a state holds its partial layouts. Backward, it holds its suffix weight, the weighted number of
// completions. The layouts of an edge are the product of the two, so one backward sweep gives all marginals.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "board/diagram.hpp"
#include "budget.hpp"
#include "layouts/semiring.hpp"

namespace passatempo::minesweeper {

// Returns the logarithm of Gamma. std::lgamma stores its sign for all threads, so lgamma_r is used where C has it.
inline double log_gamma(double x) {
#if defined(_WIN32)
    return std::lgamma(x);
#else
    int sign = 0;
    return lgamma_r(x, &sign);
#endif
}

// Returns the logarithm of the number of ways to choose k of n.
inline double log_choose(double n, double k) { return log_gamma(n + 1) - log_gamma(k + 1) - log_gamma(n - k + 1); }

// Numbers of layouts by number of mines, from `min_mines` on. Without a count there is a single one.
template <class Semiring>
struct Polynomial {
    std::uint32_t min_mines = 0;
    std::vector<typename Semiring::Value> coefficients;

    std::uint32_t max_mines() const { return min_mines + coefficients.size() - 1; }
};

// The layouts with a mine in a cell, and those without.
template <class Semiring>
struct CellWeights {
    typename Semiring::Value mine, free;
};

template <class Semiring, bool counted>
class ForwardBackward {
public:
    using Value = typename Semiring::Value;

    // Covers the consecutive parts from `first` to before `end`.
    ForwardBackward(const Semiring& semiring, const Diagrams& diagrams, std::size_t first, std::size_t end)
        : semiring_(semiring), diagrams_(diagrams) {
        if (first == end) return;
        first_place_ = place(diagrams.parts[first].first_state);
        const Diagrams::DiagramSpan& last = diagrams.parts[end - 1];
        const std::uint32_t states = last.last_state + (last.layer_count != 0);
        prefix_weight_.assign(place(states) - first_place_, semiring.zero());
        suffix_weight_ = prefix_weight_;
    }

    // Counts a part forward. The result is undefined if the budget ends first.
    Polynomial<Semiring> count_forward(std::size_t p, Budget& budget) {
        const Diagrams::DiagramSpan& part = diagrams_.parts[p];
        prefix_weight(part.first_state)[0] = semiring_.from(1);
        for (std::uint32_t i = 0; i < part.layer_count; ++i) {
            const std::uint32_t first = diagrams_.layer_start[part.first_layer + i], end = diagrams_.end_of(part, i);
            const unsigned size = diagrams_.layer_cells[part.first_layer + i];
            for (std::uint32_t s = first; s < end; ++s) {
                if (is_poll_due(s) && budget.poll()) return at_end(part);
                std::uint32_t k = diagrams_.first_edge_mines[s];
                for (std::uint32_t e = diagrams_.edge_start[s]; e < diagrams_.edge_start[s + 1]; ++e, ++k) {
                    const Value ways = semiring_.from(small_binomial(size, k));
                    const Value* from = prefix_weight(s);
                    Value* to = prefix_weight(diagrams_.edge_target[e]) + shift(s, diagrams_.edge_target[e], k);
                    for (std::uint32_t m = 0; m < length(s); ++m)
                        to[m] = semiring_.add(to[m], semiring_.times(ways, from[m]));
                }
            }
        }
        return at_end(part);
    }

    // Computes the weighted layouts of one cell per group, layer by layer. A layout with m mines counts
    // weight[m - min_mines]. The result is undefined if the budget ends first.
    void marginals(std::size_t p, const std::vector<Value>& weight, Budget& budget, CellWeights<Semiring>* cells) {
        const Diagrams::DiagramSpan& part = diagrams_.parts[p];
        std::copy(weight.begin(), weight.end(), suffix_weight(part.last_state));
        for (std::uint32_t i = part.layer_count; i-- > 0;) {
            const std::uint32_t first = diagrams_.layer_start[part.first_layer + i], end = diagrams_.end_of(part, i);
            const unsigned size = diagrams_.layer_cells[part.first_layer + i];
            CellWeights<Semiring> cell{semiring_.zero(), semiring_.zero()};
            for (std::uint32_t s = first; s < end; ++s) {
                if (is_poll_due(s) && budget.poll()) return;
                step_back(s, size, cell);
            }
            cells[i] = cell;
        }
    }

private:
    static constexpr std::uint32_t poll_interval = 1U << 14;  // coefficients

    // Steps backward along the edges of a state.
    void step_back(std::uint32_t s, unsigned size, CellWeights<Semiring>& cell) {
        const Value* from = prefix_weight(s);
        Value* state_weight = suffix_weight(s);
        std::uint32_t k = diagrams_.first_edge_mines[s];
        for (std::uint32_t e = diagrams_.edge_start[s]; e < diagrams_.edge_start[s + 1]; ++e, ++k) {
            const Value ways = semiring_.from(small_binomial(size, k));
            const Value* to = suffix_weight(diagrams_.edge_target[e]) + shift(s, diagrams_.edge_target[e], k);
            Value joint_weight = semiring_.zero();
            for (std::uint32_t m = 0; m < length(s); ++m) {
                state_weight[m] = semiring_.add(state_weight[m], semiring_.times(ways, to[m]));
                joint_weight = semiring_.add(joint_weight, semiring_.times(from[m], to[m]));
            }
            // Among C(size, k) choices, C(size - 1, k - 1) have a mine in a given cell.
            if (k != 0) add_layouts(cell.mine, small_binomial(size - 1, k - 1), joint_weight);
            if (k != size) add_layouts(cell.free, small_binomial(size - 1, k), joint_weight);
        }
    }

    void add_layouts(Value& sum, std::uint64_t ways, Value layouts) const {
        sum = semiring_.add(sum, semiring_.times(semiring_.from(ways), layouts));
    }
    // Returns the polynomial of the last state of a part.
    Polynomial<Semiring> at_end(const Diagrams::DiagramSpan& part) {
        return {counted ? diagrams_.min_mines[part.last_state] : 0,
                {prefix_weight(part.last_state), prefix_weight(part.last_state) + length(part.last_state)}};
    }
    // Returns whether a clock check is due before this state.
    bool is_poll_due(std::uint32_t s) {
        work_count_ += length(s);
        if (work_count_ < poll_interval) return false;
        work_count_ = 0;
        return true;
    }
    std::size_t place(std::uint32_t s) const { return counted ? diagrams_.coefficient_start[s] : s; }
    Value* prefix_weight(std::uint32_t s) { return prefix_weight_.data() + (place(s) - first_place_); }
    Value* suffix_weight(std::uint32_t s) { return suffix_weight_.data() + (place(s) - first_place_); }
    std::uint32_t length(std::uint32_t s) const { return counted ? diagrams_.coefficient_count(s) : 1; }
    // Returns how far the coefficients shift if k mines lead from one state to another.
    std::uint32_t shift(std::uint32_t s, std::uint32_t to, std::uint32_t k) const {
        return counted ? diagrams_.min_mines[s] + k - diagrams_.min_mines[to] : 0;
    }

    Semiring semiring_;
    const Diagrams& diagrams_;
    std::size_t first_place_ = 0;
    std::uint32_t work_count_ = 0;  // coefficients since the last check
    std::vector<Value> prefix_weight_, suffix_weight_;
};

// The result is undefined if the budget ends first.
template <class Semiring>
Polynomial<Semiring> product(const Semiring& semiring, const Polynomial<Semiring>& left_factor,
                             const Polynomial<Semiring>& right_factor, Budget& budget) {
    Polynomial<Semiring> product_terms{left_factor.min_mines + right_factor.min_mines, {}};
    product_terms.coefficients.assign(left_factor.coefficients.size() + right_factor.coefficients.size() - 1,
                                      semiring.zero());
    const bool large = left_factor.coefficients.size() * right_factor.coefficients.size() > 10'000;
    for (std::size_t i = 0; i < left_factor.coefficients.size() && !(large && budget.poll()); ++i)
        for (std::size_t j = 0; j < right_factor.coefficients.size(); ++j)
            product_terms.coefficients[i + j] =
                semiring.add(product_terms.coefficients[i + j],
                             semiring.times(left_factor.coefficients[i], right_factor.coefficients[j]));
    return product_terms;
}

// Computes the product of all items and, for each item, of all others, by a product tree.
template <class Item, class Join>
std::vector<Item> products_of_rest(std::vector<Item> leaves, const Item& unit, Join join, Item& all) {
    const std::size_t n = leaves.size();
    std::vector<Item> tree(2 * n, unit), rest_products(2 * n, unit);
    std::move(leaves.begin(), leaves.end(), tree.begin() + n);
    for (std::size_t i = n; i-- > 1;) tree[i] = join(tree[2 * i], tree[2 * i + 1]);
    for (std::size_t i = 2; i < 2 * n; ++i)
        rest_products[i] = i < 4 && n > 1 ? tree[i ^ 1] : join(rest_products[i / 2], tree[i ^ 1]);
    all = n == 0 ? unit : tree[1];
    rest_products.erase(rest_products.begin(), rest_products.begin() + n);
    return rest_products;
}

// Checks the clock now and then in a loop of small steps.
inline bool is_time_over(std::int64_t step, Budget& budget) { return (step & 0xFFFF) == 0xFFFF && budget.poll(); }

// Returns C(n, k) for k = low ... high, zero outside 0 ... n. The result is undefined if the budget ends first.
inline std::vector<double> binomials(const FloatSemiring&, std::uint64_t n, std::int64_t low, std::int64_t high,
                                     Budget&) {
    std::vector<double> row;
    const std::int64_t top = n;
    double next_binomial = 0;
    for (std::int64_t k = low; k <= high; ++k) {
        if (k == std::max<std::int64_t>(low, 0) && k <= top) {  // the first one, by the shorter product
            next_binomial = 1;
            for (std::int64_t i = 1; i <= std::min(k, top - k); ++i)
                next_binomial *= (top - i + 1) / static_cast<double>(i);
        } else if (k > 0) {
            next_binomial *= (top - k + 1) / static_cast<double>(k);
        }
        row.push_back(k < 0 || k > top ? 0 : next_binomial);
    }
    return row;
}

inline std::vector<BigFloatSemiring::Value> binomials(const BigFloatSemiring& semiring, std::uint64_t n,
                                                      std::int64_t low, std::int64_t high, Budget& budget) {
    std::vector<BigFloatSemiring::Value> row;
    const std::int64_t top = n;
    BigFloatSemiring::Value next_binomial = semiring.zero();
    for (std::int64_t k = low; k <= high; ++k) {
        if (k == std::max<std::int64_t>(low, 0) && k <= top) {
            next_binomial = semiring.from(1);
            for (std::int64_t i = 1; i <= std::min(k, top - k) && !is_time_over(i, budget); ++i)
                next_binomial = semiring.times(next_binomial,
                                               BigFloatSemiring::normalise((top - i + 1) / static_cast<double>(i), 0));
        } else if (k > 0) {
            next_binomial = semiring.times(
                next_binomial,
                BigFloatSemiring::normalise(std::max<std::int64_t>(top - k + 1, 0) / static_cast<double>(k), 0));
        }
        row.push_back(k < 0 || k > top ? semiring.zero() : next_binomial);
    }
    return row;
}

inline std::vector<std::uint64_t> binomials(const ModularSemiring& semiring, std::uint64_t n, std::int64_t low,
                                            std::int64_t high, Budget& budget) {
    const std::int64_t top = n, last = std::min(high, top);
    std::vector<std::uint64_t> row(high - low + 1, 0);
    if (last < 0) return row;
    // above[k] = n (n - 1) ... (n - k + 1) and below = k! share a single reciprocal.
    std::vector<std::uint64_t> above{semiring.from(1)};
    std::uint64_t below = semiring.from(1);
    for (std::int64_t k = 1; k <= last; ++k) {
        if (is_time_over(k, budget)) return row;
        above.push_back(semiring.times(above.back(), semiring.from(top - k + 1)));
        below = semiring.times(below, semiring.from(k));
    }
    below = semiring.reciprocal(below);
    for (std::int64_t k = last; k >= std::max<std::int64_t>(low, 0); --k) {
        if (is_time_over(k, budget)) return row;
        row[k - low] = semiring.times(above[k], below);
        below = semiring.times(below, semiring.from(k));
    }
    return row;
}

// All layouts of a board with a mine count.
template <class Semiring>
struct BoardCount {
    using Value = typename Semiring::Value;
    Value layouts{};                                 // 0 if none exists
    CellWeights<Semiring> free_cells{};              // mines and free cells next to no number, over all layouts
    std::vector<CellWeights<Semiring>> layer_cells;  // of each layer, the layouts of one cell of its group
};

// Counts a board with `free` cells next to no number and `mines` for these cells and the parts.
template <class Semiring>
bool count_all(const Semiring& semiring, const Diagrams& diagrams, std::uint64_t free, std::int64_t mines,
               Budget& budget, BoardCount<Semiring>& board_count) {
    using Poly = Polynomial<Semiring>;
    const std::size_t number = diagrams.parts.size();
    ForwardBackward<Semiring, true> sweep(semiring, diagrams, 0, number);
    std::vector<Poly> part_polynomials;
    for (std::size_t p = 0; p < number; ++p) part_polynomials.push_back(sweep.count_forward(p, budget));
    if (budget.stop() != Stop::done) return false;
    const std::vector<Poly> parts = part_polynomials;
    Poly all;
    const auto join = [&](const Poly& left_factor, const Poly& right_factor) {
        return budget.stop() == Stop::done ? product(semiring, left_factor, right_factor, budget) : left_factor;
    };
    const std::vector<Poly> rest_products =
        products_of_rest(std::move(part_polynomials), Poly{0, {semiring.from(1)}}, join, all);
    if (budget.stop() != Stop::done) return false;

    // row[j] belongs to all.max_mines() - j mines on the parts
    const std::int64_t low = mines - all.max_mines();
    const auto row = binomials(semiring, free, low, mines - all.min_mines, budget);
    if (budget.stop() != Stop::done) return false;
    board_count.layouts = board_count.free_cells.mine = board_count.free_cells.free = semiring.zero();
    for (std::size_t j = 0; j < all.coefficients.size(); ++j) {
        const std::int64_t rest = low + static_cast<std::int64_t>(j);  // mines on the free cells
        if (rest < 0 || rest > static_cast<std::int64_t>(free)) continue;
        const auto layouts = semiring.times(all.coefficients[all.coefficients.size() - 1 - j], row[j]);
        const std::uint64_t times = rest;
        board_count.layouts = semiring.add(board_count.layouts, layouts);
        board_count.free_cells.mine =
            semiring.add(board_count.free_cells.mine, semiring.times(layouts, semiring.from(times)));
        board_count.free_cells.free =
            semiring.add(board_count.free_cells.free, semiring.times(layouts, semiring.from(free - times)));
    }
    board_count.layer_cells.resize(diagrams.layer_start.size());
    for (std::size_t p = 0; p < number; ++p) {
        std::vector<typename Semiring::Value> weight(parts[p].coefficients.size(), semiring.zero());
        for (std::size_t m = 0; m < weight.size(); ++m) {
            if ((m + 1) * rest_products[p].coefficients.size() % (1U << 16) < rest_products[p].coefficients.size() &&
                budget.poll())
                return false;
            for (std::size_t j = 0; j < rest_products[p].coefficients.size(); ++j) {
                const std::int64_t left =
                    mines - parts[p].min_mines - rest_products[p].min_mines - static_cast<std::int64_t>(m + j);
                weight[m] = semiring.add(weight[m], semiring.times(rest_products[p].coefficients[j], row[left - low]));
            }
        }
        sweep.marginals(p, weight, budget, board_count.layer_cells.data() + diagrams.parts[p].first_layer);
    }
    return budget.stop() == Stop::done;
}

}  // namespace passatempo::minesweeper
