// Numbers drawn by lot, the same on every machine.
// Algorithm: splitmix64 (Steele, Lea and Flood 2014)
#pragma once

#include <cstdint>

#include "random.hpp"

namespace passatempo::mnk {

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
