// Reads the network from its numbers and evaluates positions.
//
// The sums are written once, in loops that a compiler vectorises, and compiled for every processor and again for those
// with AVX2. Only the products of the hidden layer use intrinsics on x86-64, where one instruction makes two products
// and their sum. Integers give the same result in any order.
#include "network.hpp"

#include <algorithm>
#include <cassert>

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#define PASSATEMPO_WIDE 1
#endif

namespace passatempo::mnk {

// Sixteen features: two words on most processors, one with AVX2.
typedef std::int16_t Sixteen __attribute__((vector_size(32), may_alias));

struct Network::Implementations {
    [[gnu::always_inline]] static void update_sums(const Network& net, Accumulator& sums,
                                                   std::span<const FeatureChange> cells) {
        static_assert(inputs == 32);
        const FeatureVector* const rows = net.feature_rows_.data();
        const FeatureWeights* const worth_of = net.cell_weights_.data();
        for (std::size_t player = 0; player < 2; ++player) {
            auto* const into = reinterpret_cast<Sixteen*>(&sums.features[player]);
            Sixteen low = into[0], high = into[1];
            FeatureWeights feature_weights = sums.cell_weights[player];
            for (const FeatureChange& cell : cells) {
                const std::size_t was = rank_of(cell.old_ranks, player), is = rank_of(cell.new_ranks, player);
                const auto *const old_features = reinterpret_cast<const Sixteen*>(rows + was),
                                  *const new_features = reinterpret_cast<const Sixteen*>(rows + is);
                low += new_features[0] - old_features[0];
                high += new_features[1] - old_features[1];
                feature_weights.mover_weight += worth_of[is].mover_weight - worth_of[was].mover_weight;
                feature_weights.waiter_weight += worth_of[is].waiter_weight - worth_of[was].waiter_weight;
            }
            into[0] = low;
            into[1] = high;
            sums.cell_weights[player] = feature_weights;
        }
    }

    [[gnu::always_inline]] static Seen clip_inputs(const FeatureVector& mover, const FeatureVector& waiter) {
        Seen layer_inputs;
        for (std::size_t i = 0; i < inputs; ++i) {
            layer_inputs[i] = std::clamp<std::int16_t>(mover[i], 0, unit_one);
            layer_inputs[inputs + i] = std::clamp<std::int16_t>(waiter[i], 0, unit_one);
        }
        return layer_inputs;
    }

    [[gnu::always_inline]] static int output_value(const Network& net, const Units& units) {
        std::int32_t sum = net.output_bias_ * unit_one;
        for (std::size_t unit = 0; unit < hidden; ++unit) {
            const std::int32_t unit_sum = net.layer_biases_[unit] + (units[unit] >> unit_bits);
            sum += std::clamp(unit_sum, 0, unit_one) * net.output_weight_[unit];
        }
        return sum >> unit_bits;
    }

    static void update_plain(const Network& net, Accumulator& sums, std::span<const FeatureChange> cells) {
        update_sums(net, sums, cells);
    }

    static int layer_plain(const Network& net, const FeatureVector& mover, const FeatureVector& waiter) {
        const Seen layer_inputs = clip_inputs(mover, waiter);
        Units units{};
        for (std::size_t i = 0; i < inputs; ++i)
            for (std::size_t unit = 0; unit < hidden; ++unit) {
                const auto [first_weight, second_weight] = net.layer_weights_[i].weights[unit];
                units[unit] += layer_inputs[2 * i] * first_weight + layer_inputs[2 * i + 1] * second_weight;
            }
        return output_value(net, units);
    }

#ifdef PASSATEMPO_WIDE
    static std::int32_t pack_pair(const Seen& layer_inputs, std::size_t i) {
        return static_cast<std::uint16_t>(layer_inputs[2 * i]) | (std::int32_t{layer_inputs[2 * i + 1]} << 16);
    }

    static int layer_x86(const Network& net, const FeatureVector& mover, const FeatureVector& waiter) {
        constexpr std::size_t parts = hidden / 4;
        const Seen layer_inputs = clip_inputs(mover, waiter);
        __m128i sums[parts];
        for (__m128i& sum : sums) sum = _mm_setzero_si128();
        for (std::size_t i = 0; i < inputs; ++i) {
            const __m128i input_pair = _mm_set1_epi32(pack_pair(layer_inputs, i));
            const auto* const weights = reinterpret_cast<const __m128i*>(&net.layer_weights_[i]);
            for (std::size_t part = 0; part < parts; ++part)
                sums[part] = _mm_add_epi32(sums[part], _mm_madd_epi16(input_pair, _mm_load_si128(weights + part)));
        }
        Units units;
        for (std::size_t part = 0; part < parts; ++part)
            _mm_storeu_si128(reinterpret_cast<__m128i*>(&units[4 * part]), sums[part]);
        return output_value(net, units);
    }

    [[gnu::target("avx2")]] static void update_avx2(const Network& net, Accumulator& sums,
                                                    std::span<const FeatureChange> cells) {
        update_sums(net, sums, cells);
    }

    [[gnu::target("avx2")]] static int layer_avx2(const Network& net, const FeatureVector& mover,
                                                  const FeatureVector& waiter) {
        constexpr std::size_t parts = hidden / 8;
        const Seen layer_inputs = clip_inputs(mover, waiter);
        __m256i sums[parts];
        for (__m256i& sum : sums) sum = _mm256_setzero_si256();
        for (std::size_t i = 0; i < inputs; ++i) {
            const __m256i input_pair = _mm256_set1_epi32(pack_pair(layer_inputs, i));
            const auto* const weights = reinterpret_cast<const __m256i*>(&net.layer_weights_[i]);
            for (std::size_t part = 0; part < parts; ++part)
                sums[part] =
                    _mm256_add_epi32(sums[part], _mm256_madd_epi16(input_pair, _mm256_load_si256(weights + part)));
        }
        Units units;
        for (std::size_t part = 0; part < parts; ++part)
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(&units[8 * part]), sums[part]);
        return output_value(net, units);
    }
#endif
};

Network::Network(std::span<const std::int16_t> cells, std::span<const std::int16_t> numbers)
    : feature_rows_(multisets + 1),
      cell_weights_(multisets + 1),
      update_function_(Implementations::update_plain),
      layer_function_(Implementations::layer_plain) {
    assert(numbers.size() == number_count);
    const std::size_t columns = cells.size() / multisets;
    const std::int16_t* next = numbers.data();
    const auto read = [&](auto& into) {
        std::copy_n(next, into.size(), into.begin());
        next += into.size();
    };
    for (std::size_t rank = 0; rank < multisets; ++rank) {
        cell_weights_[rank] = {cells[columns * rank], cells[columns * rank + 1]};
        read(feature_rows_[rank]);
    }
    for (std::size_t unit = 0; unit < hidden; ++unit)
        for (std::size_t i = 0; i < 2 * inputs; ++i) layer_weights_[i / 2].weights[unit][i % 2] = *next++;
    read(layer_biases_);
    read(output_weight_);
    output_bias_ = *next;
#ifdef PASSATEMPO_WIDE
    const bool wide = __builtin_cpu_supports("avx2") != 0;
    update_function_ = wide ? Implementations::update_avx2 : Implementations::update_plain;
    layer_function_ = wide ? Implementations::layer_avx2 : Implementations::layer_x86;
#endif
}

int Network::forward(const Accumulator& sums, std::size_t mover) const {
    const FeatureVector &mine = sums.features[mover], &theirs = sums.features[1 - mover];
    const int layer_output = layer_function_(*this, mine, theirs);
    assert(layer_output == Implementations::layer_plain(*this, mine, theirs));
#ifdef PASSATEMPO_WIDE
    assert(layer_output == Implementations::layer_x86(*this, mine, theirs));
#endif
    return sums.cell_weights[mover].mover_weight - sums.cell_weights[1 - mover].waiter_weight + layer_output;
}

}  // namespace passatempo::mnk
