// The semirings for counting layouts: doubles, doubles with a wide exponent, and residues modulo a prime.
// Algorithm: Montgomery multiplication (1985)
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <utility>

namespace passatempo::minesweeper {

// C(n, k) for the cells of one group. A cell has at most 35 neighbours.
class SmallBinomials {
public:
    static constexpr unsigned row_count = 36;

    constexpr SmallBinomials() {
        for (unsigned n = 0; n < row_count; ++n) {
            table_[n][0] = 1;
            for (unsigned k = 1; k <= n; ++k) table_[n][k] = table_[n - 1][k - 1] + (k < n ? table_[n - 1][k] : 0);
        }
    }
    constexpr std::uint64_t operator()(unsigned n, unsigned k) const { return table_[n][k]; }

private:
    std::uint64_t table_[row_count][row_count]{};
};

inline constexpr SmallBinomials small_binomial;

// Doubles. Every value counts layouts, so none is between 0 and 1 and none exceeds 2^cells. Up to `max_cells` cells
// nothing overflows or underflows.
struct FloatSemiring {
    using Value = double;
    static constexpr std::uint32_t max_cells = 1000;

    Value zero() const { return 0; }
    Value from(std::uint64_t small) const { return small; }
    Value add(Value a, Value b) const { return a + b; }
    Value times(Value a, Value b) const { return a * b; }
};

// A double with a separate 64-bit exponent, which neither overflows nor underflows.
struct BigFloatSemiring {
    struct Value {
        double mantissa = 0;  // 0, or at least 1/2 and less than 1
        std::int64_t exponent = 0;
    };

    Value zero() const { return {}; }
    Value from(std::uint64_t small) const { return normalise(small, 0); }
    Value times(Value a, Value b) const { return normalise(a.mantissa * b.mantissa, a.exponent + b.exponent); }
    Value add(Value a, Value b) const {
        if (a.mantissa == 0) return b;
        if (b.mantissa == 0) return a;
        if (a.exponent < b.exponent) std::swap(a, b);
        const std::int64_t exponent_gap = a.exponent - b.exponent;
        return exponent_gap > 64
                   ? a
                   : normalise(a.mantissa + std::ldexp(b.mantissa, -static_cast<int>(exponent_gap)), a.exponent);
    }

    static Value normalise(double number, std::int64_t exponent) {
        if (number == 0) return {};
        int shift = 0;
        const double part = std::frexp(number, &shift);
        return {part, exponent + shift};
    }
};

inline double ratio(double a, double b) { return a / b; }
inline double ratio(BigFloatSemiring::Value a, BigFloatSemiring::Value b) {
    if (a.mantissa == 0) return 0;
    return std::ldexp(a.mantissa / b.mantissa,
                      static_cast<int>(std::max<std::int64_t>(a.exponent - b.exponent, -2000)));
}
inline bool is_zero(double a) { return a == 0; }
inline bool is_zero(BigFloatSemiring::Value a) { return a.mantissa == 0; }
inline double log2_of(double a) { return std::log2(a); }
inline double log2_of(BigFloatSemiring::Value a) { return std::log2(a.mantissa) + a.exponent; }

__extension__ typedef unsigned __int128 Double64;

// Residues modulo an odd prime below 2^62, in Montgomery's form (Math. Comp. 44, 1985).
class ModularSemiring {
public:
    using Value = std::uint64_t;

    explicit ModularSemiring(std::uint64_t prime) : prime_(prime) {
        assert(prime % 2 == 1 && prime < std::uint64_t{1} << 62);
        prime_inverse_ = prime;  // modulo 2^64, by Newton's iteration
        for (int i = 0; i < 5; ++i) prime_inverse_ *= 2 - prime * prime_inverse_;
        const std::uint64_t radix = (Double64{1} << 64) % prime;
        radix_square_ = static_cast<std::uint64_t>(Double64{radix} * radix % prime);
    }

    std::uint64_t prime() const { return prime_; }
    Value zero() const { return 0; }
    Value from(std::uint64_t small) const { return times(small, radix_square_); }
    std::uint64_t to_integer(Value a) const { return montgomery_reduce(a); }
    Value add(Value a, Value b) const {
        const std::uint64_t sum = a + b;
        return sum >= prime_ ? sum - prime_ : sum;
    }
    Value times(Value a, Value b) const { return montgomery_reduce(Double64{a} * b); }
    Value power(Value a, std::uint64_t exponent) const {
        Value power_product = from(1);
        for (; exponent != 0; exponent >>= 1, a = times(a, a))
            if (exponent & 1) power_product = times(power_product, a);
        return power_product;
    }
    Value reciprocal(Value a) const { return power(a, prime_ - 2); }

private:
    std::uint64_t montgomery_reduce(Double64 word) const {
        const std::uint64_t quotient = static_cast<std::uint64_t>(word) * prime_inverse_;
        const auto quotient_product = static_cast<std::uint64_t>(Double64{quotient} * prime_ >> 64),
                   high = static_cast<std::uint64_t>(word >> 64);
        return high >= quotient_product ? high - quotient_product : high - quotient_product + prime_;
    }

    std::uint64_t prime_, prime_inverse_, radix_square_;
};

inline bool is_zero(std::uint64_t a) { return a == 0; }

}  // namespace passatempo::minesweeper
