// Numbers drawn by lot: splitmix64, the same on every machine.
// Algorithm: splitmix64 (Steele, Lea and Flood 2014)
#pragma once

#include <cstdint>

namespace passatempo::mnk {

constexpr std::uint64_t golden = 0x9E3779B97F4A7C15ULL;  // 2^64 over the golden ratio: steps by it fall evenly

// Each bit of the result hangs on all bits of x.
inline std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
    return x ^ (x >> 31);
}

class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed * golden + 1) {}
    std::uint64_t next() { return mixed(state_ += golden); }
    int below(int bound) { return next() % bound; }

    // Evenly from -1 to 1.
    float around_zero() { return (next() >> 11) * 0x1p-52 - 1; }

private:
    std::uint64_t state_;
};

}  // namespace passatempo::mnk
