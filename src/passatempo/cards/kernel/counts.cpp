#include "counts.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <initializer_list>
#include <numeric>

namespace passatempo::cards {
namespace {

__extension__ using Wide = unsigned __int128;

// A layer multiplies the sum of all numbers of all states by at most 8: a value has at most C(4, m) + C(2, m - 1) <= 8
// ways to go on from the state in which both maxima are placed, and fewer from the others.
constexpr std::size_t bits_a_value = 3;
constexpr std::size_t bits_at_first = 4;  // two mirror images, and one bit that keeps differences positive
constexpr std::size_t word_bits = 64;

// Coefficients of z^0, z^1, z^2: a card between the maxima makes one z.
using Factor = std::array<unsigned, 3>;

unsigned choose(int n, int k) {
    if (k < 0 || k > n) return 0;
    unsigned ways = 1;
    for (int i = 0; i < k; ++i) ways = ways * static_cast<unsigned>(n - i) / static_cast<unsigned>(i + 1);
    return ways;
}

// The ways to lay so many copies in `inner` runs between the maxima and `outer` runs outside.
Factor spread(int copies, int inner, int outer) {
    Factor factor{};
    for (int j = 0; j <= inner; ++j) factor[static_cast<std::size_t>(j)] = choose(inner, j) * choose(outer, copies - j);
    return factor;
}

// A polynomial whose coefficients are long numbers; only the lowest `used` words of each can be other than zero.
class Polynomial {
public:
    Polynomial(std::size_t size, std::size_t words) : size_(size), words_(words), data_(size * words, 0) {}

    void set_constant(Word value) { data_[0] = value; }
    std::size_t size() const { return size_; }
    const std::vector<Word>& data() const { return data_; }
    Word* at(std::size_t k) { return data_.data() + k * words_; }
    const Word* at(std::size_t k) const { return data_.data() + k * words_; }

private:
    std::size_t size_;
    std::size_t words_;
    std::vector<Word> data_;
};

struct Term {
    const Polynomial* from;
    Factor factor;
};

// to = the sum of the terms; `to` may be one of them: the greatest power is made first, from itself and lower ones.
void combine(Polynomial& to, std::initializer_list<Term> terms, std::size_t powers, std::size_t used) {
    struct Source {
        const Word* words;
        unsigned factor;
    };
    std::array<Source, 9> sources{};
    for (std::size_t k = std::min(powers, to.size()); k-- > 0;) {
        std::size_t number = 0;
        for (const Term& term : terms)
            for (std::size_t j = 0; j < 3 && j <= k; ++j)
                if (term.factor[j] != 0) sources[number++] = {term.from->at(k - j), term.factor[j]};
        Word* result = to.at(k);
        Wide carry = 0;
        for (std::size_t w = 0; w < used; ++w) {
            for (std::size_t s = 0; s < number; ++s)
                carry += static_cast<Wide>(sources[s].words[w]) * sources[s].factor;
            result[w] = static_cast<Word>(carry);
            carry >>= word_bits;
        }
        assert(carry == 0);
    }
}

// The sum over the values of the second maximum and of the minimum, with `outer` runs outside the maxima; `beside` says
// how many of them stand beside either maximum when it is the greater one.
Polynomial pass(const std::vector<std::uint8_t>& copies, int outer, std::array<int, 2> beside, std::size_t size,
                std::size_t words, Budget& budget) {
    Polynomial first(size, words), second(size, words), both(size, words), bottom(size, words);
    if (copies[0] == 1) {
        first.set_constant(1);  // the first or the second maximum is the greater one
        second.set_constant(1);
    } else {
        both.set_constant(1);
    }
    const bool lone = copies[0] == 1;
    for (std::size_t i = 1; i < copies.size(); ++i) {
        if (budget.spend() || budget.poll()) return bottom;
        const int m = copies[i];
        const std::size_t powers = 2 * i + 1;  // between the maxima lie at most two copies of a value
        const std::size_t used = std::min(words, (bits_at_first + bits_a_value * i) / word_bits + 1);
        combine(bottom, {{&bottom, {choose(outer, m), 0, 0}}, {&both, {0, choose(outer, m - 1), 0}}}, powers, used);
        if (lone) {
            combine(both,
                    {{&both, spread(m, 2, outer)},
                     {&first, spread(m - 1, 1, beside[0])},
                     {&second, spread(m - 1, 1, beside[1])}},
                    powers, used);
            combine(first, {{&first, spread(m, 1, beside[0])}}, powers, used);
            combine(second, {{&second, spread(m, 1, beside[1])}}, powers, used);
        } else {
            combine(both, {{&both, spread(m, 2, outer)}}, powers, used);
        }
    }
    return bottom;
}

// to += sign * times * from, in the two's complement of all words.
void add(std::vector<Word>& to, const std::vector<Word>& from, std::size_t words, unsigned times, bool minus) {
    for (std::size_t start = 0; start < to.size(); start += words) {
        Wide carry = 0;
        Word borrow = 0;
        for (std::size_t w = start; w < start + words; ++w) {
            carry += static_cast<Wide>(from[w]) * times;
            const Word part = static_cast<Word>(carry);
            carry >>= word_bits;
            const Word old = to[w];
            if (minus) {
                to[w] = old - part - borrow;
                borrow = static_cast<Word>(old < part || (old == part && borrow != 0));
            } else {
                to[w] = old + part + borrow;
                borrow = static_cast<Word>(to[w] < old || (to[w] == old && borrow != 0));
            }
        }
    }
}

}  // namespace

Counts count(const std::vector<std::uint8_t>& copies, bool open_ends, Budget& budget) {
    const std::size_t cards = std::accumulate(copies.begin(), copies.end(), std::size_t{0});
    const std::size_t size = std::min(2 * copies.size() + 1, cards + 1);
    Counts found;
    found.words = (bits_at_first + bits_a_value * copies.size()) / word_bits + 1;
    found.numbers.assign(size * found.words, 0);
    const auto sum = [&](unsigned times, bool minus, int outer, std::array<int, 2> beside) {
        add(found.numbers, pass(copies, outer, beside, size, found.words, budget).data(), found.words, times, minus);
    };
    sum(1, false, 2, {1, 1});
    if (!open_ends) {  // inclusion and exclusion: all - 2 * (one end run empty) + (both empty)
        sum(2, true, 1, {0, 1});
        sum(1, false, 0, {0, 0});
    }
    if (budget.stop() != Stop::done) found.numbers.clear();
    return found;
}

}  // namespace passatempo::cards
