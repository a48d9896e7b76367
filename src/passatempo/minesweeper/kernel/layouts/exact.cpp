// One count for each prime, then the numbers put together.
// Algorithm: modular counting, Chinese remainder theorem
// Twin: minesweeper/reference.py
#include "layouts/exact.hpp"

#include <algorithm>
#include <cmath>

#include "layouts/combine.hpp"
#include "layouts/primes.hpp"
#include "layouts/sweep.hpp"

namespace passatempo::minesweeper {

namespace {

constexpr std::size_t most_primes = 1024;  // fractions of 20,000 digits; each prime is another count of the whole board

// An upper limit for log2 of the number of layouts, and of the mines on the free cells of all layouts.
double bits(const PreparedBoard& prepared) {
    const double cells = prepared.cells(), mines = prepared.left, free = prepared.free;
    if (mines > cells) return 1;
    const double choices = std::lgamma(cells + 1) - std::lgamma(mines + 1) - std::lgamma(cells - mines + 1);
    return std::min(cells, choices / std::log(2.0)) + 2 + std::log2(free + 1);
}

// Whether there is room for so many residues, and for the numbers that are made of them.
bool room(std::size_t chosen, std::size_t layers, Budget& budget) {
    constexpr std::uint64_t little = std::uint64_t{1}
                                     << 20;  // to ask the system costs as much as to count a small part
    const std::uint64_t bytes = std::uint64_t{chosen} * (layers + 2) * 2 * sizeof(std::uint64_t);
    return bytes < little || budget.room_for(bytes);
}

// The first part of the diagrams by itself.
bool count_part(const Diagrams& diagrams, std::uint32_t cells, Budget& budget, Exact& found) {
    if (!room(primes_for(cells), diagrams.layer.size(), budget)) return false;
    const std::vector<std::uint64_t> chosen = primes(primes_for(cells), budget);
    if (budget.stop() != Stop::done) return false;
    std::vector<std::vector<std::uint64_t>> residues;
    std::vector<Cell<Modular>> counted(diagrams.layer.size());
    for (const std::uint64_t prime : chosen) {
        if (budget.poll()) return false;
        const Modular semiring(prime);
        Sweep<Modular, false> sweep(semiring, diagrams, 0, 1);
        residues.push_back({sweep.layouts(0, budget).number[0]});
        sweep.marginals(0, {semiring.from(1)}, budget, counted.data());
        if (budget.stop() != Stop::done) return false;
        for (const Cell<Modular>& cell : counted) residues.back().push_back(cell.mine);
    }
    found = {static_cast<std::uint32_t>(chosen.size()), assembled(chosen, residues, budget), diagrams.group};
    return budget.stop() == Stop::done;
}

State count_board(const PreparedBoard& prepared, Budget& budget, Exact& found) {
    if (primes_for(bits(prepared)) > most_primes) return State::too_many;
    if (!room(primes_for(bits(prepared)), prepared.diagrams.layer.size(), budget)) return State::stopped;
    const std::vector<std::uint64_t> chosen = primes(primes_for(bits(prepared)), budget);
    if (budget.stop() != Stop::done) return State::stopped;
    std::vector<std::vector<std::uint64_t>> residues;
    for (const std::uint64_t prime : chosen) {
        Counted<Modular> counted;
        if (!count_all(Modular(prime), prepared.diagrams, prepared.free, prepared.left, budget, counted))
            return State::stopped;
        residues.push_back({counted.layouts, counted.free.mine});
        for (const Cell<Modular>& cell : counted.cells) residues.back().push_back(cell.mine);
    }
    found = {static_cast<std::uint32_t>(chosen.size()), assembled(chosen, residues, budget), prepared.diagrams.group};
    if (budget.stop() != Stop::done) return State::stopped;
    const auto end = found.numbers.begin() + found.words;
    return std::any_of(found.numbers.begin(), end, [](std::uint64_t word) { return word != 0; }) ? State::consistent
                                                                                                 : State::contradictory;
}

}  // namespace

State count_exactly(PreparedBoard& prepared, std::uint64_t most, Budget& budget, std::vector<Exact>& found) {
    found.clear();
    if (prepared.has_count) {
        found.emplace_back();
        return prepared.too_wide.empty() ? count_board(prepared, budget, found[0]) : State::consistent;
    }
    return for_each_diagram(prepared, most, budget, [&](std::uint32_t part) {
        if (!prepared.too_wide.empty()) return;  // the others need not be counted any more
        found.emplace_back();
        count_part(prepared.diagrams, prepared.parts.cells[part], budget, found.back());
    });
}

}  // namespace passatempo::minesweeper
