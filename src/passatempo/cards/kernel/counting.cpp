// The generating function, layer by layer over the distinct values.
// Algorithm: transfer matrix over values, polynomials of long numbers
// Twin: cards/reference/closed_form.py
#include "counting.hpp"

#include <algorithm>
#include <cassert>
#include <initializer_list>
#include <numeric>

namespace passatempo::cards {
namespace {

constexpr std::uint64_t most_words = std::uint64_t{1} << 36;  // of a polynomial: half a terabyte, asked of no machine

// A polynomial whose coefficients are long numbers; only the lowest `used` words of each can be other than zero. It
// asks for its memory at once and fills it as it grows: zeroing half a gigabyte would be a long step that hears no
// limit.
class Polynomial {
public:
    Polynomial(std::size_t size, std::size_t words) : size_(size), words_(words) {
        data_.reserve(size * words);
        grow(1);
    }

    void grow(std::size_t powers) { data_.resize(std::min(powers, size_) * words_, 0); }
    void set_constant(Word value) { data_[0] = value; }
    std::size_t powers() const { return words_ == 0 ? 0 : data_.size() / words_; }
    std::vector<Word> take() { return std::move(data_); }
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

struct Source {
    const Word* words;
    unsigned factor;
};

// result = the sum of the sources times their factors; what is carried beyond it.
#if defined(__wasm__)
// A browser has no product of 128 bits: the halves of a word are summed apart, which the factors leave room for.
Word multiply(Word* result, std::span<const Source> sources, std::size_t used) {
    constexpr int half = 32;
    constexpr Word lower = (Word{1} << half) - 1;
    Word carry = 0;
    for (std::size_t w = 0; w < used; ++w) {
        Word low = carry, high = 0;
        for (const Source& source : sources) {
            low += (source.words[w] & lower) * source.factor;
            high += (source.words[w] >> half) * source.factor;
        }
        high += low >> half;
        result[w] = high << half | (low & lower);
        carry = high >> half;
    }
    return carry;
}
#else
Wide multiply(Word* result, std::span<const Source> sources, std::size_t used) {
    Wide carry = 0;
    for (std::size_t w = 0; w < used; ++w) {
        for (const Source& source : sources) carry += static_cast<Wide>(source.words[w]) * source.factor;
        result[w] = static_cast<Word>(carry);
        carry >>= word_bits;
    }
    return carry;
}
#endif

// to = the sum of the terms; `to` may be one of them: the greatest power is made first, from itself and lower ones.
// False where a limit came first.
bool combine(Polynomial& to, std::initializer_list<Term> terms, std::size_t used, Meter& meter) {
    std::array<Source, 9> sources{};
    for (std::size_t k = to.powers(); k-- > 0;) {
        std::size_t number = 0;
        for (const Term& term : terms)
            for (std::size_t j = 0; j < 3 && j <= k; ++j)
                if (term.factor[j] != 0) sources[number++] = {term.from->at(k - j), term.factor[j]};
        [[maybe_unused]] const auto carry = multiply(to.at(k), std::span(sources).first(number), used);
        assert(carry == 0);
        if (meter.spend(used * (number + 1))) return false;
    }
    return true;
}

// The states of a pass over the values in descending order.
struct States {
    Polynomial first, second;  // one maximum is placed, by which of the two it is; empty where both have the same value
    Polynomial both, bottom;

    States(bool lone, std::size_t size, std::size_t words)
        : first(lone ? size : 0, words), second(lone ? size : 0, words), both(size, words), bottom(size, words) {
        if (lone) {
            first.set_constant(1);
            second.set_constant(1);
        } else {
            both.set_constant(1);
        }
    }

    void grow(std::size_t powers) {
        for (Polynomial* state : {&first, &second, &both, &bottom}) state->grow(powers);
    }
};

// The sum over the values of the second maximum and of the minimum, with `outer` runs outside the maxima; `beside` says
// how many of them stand beside either maximum when it is the greater one. Unfinished where a limit came first.
std::vector<Word> pass(const std::vector<std::uint8_t>& copies, int outer, std::array<int, 2> beside, std::size_t size,
                       std::size_t words, Meter& meter) {
    const bool lone = copies[0] == 1;
    States states(lone, size, words);
    auto& [first, second, both, bottom] = states;
    for (std::size_t i = 1; i < copies.size(); ++i) {
        if (meter.budget().spend() || meter.budget().poll()) break;
        const int m = copies[i];
        states.grow(2 * i + 1);  // between the maxima lie at most two copies of a value
        const std::size_t used = std::min(words, words_for(i));
        if (!combine(bottom, {{&bottom, {choose(outer, m), 0, 0}}, {&both, {0, choose(outer, m - 1), 0}}}, used, meter))
            break;
        if (lone) {
            const bool done = combine(both,
                                      {{&both, spread(m, 2, outer)},
                                       {&first, spread(m - 1, 1, beside[0])},
                                       {&second, spread(m - 1, 1, beside[1])}},
                                      used, meter) &&
                              combine(first, {{&first, spread(m, 1, beside[0])}}, used, meter) &&
                              combine(second, {{&second, spread(m, 1, beside[1])}}, used, meter);
            if (!done) break;
        } else if (!combine(both, {{&both, spread(m, 2, outer)}}, used, meter)) {
            break;
        }
    }
    return bottom.take();
}

// to += sign * times * from, in the two's complement of all words.
void add(std::vector<Word>& to, const std::vector<Word>& from, std::size_t words, unsigned times, bool minus,
         Meter& meter) {
    for (std::size_t start = 0; start < from.size(); start += words) {
        if (meter.spend(words)) return;
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

// The numbers of the distances up to `size`.
Counts count_up_to(const std::vector<std::uint8_t>& copies, bool open_ends, std::size_t size, Budget& budget) {
    Counts found;
    found.words = words_for(copies.size());
    const std::uint64_t kept = copies[0] == 1 ? 5 : 3;  // the states of a pass, and the sum of the passes
    if (size > most_words / found.words) {
        budget.out_of_memory();
        return found;
    }
    if (!budget.room_for(kept * size * found.words * sizeof(Word))) return found;
    Meter meter(budget);
    within_memory(budget, [&] {
        found.numbers = pass(copies, 2, {1, 1}, size, found.words, meter);
        if (open_ends) return;  // else inclusion and exclusion: all - 2 * (one end run empty) + (both empty)
        if (budget.stop() == Stop::done)
            add(found.numbers, pass(copies, 1, {0, 1}, size, found.words, meter), found.words, 2, true, meter);
        if (budget.stop() == Stop::done)
            add(found.numbers, pass(copies, 0, {0, 0}, size, found.words, meter), found.words, 1, false, meter);
    });
    if (budget.stop() != Stop::done) found.numbers = {};
    return found;
}

std::size_t most_distances(const std::vector<std::uint8_t>& copies) {
    const std::size_t cards = std::accumulate(copies.begin(), copies.end(), std::size_t{0});
    return std::min(2 * copies.size() + 1, cards + 1);
}

}  // namespace

Counts count(const std::vector<std::uint8_t>& copies, bool open_ends, Budget& budget) {
    return count_up_to(copies, open_ends, most_distances(copies), budget);
}

std::vector<Word> total(const std::vector<std::uint8_t>& copies, bool open_ends, std::int64_t low, std::int64_t high,
                        Budget& budget) {
    const std::int64_t most = most_distances(copies);
    low = std::max<std::int64_t>(low, 1);
    high = std::min(high, most);
    if (low > high) return {0};
    const Counts found = count_up_to(copies, open_ends, high, budget);
    std::vector<Word> sum(found.words, 0);
    Meter meter(budget);
    const std::size_t end = std::min<std::size_t>(found.numbers.size(), high * found.words);
    for (std::size_t start = (low - 1) * found.words; start < end; start += found.words) {
        if (meter.spend(found.words)) return {};
        add(sum, Words(found.numbers).subspan(start, found.words));
    }
    return sum;
}

}  // namespace passatempo::cards
