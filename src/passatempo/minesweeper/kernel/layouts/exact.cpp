// Layouts counted once for each of the greatest primes below 2^62, then the numbers put together in mixed radix.
// Algorithm: modular counting; Miller and Rabin's test (1980) with proved bases; Garner's algorithm (1959)
// Twin: minesweeper/reference.py
#include "layouts/exact.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <mutex>

#include "layouts/semiring.hpp"
#include "layouts/sweep.hpp"

namespace passatempo::minesweeper {

namespace {

// Miller and Rabin's test with the bases that decide it below 2^64 (Sorenson and Webster, Math. Comp. 86, 2017).
bool is_prime(std::uint64_t n) {
    constexpr std::uint64_t bases[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
    for (const std::uint64_t base : bases)
        if (n % base == 0) return n == base;
    const Modular semiring(n);
    const std::uint64_t one = semiring.from(1), minus_one = n - one;
    std::uint64_t odd = n - 1;
    int twos = 0;
    for (; odd % 2 == 0; odd /= 2) ++twos;
    for (const std::uint64_t base : bases) {
        std::uint64_t x = semiring.power(semiring.from(base), odd);
        if (x == one) continue;
        int left = twos;
        for (; left > 0 && x != minus_one; --left) x = semiring.times(x, x);
        if (left == 0) return false;
    }
    return true;
}

}  // namespace

std::vector<std::uint64_t> primes(std::size_t number, Budget& budget) {
    static std::vector<std::uint64_t> known;
    static std::mutex guard;
    const std::lock_guard<std::mutex> hold(guard);
    std::uint64_t at = known.empty() ? (std::uint64_t{1} << 62) + 1 : known.back();
    while (known.size() < number && (known.size() % 16 != 15 || !budget.poll())) {
        do at -= 2;
        while (!is_prime(at));
        known.push_back(at);
    }
    return {known.begin(), known.begin() + (std::min(number, known.size()))};
}

// All primes used are above 2^61.999, and there are some 10^17 of them.
std::size_t primes_for(double bits) { return static_cast<std::size_t>(bits / 61.999) + 1; }

std::vector<std::uint64_t> assembled(const std::vector<std::uint64_t>& primes,
                                     const std::vector<std::vector<std::uint64_t>>& residues, Budget& budget) {
    const std::size_t n = primes.size(), numbers = residues[0].size();
    std::vector<Modular> semirings(primes.begin(), primes.end());
    // Garner's mixed radix: number = d0 + p0 (d1 + p1 (d2 + ...)).
    std::vector<std::vector<std::uint64_t>> reciprocal(n);  // of p_j modulo p_i
    for (std::size_t i = 0; i < n; ++i) {
        if (budget.poll()) return {};
        for (std::size_t j = 0; j < i; ++j)
            reciprocal[i].push_back(semirings[i].reciprocal(semirings[i].from(primes[j])));
    }
    std::vector<std::uint64_t> words(n * numbers, 0), digit(n);
    const std::size_t stride =
        std::max<std::size_t>(1, (1U << 16) / (n * n));  // numbers between two looks at the clock
    for (std::size_t at = 0; at < numbers; ++at) {
        if (at % stride == stride - 1 && budget.poll()) return words;
        for (std::size_t i = 0; i < n; ++i) {
            std::uint64_t d = residues[i][at];
            for (std::size_t j = 0; j < i; ++j)
                d = semirings[i].times(semirings[i].add(d, primes[i] - semirings[i].from(digit[j])), reciprocal[i][j]);
            digit[i] = semirings[i].plain(d);
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

constexpr std::size_t most_primes = 1024;  // fractions of 20,000 digits; each prime is another count of the whole board

// An upper limit for log2 of the number of layouts, and of the mines on the free cells of all layouts.
double bits(const PreparedBoard& prepared) {
    const double cells = prepared.cells(), mines = prepared.left, free = prepared.free;
    if (mines > cells) return 1;
    return std::min(cells, log_choose(cells, mines) / std::log(2.0)) + 2 + std::log2(free + 1);
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
