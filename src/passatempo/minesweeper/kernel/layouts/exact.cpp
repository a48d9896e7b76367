// Layouts modulo the largest primes below 2^62, combined in mixed radix.
// Algorithm: modular counting; Miller and Rabin's test (1980) with proved bases; Garner's algorithm (1959)
// Twin: minesweeper/reference.py
#include "layouts/exact.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <mutex>

#include "layouts/forward_backward.hpp"
#include "layouts/semiring.hpp"

namespace passatempo::minesweeper {

namespace {

// Applies Miller and Rabin's test with bases that are exact below 2^64 (Sorenson and Webster, Math. Comp. 86, 2017).
bool is_prime(std::uint64_t n) {
    constexpr std::uint64_t bases[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
    for (const std::uint64_t base : bases)
        if (n % base == 0) return n == base;
    const ModularSemiring semiring(n);
    const std::uint64_t unit_residue = semiring.from(1), minus_unit = n - unit_residue;
    std::uint64_t odd_factor = n - 1;
    int twos = 0;
    for (; odd_factor % 2 == 0; odd_factor /= 2) ++twos;
    for (const std::uint64_t base : bases) {
        std::uint64_t x = semiring.power(semiring.from(base), odd_factor);
        if (x == unit_residue) continue;
        int squarings_left = twos;
        for (; squarings_left > 0 && x != minus_unit; --squarings_left) x = semiring.times(x, x);
        if (squarings_left == 0) return false;
    }
    return true;
}

}  // namespace

std::vector<std::uint64_t> primes(std::size_t number, Budget& budget) {
    static std::vector<std::uint64_t> prime_cache;
    static std::mutex guard;
    const std::lock_guard<std::mutex> hold(guard);
    std::uint64_t at = prime_cache.empty() ? (std::uint64_t{1} << 62) + 1 : prime_cache.back();
    while (prime_cache.size() < number && (prime_cache.size() % 16 != 15 || !budget.poll())) {
        do at -= 2;
        while (!is_prime(at));
        prime_cache.push_back(at);
    }
    return {prime_cache.begin(), prime_cache.begin() + (std::min(number, prime_cache.size()))};
}

// All primes used exceed 2^61.999, and about 10^17 of them exist.
std::size_t primes_for(double bits) { return static_cast<std::size_t>(bits / 61.999) + 1; }

std::vector<std::uint64_t> combine_residues(const std::vector<std::uint64_t>& primes,
                                            const std::vector<std::vector<std::uint64_t>>& residues, Budget& budget) {
    const std::size_t n = primes.size(), numbers = residues[0].size();
    std::vector<ModularSemiring> semirings(primes.begin(), primes.end());
    // Garner's mixed radix: number = d0 + p0 (d1 + p1 (d2 + ...)).
    std::vector<std::vector<std::uint64_t>> reciprocal(n);  // of p_j modulo p_i
    for (std::size_t i = 0; i < n; ++i) {
        if (budget.poll()) return {};
        for (std::size_t j = 0; j < i; ++j)
            reciprocal[i].push_back(semirings[i].reciprocal(semirings[i].from(primes[j])));
    }
    std::vector<std::uint64_t> words(n * numbers, 0), digit(n);
    const std::size_t stride = std::max<std::size_t>(1, (1U << 16) / (n * n));  // numbers between two clock checks
    for (std::size_t at = 0; at < numbers; ++at) {
        if (at % stride == stride - 1 && budget.poll()) return words;
        for (std::size_t i = 0; i < n; ++i) {
            std::uint64_t d = residues[i][at];
            for (std::size_t j = 0; j < i; ++j)
                d = semirings[i].times(semirings[i].add(d, primes[i] - semirings[i].from(digit[j])), reciprocal[i][j]);
            digit[i] = semirings[i].to_integer(d);
        }
        std::uint64_t* word = words.data() + n * at;
        for (std::size_t i = n; i-- > 0;) {
            std::uint64_t carry = digit[i];
            for (std::size_t j = 0; j < n; ++j) {
                const Double64 product = Double64{word[j]} * primes[i] + carry;
                word[j] = static_cast<std::uint64_t>(product);
                carry = static_cast<std::uint64_t>(product >> 64);
            }
            assert(carry == 0);
        }
    }
    return words;
}

namespace {

constexpr std::size_t most_primes = 1024;  // fractions of 20,000 digits; each prime counts the whole board once

// Bounds log2 of the number of layouts, and of the mines on the free cells summed over all layouts.
double bits(const BoardModel& board_model) {
    const double cells = board_model.cell_count(), mines = board_model.mines_left, free = board_model.free_cells;
    if (mines > cells) return 1;
    return std::min(cells, log_choose(cells, mines) / std::log(2.0)) + 2 + std::log2(free + 1);
}

// Returns whether there is memory for the residues and for the numbers that they form.
bool room(std::size_t prime_count, std::size_t layers, Budget& budget) {
    constexpr std::uint64_t little = std::uint64_t{1} << 20;  // a memory query costs as much as counting a small part
    const std::uint64_t bytes = std::uint64_t{prime_count} * (layers + 2) * 2 * sizeof(std::uint64_t);
    return bytes < little || budget.room_for(bytes);
}

// Counts only the first part of the diagrams.
bool count_part(const Diagrams& diagrams, std::uint32_t cells, Budget& budget, ExactCounts& exact_counts) {
    if (!room(primes_for(cells), diagrams.layer_start.size(), budget)) return false;
    const std::vector<std::uint64_t> part_primes = primes(primes_for(cells), budget);
    if (budget.stop() != Stop::done) return false;
    std::vector<std::vector<std::uint64_t>> residues;
    std::vector<CellWeights<ModularSemiring>> cell_counts(diagrams.layer_start.size());
    for (const std::uint64_t prime : part_primes) {
        if (budget.poll()) return false;
        const ModularSemiring semiring(prime);
        ForwardBackward<ModularSemiring, false> sweep(semiring, diagrams, 0, 1);
        residues.push_back({sweep.count_forward(0, budget).coefficients[0]});
        sweep.marginals(0, {semiring.from(1)}, budget, cell_counts.data());
        if (budget.stop() != Stop::done) return false;
        for (const CellWeights<ModularSemiring>& cell : cell_counts) residues.back().push_back(cell.mine);
    }
    exact_counts = {static_cast<std::uint32_t>(part_primes.size()), combine_residues(part_primes, residues, budget),
                    diagrams.layer_group};
    return budget.stop() == Stop::done;
}

LayoutState count_board(const BoardModel& board_model, Budget& budget, ExactCounts& exact_counts) {
    if (primes_for(bits(board_model)) > most_primes) return LayoutState::too_many;
    if (!room(primes_for(bits(board_model)), board_model.diagrams.layer_start.size(), budget))
        return LayoutState::stopped;
    const std::vector<std::uint64_t> board_primes = primes(primes_for(bits(board_model)), budget);
    if (budget.stop() != Stop::done) return LayoutState::stopped;
    std::vector<std::vector<std::uint64_t>> residues;
    for (const std::uint64_t prime : board_primes) {
        BoardCount<ModularSemiring> board_count;
        if (!count_all(ModularSemiring(prime), board_model.diagrams, board_model.free_cells, board_model.mines_left,
                       budget, board_count))
            return LayoutState::stopped;
        residues.push_back({board_count.layouts, board_count.free_cells.mine});
        for (const CellWeights<ModularSemiring>& cell : board_count.layer_cells) residues.back().push_back(cell.mine);
    }
    exact_counts = {static_cast<std::uint32_t>(board_primes.size()), combine_residues(board_primes, residues, budget),
                    board_model.diagrams.layer_group};
    if (budget.stop() != Stop::done) return LayoutState::stopped;
    const auto end = exact_counts.numbers.begin() + exact_counts.word_count;
    return std::any_of(exact_counts.numbers.begin(), end, [](std::uint64_t word) { return word != 0; })
               ? LayoutState::consistent
               : LayoutState::contradictory;
}

}  // namespace

LayoutState count_exactly(BoardModel& board_model, std::uint64_t state_limit, Budget& budget,
                          std::vector<ExactCounts>& exact_counts) {
    exact_counts.clear();
    if (board_model.has_count) {
        exact_counts.emplace_back();
        return board_model.too_wide.empty() ? count_board(board_model, budget, exact_counts[0])
                                            : LayoutState::consistent;
    }
    return for_each_diagram(board_model, state_limit, budget, [&](std::uint32_t part) {
        if (!board_model.too_wide.empty()) return;  // one part is too wide, so the others are not needed
        exact_counts.emplace_back();
        count_part(board_model.diagrams, board_model.parts.cell_counts[part], budget, exact_counts.back());
    });
}

}  // namespace passatempo::minesweeper
