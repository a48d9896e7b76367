// Removes one number after the other, with the cores of the solver.
// Algorithm: deletion-based minimal unsatisfiable subset with core refinement
#include "cdcl/reasons.hpp"

#include <algorithm>

namespace passatempo::minesweeper::cdcl {

std::optional<std::vector<std::int32_t>> ReasonSolver::minimal_refutation(
    std::int32_t cell, bool mine, std::span<const std::int32_t> candidate_numbers, Budget& budget) {
    const Literal fixed[] = {literal(cell, mine)};
    return minimise_numbers(fixed, candidate_numbers, budget);
}

std::optional<std::vector<std::int32_t>> ReasonSolver::conflict(std::span<const std::int32_t> candidate_numbers,
                                                                Budget& budget) {
    return minimise_numbers({}, candidate_numbers, budget);
}

// Returns the selectors that a refutation used, in their order. Returns nothing if a layout exists or the budget ends.
std::optional<std::vector<Literal>> ReasonSolver::refute(std::span<const Literal> fixed,
                                                         std::span<const Literal> selector_literals, Budget& budget) {
    std::vector<Literal> assumptions(fixed.begin(), fixed.end());
    assumptions.insert(assumptions.end(), selector_literals.begin(), selector_literals.end());
    if (solver_.solve(assumptions, budget) != Verdict::no) return std::nullopt;
    const auto core = solver_.core();
    std::vector<Literal> used;
    for (const Literal l : selector_literals)
        if (std::find(core.begin(), core.end(), l) != core.end()) used.push_back(l);
    return used;
}

// Removes one number after the other, and keeps those that the refutation needs.
std::optional<std::vector<std::int32_t>> ReasonSolver::minimise_numbers(std::span<const Literal> fixed,
                                                                        std::span<const std::int32_t> candidate_numbers,
                                                                        Budget& budget) {
    std::vector<Literal> selector_literals;
    for (const std::int32_t number : candidate_numbers) selector_literals.push_back(solver_.selector(number));
    auto used = refute(fixed, selector_literals, budget);
    if (!used) return std::nullopt;
    for (std::size_t i = 0; i < used->size();) {
        std::vector<Literal> rest = *used;
        rest.erase(rest.begin() + i);
        if (auto fewer = refute(fixed, rest, budget)) {
            // The numbers before i are necessary, so the smaller core contains them.
            used = std::move(fewer);
        } else if (budget.stop() != Stop::done) {
            return std::nullopt;
        } else {
            ++i;
        }
    }
    std::vector<std::int32_t> numbers;
    for (const Literal l : *used) numbers.push_back(variable_of(l) - network_.cells);
    return numbers;
}

}  // namespace passatempo::minesweeper::cdcl
