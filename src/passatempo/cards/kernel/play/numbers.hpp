// Whole numbers of a fixed number of words, the lowest first, as far as counting rows needs them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "random.hpp"

namespace passatempo::cards::play {

using Long = std::vector<std::uint64_t>;
using Words = std::span<const std::uint64_t>;

inline bool is_zero(Words number) {
    for (const std::uint64_t word : number)
        if (word != 0) return false;
    return true;
}

inline bool less(Words a, Words b) {
    for (std::size_t k = a.size(); k-- > 0;)
        if (a[k] != b[k]) return a[k] < b[k];
    return false;
}

// to += from; what does not fit is lost.
inline void add(std::span<std::uint64_t> to, Words from) {
    std::uint64_t carry = 0;
    for (std::size_t k = 0; k < to.size(); ++k) {
        const std::uint64_t part = from[k] + carry;
        carry = part < carry ? 1 : 0;
        to[k] += part;
        if (to[k] < part) carry = 1;
    }
}

// to -= from, which is not greater.
inline void subtract(std::span<std::uint64_t> to, Words from) {
    std::uint64_t borrow = 0;
    for (std::size_t k = 0; k < to.size(); ++k) {
        const std::uint64_t old = to[k];
        to[k] = old - from[k] - borrow;
        borrow = (old < from[k] || (old == from[k] && borrow != 0)) ? 1 : 0;
    }
}

// A random number below a bound that is not 0, as `Random.below` draws it.
inline Long below(Stream& stream, const Long& bound) {
    Long top = bound;
    Long one(bound.size());
    one[0] = 1;
    subtract(top, one);
    std::size_t words = top.size();
    while (words > 1 && top[words - 1] == 0) --words;
    const int width = std::bit_width(top[words - 1]);
    const int spare = 64 - (width == 0 ? 1 : width);
    Long drawn(bound.size());
    do {
        for (std::size_t k = words; k-- > 0;) drawn[k] = stream.word();
        for (std::size_t k = 0; k < words && spare != 0; ++k)
            drawn[k] = drawn[k] >> spare | (k + 1 < words ? drawn[k + 1] << (64 - spare) : 0);
    } while (!less(drawn, bound));
    return drawn;
}

}  // namespace passatempo::cards::play
