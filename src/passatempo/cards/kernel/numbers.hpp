// Fixed-width big integers, lowest word first, with the operations for counting rows, and the factors by which a value
// multiplies counts.
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

// A value multiplies the sum of all numbers of all states by at most 8. With both maxima placed it has at most
// C(4, m) + C(2, m - 1) <= 8 moves, and fewer from the other states.
inline constexpr std::size_t bits_a_value = 3;
inline constexpr std::size_t bits_at_first = 4;  // two mirror images, and one bit that keeps differences positive
inline constexpr std::size_t word_bits = 64;

// The words that the greatest number of rows needs.
inline std::size_t words_for(std::size_t value_count) {
    return (bits_at_first + bits_a_value * value_count) / word_bits + 1;
}

inline bool is_zero(Words number) {
    for (const Word word : number)
        if (word != 0) return false;
    return true;
}

inline bool is_less(Words a, Words b) {
    for (std::size_t k = a.size(); k-- > 0;)
        if (a[k] != b[k]) return a[k] < b[k];
    return false;
}

// Adds `from` to `to` and drops the overflow.
inline void add_to(std::span<Word> to, Words from) {
    Word carry = 0;
    for (std::size_t k = 0; k < to.size(); ++k) {
        const Word from_word = from[k] + carry;
        carry = from_word < carry ? 1 : 0;
        to[k] += from_word;
        if (to[k] < from_word) carry = 1;
    }
}

// Subtracts `from`, which must not be greater, from `to`.
inline void subtract(std::span<Word> to, Words from) {
    Word borrow = 0;
    for (std::size_t k = 0; k < to.size(); ++k) {
        const Word old_word = to[k];
        to[k] = old_word - from[k] - borrow;
        borrow = (old_word < from[k] || (old_word == from[k] && borrow != 0)) ? 1 : 0;
    }
}

// A random number below a nonzero bound, the same as that of `Random.below`.
inline Long random_below(Stream& stream, const Long& bound) {
    Long top = bound;
    Long unit_number(bound.size());
    unit_number[0] = 1;
    subtract(top, unit_number);
    std::size_t words = top.size();
    while (words > 1 && top[words - 1] == 0) --words;
    const int width = std::bit_width(top[words - 1]);
    const int spare_bits = static_cast<int>(word_bits) - (width == 0 ? 1 : width);
    Long random_number(bound.size());
    do {
        for (std::size_t k = words; k-- > 0;) random_number[k] = stream.word();
        for (std::size_t k = 0; k < words && spare_bits != 0; ++k)
            random_number[k] =
                random_number[k] >> spare_bits | (k + 1 < words ? random_number[k + 1] << (word_bits - spare_bits) : 0);
    } while (!is_less(random_number, bound));
    return random_number;
}

// Factors by the number of a value's cards between the maxima.
using Factor = std::array<unsigned, 3>;

inline unsigned binomial(std::size_t n, std::size_t k) {
    if (k > n) return 0;
    unsigned ways = 1;
    for (std::size_t i = 0; i < k; ++i) ways = ways * (n - i) / (i + 1);
    return ways;
}

// The ways to lay `copies` copies in `inner` runs between the maxima and `outer` runs outside.
inline Factor spread_factors(std::size_t copies, std::size_t inner, std::size_t outer) {
    Factor factor{};
    for (std::size_t j = 0; j <= inner && j <= copies; ++j)
        factor[j] = binomial(inner, j) * binomial(outer, copies - j);
    return factor;
}

// Checks the limits after a fixed number of words of arithmetic, about every 0.1 ms.
class LimitMeter {
public:
    explicit LimitMeter(Budget& budget) : budget_(budget) {}

    // Counts words and returns true once the work must stop.
    bool spend(std::size_t words) {
        word_count_ += words;
        if (word_count_ < poll_interval) return false;
        word_count_ = 0;
        return budget_.poll();
    }
    Budget& budget() { return budget_; }

private:
    static constexpr std::size_t poll_interval = std::size_t{1} << 16;
    Budget& budget_;
    std::size_t word_count_ = 0;
};

}  // namespace passatempo::cards
