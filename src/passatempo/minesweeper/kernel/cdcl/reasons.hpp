// Why is a cell certain, why is a board contradictory? A minimal set of numbers that says so, without a mine count.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "cdcl/solver.hpp"

namespace passatempo::minesweeper::cdcl {

// Keeps what it learned from one question to the next.
class ReasonSolver {
public:
    explicit ReasonSolver(const ConstraintNetwork& network) : network_(network), solver_(network, true) {}

    // Numbers of `candidate_numbers` that leave no layout with this value in the cell; none of them is needless, and
    // the first ones are left out first. Nothing if there is such a layout, or the budget ran out: look at its stop().
    std::optional<std::vector<std::int32_t>> minimal_refutation(std::int32_t cell, bool mine,
                                                                std::span<const std::int32_t> candidate_numbers,
                                                                Budget& budget);

    // The same for any layout at all.
    std::optional<std::vector<std::int32_t>> conflict(std::span<const std::int32_t> candidate_numbers, Budget& budget);

private:
    std::optional<std::vector<std::int32_t>> minimise_numbers(std::span<const Literal> fixed,
                                                              std::span<const std::int32_t> candidate_numbers,
                                                              Budget& budget);
    std::optional<std::vector<Literal>> refute(std::span<const Literal> fixed,
                                               std::span<const Literal> selector_literals, Budget& budget);

    ConstraintNetwork network_;
    Solver solver_;
};

}  // namespace passatempo::minesweeper::cdcl
