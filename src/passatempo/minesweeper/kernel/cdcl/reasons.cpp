// Numbers left out one after the other, with the cores of the solver.
// Algorithm: deletion-based minimal unsatisfiable subset with core refinement
#include "cdcl/reasons.hpp"

#include <algorithm>

namespace passatempo::minesweeper::cdcl {

std::optional<std::vector<std::int32_t>> Reasons::against(std::int32_t cell, bool mine,
                                                          std::span<const std::int32_t> among, Budget& budget) {
    const Literal fixed[] = {literal(cell, mine)};
    return reduce(fixed, among, budget);
}

std::optional<std::vector<std::int32_t>> Reasons::conflict(std::span<const std::int32_t> among, Budget& budget) {
    return reduce({}, among, budget);
}

// The numbers of `kept` that a refutation used, in their order; nothing if they leave a layout or the budget is spent.
std::optional<std::vector<Literal>> Reasons::refute(std::span<const Literal> fixed, std::span<const Literal> kept,
                                                    Budget& budget) {
    std::vector<Literal> assumed(fixed.begin(), fixed.end());
    assumed.insert(assumed.end(), kept.begin(), kept.end());
    if (solver_.solve(assumed, budget) != Verdict::no) return std::nullopt;
    const auto core = solver_.core();
    std::vector<Literal> used;
    for (const Literal l : kept)
        if (std::find(core.begin(), core.end(), l) != core.end()) used.push_back(l);
    return used;
}

// Leave out one after the other; whoever cannot be spared then stays.
std::optional<std::vector<std::int32_t>> Reasons::reduce(std::span<const Literal> fixed,
                                                         std::span<const std::int32_t> among, Budget& budget) {
    std::vector<Literal> chosen;
    for (const std::int32_t number : among) chosen.push_back(solver_.selector(number));
    auto used = refute(fixed, chosen, budget);
    if (!used) return std::nullopt;
    for (std::size_t i = 0; i < used->size();) {
        std::vector<Literal> rest = *used;
        rest.erase(rest.begin() + i);
        if (auto fewer = refute(fixed, rest, budget)) {
            // Those before i were found needed, so they are among the fewer.
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
