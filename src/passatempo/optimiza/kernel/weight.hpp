// What is carried along paths: the max-plus semiring, the greatest sum alone or with the number of paths that reach it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace passatempo::optimiza {

constexpr std::int64_t nothing = std::numeric_limits<std::int64_t>::min() / 4;  // no path at all

// The greatest sum. `join` takes the better of two, `meet` puts one path after another.
struct Best {
    static constexpr bool counts = false;
    std::int64_t value = nothing;

    static Best of(std::int64_t sum) { return {sum}; }
    void join(Best other) { value = std::max(value, other.value); }
    Best plus(std::int64_t sum) const { return {value + sum}; }
    Best meet(Best other) const { return {value + other.value}; }
};

// The greatest sum, and how many paths reach it: modulo a prime, and about how many.
// Several primes give the exact number (by the Chinese remainder theorem), which may have hundreds of digits.
struct Tally {
    static constexpr bool counts = true;
    static inline thread_local std::uint32_t prime = 2147483647;

    std::int64_t value = nothing;
    std::uint32_t residue = 0;
    long double size = 0;

    static Tally of(std::int64_t sum) { return {sum, 1, 1}; }
    void join(const Tally& other) {
        if (other.value > value) {
            *this = other;
        } else if (other.value == value) {
            residue = (std::uint64_t{residue} + other.residue) % prime;
            size += other.size;
        }
    }
    Tally plus(std::int64_t sum) const { return {value + sum, residue, size}; }
    Tally meet(const Tally& other) const {
        return {value + other.value, static_cast<std::uint32_t>(std::uint64_t{residue} * other.residue % prime),
                size * other.size};
    }
};

}  // namespace passatempo::optimiza
