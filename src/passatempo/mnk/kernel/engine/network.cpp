// The network read from its numbers, and its value for a position.
//
// The sums are written once, in loops that a compiler turns into operations on many numbers at a time, and compiled for
// every processor and once more for those with AVX2. Only the products of the hidden layer are spelled out for x86-64,
// where one instruction makes two products and their sum: whole numbers, the same in any order.
#include "network.hpp"

#include <algorithm>
#include <cassert>

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#define PASSATEMPO_WIDE 1
#endif

namespace passatempo::mnk {

// Sixteen features: two words of most processors, one of AVX2.
typedef std::int16_t Sixteen __attribute__((vector_size(32), may_alias));

struct Network::Ways {
    [[gnu::always_inline]] static void follow(const Network& net, Sums& sums, std::span<const Turned> cells) {
        static_assert(inputs == 32);
        const Features* const rows = net.rows_.data();
        const Worth* const worth_of = net.cell_worth_.data();
        for (std::size_t player = 0; player < 2; ++player) {
            auto* const into = reinterpret_cast<Sixteen*>(&sums.features[player]);
            Sixteen low = into[0], high = into[1];
            Worth worth = sums.worth[player];
            for (const Turned& cell : cells) {
                const std::size_t was = rank_of(cell.was, player), is = rank_of(cell.is, player);
                const auto *const lost = reinterpret_cast<const Sixteen*>(rows + was),
                                  *const gained = reinterpret_cast<const Sixteen*>(rows + is);
                low += gained[0] - lost[0];
                high += gained[1] - lost[1];
                worth.mover += worth_of[is].mover - worth_of[was].mover;
                worth.waiter += worth_of[is].waiter - worth_of[was].waiter;
            }
            into[0] = low;
            into[1] = high;
            sums.worth[player] = worth;
        }
    }

    [[gnu::always_inline]] static Seen cut(const Features& mover, const Features& waiter) {
        Seen seen;
        for (std::size_t i = 0; i < inputs; ++i) {
            seen[i] = std::clamp<std::int16_t>(mover[i], 0, unit_one);
            seen[inputs + i] = std::clamp<std::int16_t>(waiter[i], 0, unit_one);
        }
        return seen;
    }

    [[gnu::always_inline]] static int output(const Network& net, const Units& units) {
        std::int32_t sum = net.bias_ * unit_one;
        for (std::size_t unit = 0; unit < hidden; ++unit) {
            const std::int32_t told = net.first_bias_[unit] + (units[unit] >> unit_bits);
            sum += std::clamp(told, 0, unit_one) * net.output_weight_[unit];
        }
        return sum >> unit_bits;
    }

    static void follow_plain(const Network& net, Sums& sums, std::span<const Turned> cells) {
        follow(net, sums, cells);
    }

    static int layer_plain(const Network& net, const Features& mover, const Features& waiter) {
        const Seen seen = cut(mover, waiter);
        Units units{};
        for (std::size_t i = 0; i < inputs; ++i)
            for (std::size_t unit = 0; unit < hidden; ++unit) {
                const auto [one, other] = net.first_[i].weights[unit];
                units[unit] += seen[2 * i] * one + seen[2 * i + 1] * other;
            }
        return output(net, units);
    }

#ifdef PASSATEMPO_WIDE
    static std::int32_t pair(const Seen& seen, std::size_t i) {
        return static_cast<std::uint16_t>(seen[2 * i]) | (std::int32_t{seen[2 * i + 1]} << 16);
    }

    static int layer_x86(const Network& net, const Features& mover, const Features& waiter) {
        constexpr std::size_t parts = hidden / 4;
        const Seen seen = cut(mover, waiter);
        __m128i sums[parts];
        for (__m128i& sum : sums) sum = _mm_setzero_si128();
        for (std::size_t i = 0; i < inputs; ++i) {
            const __m128i both = _mm_set1_epi32(pair(seen, i));
            const auto* const weights = reinterpret_cast<const __m128i*>(&net.first_[i]);
            for (std::size_t part = 0; part < parts; ++part)
                sums[part] = _mm_add_epi32(sums[part], _mm_madd_epi16(both, _mm_load_si128(weights + part)));
        }
        Units units;
        for (std::size_t part = 0; part < parts; ++part)
            _mm_storeu_si128(reinterpret_cast<__m128i*>(&units[4 * part]), sums[part]);
        return output(net, units);
    }

    [[gnu::target("avx2")]] static void follow_avx2(const Network& net, Sums& sums, std::span<const Turned> cells) {
        follow(net, sums, cells);
    }

    [[gnu::target("avx2")]] static int layer_avx2(const Network& net, const Features& mover, const Features& waiter) {
        constexpr std::size_t parts = hidden / 8;
        const Seen seen = cut(mover, waiter);
        __m256i sums[parts];
        for (__m256i& sum : sums) sum = _mm256_setzero_si256();
        for (std::size_t i = 0; i < inputs; ++i) {
            const __m256i both = _mm256_set1_epi32(pair(seen, i));
            const auto* const weights = reinterpret_cast<const __m256i*>(&net.first_[i]);
            for (std::size_t part = 0; part < parts; ++part)
                sums[part] = _mm256_add_epi32(sums[part], _mm256_madd_epi16(both, _mm256_load_si256(weights + part)));
        }
        Units units;
        for (std::size_t part = 0; part < parts; ++part)
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(&units[8 * part]), sums[part]);
        return output(net, units);
    }
#endif
};

Network::Network(std::span<const std::int16_t> cells, std::span<const std::int16_t> numbers)
    : rows_(multisets + 1), cell_worth_(multisets + 1), follow_(Ways::follow_plain), layer_(Ways::layer_plain) {
    assert(numbers.size() == words);
    const std::size_t columns = cells.size() / multisets;
    const std::int16_t* next = numbers.data();
    const auto read = [&](auto& into) {
        std::copy_n(next, into.size(), into.begin());
        next += into.size();
    };
    for (std::size_t rank = 0; rank < multisets; ++rank) {
        cell_worth_[rank] = {cells[columns * rank], cells[columns * rank + 1]};
        read(rows_[rank]);
    }
    for (std::size_t unit = 0; unit < hidden; ++unit)
        for (std::size_t i = 0; i < 2 * inputs; ++i) first_[i / 2].weights[unit][i % 2] = *next++;
    read(first_bias_);
    read(output_weight_);
    bias_ = *next;
#ifdef PASSATEMPO_WIDE
    const bool wide = __builtin_cpu_supports("avx2") != 0;
    follow_ = wide ? Ways::follow_avx2 : Ways::follow_plain;
    layer_ = wide ? Ways::layer_avx2 : Ways::layer_x86;
#endif
}

int Network::value(const Sums& sums, std::size_t mover) const {
    const Features &mine = sums.features[mover], &theirs = sums.features[1 - mover];
    const int found = layer_(*this, mine, theirs);
    assert(found == Ways::layer_plain(*this, mine, theirs));
#ifdef PASSATEMPO_WIDE
    assert(found == Ways::layer_x86(*this, mine, theirs));
#endif
    return sums.worth[mover].mover - sums.worth[1 - mover].waiter + found;
}

}  // namespace passatempo::mnk
