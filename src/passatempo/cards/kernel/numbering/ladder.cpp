// End runs that must not stay empty are inclusion and exclusion: all ways, less those that leave one of them empty, and
// those that leave both are added again. So there is a table for each number of end runs that may get cards, and none
// for the states of the scan; a number is made from at most six others.
// Algorithm: transfer matrix over values, backwards
// Twin: cards/reference/scan.py
#include "numbering/ladder.hpp"

#include <algorithm>
#include <bit>

#include "play/moves.hpp"

namespace passatempo::cards::numbering {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr std::size_t word_bits = 64;
constexpr std::size_t bits_a_step = 3;  // the factors of a step sum to at most 8, as in counting.cpp
constexpr std::size_t bits_at_first = 4;
constexpr std::size_t stride = std::size_t{1} << 16;  // words between two looks at the limits: some 0.1 ms

// By the cards that lie between the maxima.
using Factor = std::array<unsigned, 3>;

struct Term {
    const Row* from;
    Factor factor;
};
using Terms = std::array<Term, 2>;

struct Source {
    const Word* words;
    std::size_t used;
    unsigned factor;
};

unsigned choose(std::size_t n, std::size_t k) {
    if (k > n) return 0;
    unsigned ways = 1;
    for (std::size_t i = 0; i < k; ++i) ways = ways * (n - i) / (i + 1);
    return ways;
}

// The ways to lay so many copies in `inner` runs between the maxima and `outer` runs outside.
Factor spread(std::size_t copies, std::size_t inner, std::size_t outer) {
    Factor factor{};
    for (std::size_t j = 0; j <= inner && j <= copies; ++j) factor[j] = choose(inner, j) * choose(outer, copies - j);
    return factor;
}

// What a table is made of: from the tables of the next value.
Terms terms_of(std::size_t table, const Rung& after, unsigned copies) {
    const Factor none{};
    if (table <= bottom2) return {{{&after[table], {choose(table - bottom0, copies), 0, 0}}, {&after[table], none}}};
    if (table <= both2) {
        const std::size_t open = table - both0;
        return {{{&after[table], spread(copies, 2, open)}, {&after[open], {choose(open, copies - 1), 0, 0}}}};
    }
    const unsigned beside = table == one00 || table == one01 ? 0 : 1;
    const Table both = table == one12 ? both2 : table == one00 ? both0 : both1;
    return {{{&after[table], spread(copies, 1, beside)}, {&after[both], spread(copies - 1, 1, beside)}}};
}

// to = the sum of N sources, each times its factor, in their first `used` words; what is carried beyond.
template <int N>
Wide sum(Word* to, const Source* sources, std::size_t used) {
    Wide carry = 0;
    for (std::size_t w = 0; w < used; ++w) {
        for (int k = 0; k < N; ++k) carry += Wide{sources[k].words[w]} * sources[k].factor;
        to[w] = carry;
        carry >>= word_bits;
    }
    return carry;
}

void sum_all(Word* to, std::size_t words, const std::array<Source, 6>& sources, std::size_t number) {
    std::size_t shared = words;
    for (std::size_t k = 0; k < number; ++k) shared = std::min(shared, sources[k].used);
    const auto some = [&] {
        switch (number) {
            case 1: return sum<1>(to, sources.data(), shared);
            case 2: return sum<2>(to, sources.data(), shared);
            case 3: return sum<3>(to, sources.data(), shared);
            case 4: return sum<4>(to, sources.data(), shared);
            case 5: return sum<5>(to, sources.data(), shared);
            default: return sum<6>(to, sources.data(), shared);
        }
    };
    Wide carry = number == 0 ? 0 : some();
    for (std::size_t w = number == 0 ? 0 : shared; w < words; ++w) {
        for (std::size_t k = 0; k < number; ++k)
            if (w < sources[k].used) carry += Wide{sources[k].words[w]} * sources[k].factor;
        to[w] = carry;
        carry >>= word_bits;
    }
}

// The row that the terms make, as far as it lies in the window. Empty where a limit came first.
Row make(const Terms& terms, const Window& window, Meter& meter) {
    Row row;
    std::size_t low = window.high + 1, high = 0, bits = 0;
    for (const Term& term : terms)
        for (std::size_t j = 0; j < 3; ++j)
            if (term.factor[j] != 0 && term.from->count != 0) {
                low = std::min(low, term.from->low + j);
                high = std::max(high, term.from->low + term.from->count - 1 + j);
                bits = std::max(bits, term.from->bits);
            }
    low = std::max(low, window.low);
    high = std::min(high, window.high);
    if (low > high || bits == 0) return row;
    row.low = low;
    row.count = high - low + 1;
    row.words = (bits + bits_a_step - 1) / word_bits + 1;
    row.data.resize(row.count * row.words);
    for (std::size_t wanted = low; wanted <= high; ++wanted) {
        std::array<Source, 6> sources{};
        std::size_t number = 0;
        for (const Term& term : terms)
            for (std::size_t j = 0; j < 3 && j <= wanted; ++j) {
                if (term.factor[j] == 0) continue;
                const Words from = term.from->at(wanted - j);
                const std::size_t used = std::min(from.size(), row.words);
                if (used != 0) sources[number++] = {from.data(), used, term.factor[j]};
            }
        Word* const to = row.data.data() + (wanted - low) * row.words;
        sum_all(to, row.words, sources, number);
        std::size_t top = row.words;
        while (top > 0 && to[top - 1] == 0 && top * word_bits > row.bits) --top;
        if (top > 0) row.bits = std::max(row.bits, (top - 1) * word_bits + std::bit_width(to[top - 1]));
        if (meter.spend(row.words * (number + 1))) return {};
    }
    return row;
}

// to += or -= from, in two's complement.
void gather(Long& to, Words from, bool minus) {
    Word carry = 0;
    for (std::size_t w = 0; w < to.size() && (w < from.size() || carry != 0); ++w) {
        const Word part = w < from.size() ? from[w] : 0, old = to[w];
        to[w] = minus ? old - part - carry : old + part + carry;
        const bool on = minus ? old < part || (old == part && carry != 0) : to[w] < old || (to[w] == old && carry != 0);
        carry = on ? 1 : 0;
    }
}

// Which table has the ways from a state whose end runs in `shut` get no cards.
std::size_t table_of(unsigned state, unsigned shut) {
    const unsigned open = 2 - std::popcount(shut);
    const unsigned points = state & ((1U << play::points) - 1);
    if ((points & play::minimum) != 0) return bottom0 + open;
    if ((points & play::maxima) == play::maxima) return both0 + open;
    if (open == 2) return one12;
    if (open == 0) return one00;
    const bool first = (points & 1U) != 0;
    return first == (shut == play::first_has) ? one01 : one11;
}

// All sets of end runs that have no card yet.
template <class See>
void each_shut(unsigned state, bool open_ends, See see) {
    constexpr unsigned flags = play::first_has | play::last_has;
    const unsigned lacking = open_ends ? 0 : flags & ~state;
    for (unsigned shut = lacking;; shut = (shut - 1) & lacking) {
        see(shut);
        if (shut == 0) return;
    }
}

}  // namespace

bool Meter::spend(std::size_t words) {
    worked_ += words;
    if (worked_ < stride) return false;
    worked_ = 0;
    return budget_.poll();
}

Needed needed_from(unsigned state, bool open_ends) {
    Needed needed{};
    constexpr std::array<unsigned, 4> later{0b001, 0b100, 0b101, 0b111};
    const unsigned flags = state & (play::first_has | play::last_has);
    for (const unsigned points : later)
        if ((points & state) == (state & 0b111))
            each_shut(flags, open_ends, [&](unsigned shut) { needed[table_of(points | flags, shut)] = true; });
    return needed;
}

Ladder::Ladder(std::vector<std::uint8_t> copies, bool open_ends, std::int64_t distance)
    : copies_(std::move(copies)),
      open_(open_ends),
      bound_(distance != 0),
      words_((bits_at_first + bits_a_step * copies_.size()) / word_bits + 1),
      last_one_(1),
      needed_(needed_from(copies_[0] == 1 ? 0 : play::maxima, open_)),
      needed_late_(needed_) {
    if (distance > 2) wanted_ = distance - 2;
    while (last_one_ < copies_.size() && copies_[last_one_] <= 2) ++last_one_;
    for (const Table table : {one00, one01, one11, one12}) needed_late_[table] = false;
}

std::size_t Ladder::between(unsigned run_set) const { return bound_ ? std::popcount(run_set & play::inner) : 0; }

Rung Ladder::top() const {
    Rung rung;
    for (const Table table : {bottom0, bottom1, bottom2}) rung[table] = {0, 1, 1, 1, {1}};
    return rung;
}

Window Ladder::window(std::size_t layer) const { return {wanted_ > 2 * layer ? wanted_ - 2 * layer : 0, wanted_}; }

Rung Ladder::step(const Rung& after, std::size_t layer, const Window& window, const Needed& needed,
                  Meter& meter) const {
    Rung rung;
    for (std::size_t k = 0; k < tables; ++k) {
        if (!needed[k]) continue;
        if (meter.budget().spend()) return rung;
        Terms terms = terms_of(k, after, copies_[layer]);
        if (!bound_)
            for (Term& term : terms) term.factor = {term.factor[0] + term.factor[1] + term.factor[2], 0, 0};
        rung[k] = make(terms, window, meter);
    }
    return rung;
}

std::uint64_t Ladder::bytes(std::size_t layer, const Window& window, const Needed& needed) const {
    const std::size_t left = copies_.size() - layer;
    const std::size_t high = bound_ ? std::min(window.high, 2 * left) : 0;
    const std::uint64_t words = (bits_at_first + bits_a_step * left) / word_bits + 1;
    const std::uint64_t numbers = window.low > high ? 0 : high - window.low + 1;
    std::uint64_t rows = 0;
    for (std::size_t k = 0; k < tables; ++k)
        if (needed[k]) rows += k <= bottom2 || k == both0 || k == one00 ? 1 : numbers;
    return rows * words * sizeof(Word) + sizeof(Rung);
}

Long Ladder::ways(const Rung& rung, unsigned state, std::size_t wanted) const {
    Long number(words_);
    std::array<Words, 4> parts;
    std::array<bool, 4> minus{};
    std::size_t found = 0;
    each_shut(state, open_, [&](unsigned shut) {
        minus[found] = std::popcount(shut) == 1;
        parts[found++] = rung[table_of(state, shut)].at(wanted);
    });
    for (const bool sign : {false, true})  // so that nothing is below 0 on the way
        for (std::size_t k = 0; k < found; ++k)
            if (minus[k] == sign) gather(number, parts[k], sign);
    return number;
}

}  // namespace passatempo::cards::numbering
