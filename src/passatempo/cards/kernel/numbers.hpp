// Whole numbers of a fixed number of words, the lowest first, as far as counting rows needs them, and the factors by
// which a value multiplies them.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "budget.hpp"
#include "random.hpp"

namespace passatempo::cards {

using Word = std::uint64_t;
using Long = std::vector<Word>;
using Words = std::span<const Word>;
__extension__ using Wide = unsigned __int128;

// A value multiplies the sum of all numbers of all states by at most 8: it has at most C(4, m) + C(2, m - 1) <= 8 ways
// to go on from the state in which both maxima are placed, and fewer from the others.
inline constexpr std::size_t bits_a_value = 3;
inline constexpr std::size_t bits_at_first = 4;  // two mirror images, and one bit that keeps differences positive
inline constexpr std::size_t word_bits = 64;

// The words of the greatest number of rows.
inline std::size_t words_for(std::size_t values) { return (bits_at_first + bits_a_value * values) / word_bits + 1; }

inline bool is_zero(Words number) {
    for (const Word word : number)
        if (word != 0) return false;
    return true;
}

inline bool less(Words a, Words b) {
    for (std::size_t k = a.size(); k-- > 0;)
        if (a[k] != b[k]) return a[k] < b[k];
    return false;
}

// to += from; what does not fit is lost.
inline void add(std::span<Word> to, Words from) {
    Word carry = 0;
    for (std::size_t k = 0; k < to.size(); ++k) {
        const Word part = from[k] + carry;
        carry = part < carry ? 1 : 0;
        to[k] += part;
        if (to[k] < part) carry = 1;
    }
}

// to -= from, which is not greater.
inline void subtract(std::span<Word> to, Words from) {
    Word borrow = 0;
    for (std::size_t k = 0; k < to.size(); ++k) {
        const Word old = to[k];
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
    const int spare = static_cast<int>(word_bits) - (width == 0 ? 1 : width);
    Long drawn(bound.size());
    do {
        for (std::size_t k = words; k-- > 0;) drawn[k] = stream.word();
        for (std::size_t k = 0; k < words && spare != 0; ++k)
            drawn[k] = drawn[k] >> spare | (k + 1 < words ? drawn[k + 1] << (word_bits - spare) : 0);
    } while (!less(drawn, bound));
    return drawn;
}

// By the cards of a value that lie between the maxima.
using Factor = std::array<unsigned, 3>;

inline unsigned choose(std::size_t n, std::size_t k) {
    if (k > n) return 0;
    unsigned ways = 1;
    for (std::size_t i = 0; i < k; ++i) ways = ways * (n - i) / (i + 1);
    return ways;
}

// The ways to lay so many copies in `inner` runs between the maxima and `outer` runs outside.
inline Factor spread(std::size_t copies, std::size_t inner, std::size_t outer) {
    Factor factor{};
    for (std::size_t j = 0; j <= inner && j <= copies; ++j) factor[j] = choose(inner, j) * choose(outer, copies - j);
    return factor;
}

// Looks at the limits once every so many words of arithmetic: some 0.1 ms.
class Meter {
public:
    explicit Meter(Budget& budget) : budget_(budget) {}

    // Count words; true once the work must stop.
    bool spend(std::size_t words) {
        worked_ += words;
        if (worked_ < stride) return false;
        worked_ = 0;
        return budget_.poll();
    }
    Budget& budget() { return budget_; }

private:
    static constexpr std::size_t stride = std::size_t{1} << 16;
    Budget& budget_;
    std::size_t worked_ = 0;
};

}  // namespace passatempo::cards
