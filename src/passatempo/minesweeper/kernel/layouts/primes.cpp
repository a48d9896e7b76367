// Primes found by testing downwards; digits put together in mixed radix.
// Algorithm: Miller and Rabin's test (1980) with proved bases; Garner's algorithm (1959)
#include "layouts/primes.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#if !defined(__wasm__)
#include <mutex>
#endif

#include "layouts/semiring.hpp"

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
#if !defined(__wasm__)  // a module has one thread
    static std::mutex guard;
    const std::lock_guard<std::mutex> hold(guard);
#endif
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

}  // namespace passatempo::minesweeper
