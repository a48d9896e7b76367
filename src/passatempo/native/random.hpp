// Portable random streams. Equal states give equal numbers here and in Python, on every machine and in every version.
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
#include <vector>

namespace passatempo {

// The hash that names random streams.
// Algorithm: SHA-256 (FIPS 180-4)
class Sha256 {
public:
    // The eight words of the digest of a text.
    static std::array<std::uint32_t, 8> digest(std::string_view text) {
        Sha256 hash;
        const std::vector<std::uint8_t> message_bytes = pad_message(text);
        for (std::size_t at = 0; at < message_bytes.size(); at += block_size)
            hash.hash_block(std::span(message_bytes).subspan(at, block_size));
        return hash.hash_state_;
    }

private:
    static constexpr std::size_t block_size = 64;  // bytes

    // Append a 1 bit, zeros, and the length in bits, so that the blocks are full.
    static std::vector<std::uint8_t> pad_message(std::string_view text) {
        std::vector<std::uint8_t> message_bytes(text.begin(), text.end());
        message_bytes.push_back(0x80);
        while (message_bytes.size() % block_size != block_size - 8) message_bytes.push_back(0);
        for (int shift = 56; shift >= 0; shift -= 8) message_bytes.push_back(std::uint64_t{text.size()} * 8 >> shift);
        return message_bytes;
    }

    void hash_block(std::span<const std::uint8_t> bytes) {
        std::array<std::uint32_t, 64> w{};
        for (std::size_t t = 0; t < 16; ++t)
            w[t] =
                std::uint32_t{bytes[4 * t]} << 24 | bytes[4 * t + 1] << 16 | bytes[4 * t + 2] << 8 | bytes[4 * t + 3];
        for (std::size_t t = 16; t < 64; ++t) {
            const std::uint32_t x = w[t - 15], y = w[t - 2];
            const std::uint32_t s0 = std::rotr(x, 7) ^ std::rotr(x, 18) ^ x >> 3;
            const std::uint32_t s1 = std::rotr(y, 17) ^ std::rotr(y, 19) ^ y >> 10;
            w[t] = w[t - 16] + s0 + w[t - 7] + s1;
        }
        auto [a, b, c, d, e, f, g, h] = hash_state_;
        for (std::size_t t = 0; t < 64; ++t) {
            const std::uint32_t s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
            const std::uint32_t first_term = h + s1 + ((e & f) ^ (~e & g)) + round_constants[t] + w[t];
            const std::uint32_t s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
            const std::uint32_t second_term = s0 + ((a & b) ^ (a & c) ^ (b & c));
            h = g, g = f, f = e, e = d + first_term, d = c, c = b, b = a, a = first_term + second_term;
        }
        const std::uint32_t after[8] = {a, b, c, d, e, f, g, h};
        for (std::size_t i = 0; i < 8; ++i) hash_state_[i] += after[i];
    }

    // The first 32 bits of the fractional parts of the square roots of the first primes, and of their cube roots.
    std::array<std::uint32_t, 8> hash_state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                             0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    static constexpr std::uint32_t round_constants[64] = {
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
        0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
        0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
        0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
        0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
        0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
        0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
        0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
};

constexpr std::uint64_t golden = 0x9E3779B97F4A7C15;  // 2^64 over the golden ratio, whose multiples are spread evenly

// The finaliser of SplitMix64, a bijection. Each bit of the result depends on all bits of x.
constexpr std::uint64_t mix_bits(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
    return x ^ (x >> 31);
}

class Stream {
public:
    // The stream of a seed and further words, joined by "/".
    explicit Stream(std::string_view name) {
        const std::array<std::uint32_t, 8> digest = Sha256::digest(name);
        for (int i = 0; i < 8; ++i)  // the first eight bytes, little-endian
            stream_state_ |= std::uint64_t{digest[i / 4] >> (24 - 8 * (i % 4)) & 0xFF} << 8 * i;
    }
    explicit Stream(std::uint64_t state) : stream_state_(state) {}
    std::uint64_t state() const { return stream_state_; }

    std::uint64_t word() { return mix_bits(stream_state_ += golden); }

    // A number in 0..bound-1, exactly uniform. The bound is at least 1.
    std::uint64_t below(std::uint64_t bound) {
        const int width = std::bit_width(bound - 1);
        const int bits = width == 0 ? 1 : width;
        std::uint64_t random_bits = 0;
        do random_bits = word() >> (64 - bits);
        while (random_bits >= bound);
        return random_bits;
    }

    template <typename T>
    void shuffle(std::span<T> sequence) {
        for (std::size_t i = sequence.size(); i > 1; --i) std::swap(sequence[i - 1], sequence[below(i)]);
    }

private:
    std::uint64_t stream_state_ = 0;
};

}  // namespace passatempo
