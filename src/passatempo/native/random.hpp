// Portable random streams: the same state gives the same numbers here and in Python, on every machine, for ever.
// Algorithm: SplitMix64 (Steele, Lea, Flood, OOPSLA 2014); bounds by rejection; Fisher and Yates's shuffle from the end
// Twin: core/random.py
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "sha256.hpp"

namespace passatempo {

constexpr std::uint64_t golden = 0x9E3779B97F4A7C15;  // 2^64 over the golden ratio: steps by it fall evenly

// The finaliser of SplitMix64, a bijection: each bit of the result hangs on all bits of x.
constexpr std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
    return x ^ (x >> 31);
}

class Stream {
public:
    // The stream of a seed and further words, joined by "/".
    explicit Stream(std::string_view name) {
        const std::array<std::uint32_t, 8> digest = Sha256::digest(name);
        for (int i = 0; i < 8; ++i)  // the first eight bytes, the least one first
            state_ |= std::uint64_t{digest[i / 4] >> (24 - 8 * (i % 4)) & 0xFF} << 8 * i;
    }
    explicit Stream(std::uint64_t state) : state_(state) {}
    std::uint64_t state() const { return state_; }

    std::uint64_t word() { return mixed(state_ += golden); }

    // A number in 0..bound-1, exactly uniform; the bound is at least 1.
    std::uint64_t below(std::uint64_t bound) {
        const int width = std::bit_width(bound - 1);
        const int bits = width == 0 ? 1 : width;
        std::uint64_t drawn = 0;
        do drawn = word() >> (64 - bits);
        while (drawn >= bound);
        return drawn;
    }

    template <typename T>
    void shuffle(std::span<T> items) {
        for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
    }

private:
    std::uint64_t state_ = 0;
};

}  // namespace passatempo
