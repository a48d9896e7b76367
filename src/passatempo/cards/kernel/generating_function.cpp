// The generating function, layer by layer over the distinct values.
// Algorithm: transfer matrix over values, polynomials of long numbers
// Twin: cards/reference/closed_form.py
#include "generating_function.hpp"

#include <algorithm>
#include <cassert>
#include <initializer_list>
#include <numeric>

namespace passatempo::cards {
namespace {

constexpr std::uint64_t most_words = std::uint64_t{1} << 36;  // of a polynomial (half a terabyte); more is refused

// A polynomial whose coefficients are long numbers. Only the lowest `used` words of each can be nonzero. It allocates
// its memory at once but fills it as it grows, because zeroing half a gigabyte takes long and cannot check the limits.
class Polynomial {
public:
    Polynomial(std::size_t size, std::size_t words) : power_limit_(size), coefficient_words_(words) {
        coefficients_.reserve(size * words);
        grow(1);
    }

    void grow(std::size_t powers) { coefficients_.resize(std::min(powers, power_limit_) * coefficient_words_, 0); }
    void set_constant(Word constant) { coefficients_[0] = constant; }
    std::size_t powers() const { return coefficient_words_ == 0 ? 0 : coefficients_.size() / coefficient_words_; }
    std::vector<Word> release() { return std::move(coefficients_); }
    Word* at(std::size_t k) { return coefficients_.data() + k * coefficient_words_; }
    const Word* at(std::size_t k) const { return coefficients_.data() + k * coefficient_words_; }

private:
    std::size_t power_limit_;
    std::size_t coefficient_words_;
    std::vector<Word> coefficients_;
};

struct PolynomialTerm {
    const Polynomial* polynomial;
    Factor factor;
};

struct CoefficientSource {
    const Word* source_words;
    unsigned factor;
};

// Stores the sum of the sources, each times its factor, and returns the carry.
#if defined(__wasm__)
// WebAssembly has no 128-bit product, so the halves of a word are summed separately. The factors are small enough.
Word multiply_sum(Word* sum_words, std::span<const CoefficientSource> sources, std::size_t used) {
    constexpr int half = 32;
    constexpr Word lower = (Word{1} << half) - 1;
    Word carry = 0;
    for (std::size_t w = 0; w < used; ++w) {
        Word low = carry, high = 0;
        for (const CoefficientSource& source : sources) {
            low += (source.source_words[w] & lower) * source.factor;
            high += (source.source_words[w] >> half) * source.factor;
        }
        high += low >> half;
        sum_words[w] = high << half | (low & lower);
        carry = high >> half;
    }
    return carry;
}
#else
Wide multiply_sum(Word* sum_words, std::span<const CoefficientSource> sources, std::size_t used) {
    Wide carry = 0;
    for (std::size_t w = 0; w < used; ++w) {
        for (const CoefficientSource& source : sources)
            carry += static_cast<Wide>(source.source_words[w]) * source.factor;
        sum_words[w] = static_cast<Word>(carry);
        carry >>= word_bits;
    }
    return carry;
}
#endif

// Stores the sum of the terms in `to`, which may be one of them, because the greatest power is computed first from
// itself and lower ones. Returns false if a limit ends the work.
bool combine_terms(Polynomial& to, std::initializer_list<PolynomialTerm> terms, std::size_t used, LimitMeter& meter) {
    std::array<CoefficientSource, 9> sources{};
    for (std::size_t k = to.powers(); k-- > 0;) {
        std::size_t number = 0;
        for (const PolynomialTerm& term : terms)
            for (std::size_t j = 0; j < 3 && j <= k; ++j)
                if (term.factor[j] != 0) sources[number++] = {term.polynomial->at(k - j), term.factor[j]};
        [[maybe_unused]] const auto carry = multiply_sum(to.at(k), std::span(sources).first(number), used);
        assert(carry == 0);
        if (meter.spend(used * (number + 1))) return false;
    }
    return true;
}

// The states of a pass over the values in descending order.
struct PassStates {
    // With one maximum placed, by which of the two it is; empty if both have the same value.
    Polynomial first_maximum, second_maximum;
    Polynomial maximum_pair, valley_sum;

    PassStates(bool lone, std::size_t size, std::size_t words)
        : first_maximum(lone ? size : 0, words),
          second_maximum(lone ? size : 0, words),
          maximum_pair(size, words),
          valley_sum(size, words) {
        if (lone) {
            first_maximum.set_constant(1);
            second_maximum.set_constant(1);
        } else {
            maximum_pair.set_constant(1);
        }
    }

    void grow(std::size_t powers) {
        for (Polynomial* state : {&first_maximum, &second_maximum, &maximum_pair, &valley_sum}) state->grow(powers);
    }
};

// The sum over the values of the second maximum and of the minimum, with `outer` runs outside the maxima. `side_runs`
// gives the number of outer runs beside each maximum when it is the greater one. Incomplete if a limit ends the work.
std::vector<Word> value_pass(const std::vector<std::uint8_t>& copies, int outer, std::array<int, 2> side_runs,
                             std::size_t size, std::size_t words, LimitMeter& meter) {
    const bool lone = copies[0] == 1;
    PassStates states(lone, size, words);
    auto& [first, second, maximum_pair, bottom] = states;
    for (std::size_t i = 1; i < copies.size(); ++i) {
        if (meter.budget().spend() || meter.budget().poll()) break;
        const int m = copies[i];
        states.grow(2 * i + 1);  // at most two copies of a value are between the maxima
        const std::size_t used_words = std::min(words, words_for(i));
        if (!combine_terms(bottom,
                           {{&bottom, {binomial(outer, m), 0, 0}}, {&maximum_pair, {0, binomial(outer, m - 1), 0}}},
                           used_words, meter))
            break;
        if (lone) {
            const bool is_combined =
                combine_terms(maximum_pair,
                              {{&maximum_pair, spread_factors(m, 2, outer)},
                               {&first, spread_factors(m - 1, 1, side_runs[0])},
                               {&second, spread_factors(m - 1, 1, side_runs[1])}},
                              used_words, meter) &&
                combine_terms(first, {{&first, spread_factors(m, 1, side_runs[0])}}, used_words, meter) &&
                combine_terms(second, {{&second, spread_factors(m, 1, side_runs[1])}}, used_words, meter);
            if (!is_combined) break;
        } else if (!combine_terms(maximum_pair, {{&maximum_pair, spread_factors(m, 2, outer)}}, used_words, meter)) {
            break;
        }
    }
    return bottom.release();
}

// Adds `times` * `from` to `to`, or subtracts it, in two's complement of all words.
void add_multiple(std::vector<Word>& to, const std::vector<Word>& from, std::size_t words, unsigned times, bool minus,
                  LimitMeter& meter) {
    for (std::size_t start = 0; start < from.size(); start += words) {
        if (meter.spend(words)) return;
        Wide carry = 0;
        Word borrow = 0;
        for (std::size_t w = start; w < start + words; ++w) {
            carry += static_cast<Wide>(from[w]) * times;
            const Word low_word = static_cast<Word>(carry);
            carry >>= word_bits;
            const Word old_word = to[w];
            if (minus) {
                to[w] = old_word - low_word - borrow;
                borrow = static_cast<Word>(old_word < low_word || (old_word == low_word && borrow != 0));
            } else {
                to[w] = old_word + low_word + borrow;
                borrow = static_cast<Word>(to[w] < old_word || (to[w] == old_word && borrow != 0));
            }
        }
    }
}

// The counts for the distances up to `size`.
Counts count_up_to(const std::vector<std::uint8_t>& copies, bool open_ends, std::size_t size, Budget& budget) {
    Counts distance_counts;
    distance_counts.number_words = words_for(copies.size());
    const std::uint64_t polynomial_count = copies[0] == 1 ? 5 : 3;  // the states of a pass, and the sum of the passes
    if (size > most_words / distance_counts.number_words) {
        budget.out_of_memory();
        return distance_counts;
    }
    if (!budget.room_for(polynomial_count * size * distance_counts.number_words * sizeof(Word))) return distance_counts;
    LimitMeter meter(budget);
    within_memory(budget, [&] {
        distance_counts.numbers = value_pass(copies, 2, {1, 1}, size, distance_counts.number_words, meter);
        if (open_ends) return;  // else inclusion and exclusion: all - 2 * (one end run empty) + (both empty)
        if (budget.stop() == Stop::done)
            add_multiple(distance_counts.numbers,
                         value_pass(copies, 1, {0, 1}, size, distance_counts.number_words, meter),
                         distance_counts.number_words, 2, true, meter);
        if (budget.stop() == Stop::done)
            add_multiple(distance_counts.numbers,
                         value_pass(copies, 0, {0, 0}, size, distance_counts.number_words, meter),
                         distance_counts.number_words, 1, false, meter);
    });
    if (budget.stop() != Stop::done) distance_counts.numbers = {};
    return distance_counts;
}

std::size_t distance_bound(const std::vector<std::uint8_t>& copies) {
    const std::size_t cards = std::accumulate(copies.begin(), copies.end(), std::size_t{0});
    return std::min(2 * copies.size() + 1, cards + 1);
}

}  // namespace

Counts count_distances(const std::vector<std::uint8_t>& copies, bool open_ends, Budget& budget) {
    return count_up_to(copies, open_ends, distance_bound(copies), budget);
}

std::vector<Word> total_ways(const std::vector<std::uint8_t>& copies, bool open_ends, std::int64_t low,
                             std::int64_t high, Budget& budget) {
    const std::int64_t distance_limit = distance_bound(copies);
    low = std::max<std::int64_t>(low, 1);
    high = std::min(high, distance_limit);
    if (low > high) return {0};
    const Counts distance_counts = count_up_to(copies, open_ends, high, budget);
    std::vector<Word> sum_words(distance_counts.number_words, 0);
    LimitMeter meter(budget);
    const std::size_t end = std::min<std::size_t>(distance_counts.numbers.size(), high * distance_counts.number_words);
    for (std::size_t start = (low - 1) * distance_counts.number_words; start < end;
         start += distance_counts.number_words) {
        if (meter.spend(distance_counts.number_words)) return {};
        add_to(sum_words, Words(distance_counts.numbers).subspan(start, distance_counts.number_words));
    }
    return sum_words;
}

}  // namespace passatempo::cards
