// Minimal sets of numbers that prove a cell certain or a board contradictory, without a mine count.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "cdcl/solver.hpp"

namespace passatempo::minesweeper::cdcl {

// Keeps its learned clauses between queries.
class ReasonSolver {
public:
    explicit ReasonSolver(const ConstraintNetwork& network) : network_(network), solver_(network, true) {}

    // Returns numbers of `candidate_numbers` that exclude this value of the cell. The set is minimal, and the first
    // candidates are removed first. Returns nothing if a layout exists or the budget ended (see its `stop()`).
    std::optional<std::vector<std::int32_t>> minimal_refutation(std::int32_t cell, bool mine,
                                                                std::span<const std::int32_t> candidate_numbers,
                                                                Budget& budget);

    // Does the same for any layout.
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
