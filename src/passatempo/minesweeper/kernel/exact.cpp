#include "exact.hpp"

#include <algorithm>
#include <cmath>

#include "combine.hpp"
#include "primes.hpp"
#include "sweep.hpp"

namespace passatempo::minesweeper {

namespace {

// An upper limit for log2 of the number of layouts.
double bits(const Position& position) {
    const auto cells = static_cast<double>(position.cells()), mines = static_cast<double>(position.left);
    if (mines > cells) return 1;
    const double choices = std::lgamma(cells + 1) - std::lgamma(mines + 1) - std::lgamma(cells - mines + 1);
    return std::min(cells, choices / std::log(2.0)) + 2;
}

bool count_part(const Diagram& diagram, std::uint32_t cells, Budget& budget, Exact& found) {
    const std::vector<std::uint64_t> chosen = primes(primes_for(cells));
    std::vector<std::vector<std::uint64_t>> residues;
    for (const std::uint64_t prime : chosen) {
        const Modular field(prime);
        const Sweep<Modular, false> sweep(field, diagram, budget);
        std::vector<Cell<Modular>> counted;
        sweep.marginals({field.from(1)}, budget, counted);
        if (budget.stop() != Stop::done) return false;
        residues.push_back({sweep.layouts().number[0]});
        for (const Cell<Modular>& cell : counted) residues.back().push_back(cell.mine);
    }
    found = {static_cast<std::uint32_t>(chosen.size()), assembled(chosen, residues), diagram.group};
    return true;
}

State count_board(const Position& position, Budget& budget, Exact& found) {
    const std::vector<std::uint64_t> chosen = primes(primes_for(bits(position)));
    std::vector<std::vector<std::uint64_t>> residues;
    for (const std::uint64_t prime : chosen) {
        Counted<Modular> counted;
        if (!count_all(Modular(prime), position.diagrams, position.free, position.left, budget, counted)) return State::stopped;
        residues.push_back({counted.layouts, counted.with_other});
        for (const auto& part : counted.cells)
            for (const Cell<Modular>& cell : part) residues.back().push_back(cell.mine);
    }
    found = {static_cast<std::uint32_t>(chosen.size()), assembled(chosen, residues), {}};
    for (const Diagram& diagram : position.diagrams)
        found.group.insert(found.group.end(), diagram.group.begin(), diagram.group.end());
    const auto end = found.numbers.begin() + found.words;
    return std::any_of(found.numbers.begin(), end, [](std::uint64_t word) { return word != 0; }) ? State::consistent : State::contradictory;
}

}  // namespace

State count_exactly(const Position& position, Budget& budget, std::vector<Exact>& found) {
    found.clear();
    if (position.has_count) {
        found.emplace_back();
        return count_board(position, budget, found[0]);
    }
    for (std::uint32_t part = 0; part < position.diagrams.size(); ++part) {
        found.emplace_back();
        if (!count_part(position.diagrams[part], position.parts.cells[part], budget, found.back())) return State::stopped;
    }
    return State::consistent;
}

}  // namespace passatempo::minesweeper
