// A set of cells, as W words of 64 bits.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace passatempo::mnk::proof {

// The finaliser of SplitMix64 (Steele, Lea, Flood 2014): a bijection that spreads every bit.
constexpr std::uint64_t mix(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15U;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31);
}

// The number of ones. Baseline x86-64 has no instruction for it, and the library's table is slower than this.
constexpr int ones(std::uint64_t x) {
    x -= x >> 1 & 0x5555555555555555U;
    x = (x & 0x3333333333333333U) + (x >> 2 & 0x3333333333333333U);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fU;
    return x * 0x0101010101010101U >> 56;
}

template <int W>
struct Mask {
    static constexpr int capacity = 64 * W;
    std::array<std::uint64_t, W> words{};

    static Mask of(int cell) {
        Mask one;
        one.set(cell);
        return one;
    }

    // The word that holds a cell.
    std::uint64_t& at(int cell) { return words[static_cast<unsigned>(cell) / 64]; }
    const std::uint64_t& at(int cell) const { return words[static_cast<unsigned>(cell) / 64]; }

    bool test(int cell) const {
        assert(cell >= 0 && cell < capacity);
        return (at(cell) >> (cell % 64) & 1) != 0;
    }
    void set(int cell) {
        assert(cell >= 0 && cell < capacity);
        at(cell) |= std::uint64_t{1} << (cell % 64);
    }
    void reset(int cell) {
        assert(cell >= 0 && cell < capacity);
        at(cell) &= ~(std::uint64_t{1} << (cell % 64));
    }

    bool any() const {
        std::uint64_t all = 0;
        for (const std::uint64_t word : words) all |= word;
        return all != 0;
    }
    bool none() const { return !any(); }
    int count() const {
        int bits = 0;
        for (const std::uint64_t word : words) bits += ones(word);
        return bits;
    }
    // Has it just `number` cells, of few? Cheaper than counting them.
    bool has(int number) const {
        for (const std::uint64_t word : words)
            for (std::uint64_t rest = word; rest != 0; rest &= rest - 1)
                if (--number < 0) return false;
        return number == 0;
    }
    // The lowest cell; the set must not be empty.
    int first() const {
        std::size_t w = 0;
        while (words[w] == 0) {
            ++w;
            assert(w < W);
        }
        return 64 * w + std::countr_zero(words[w]);
    }

    // Visit the cells in rising order.
    template <class Visit>
    void each(Visit visit) const {
        for (std::size_t w = 0; w < W; ++w)
            for (std::uint64_t word = words[w]; word != 0; word &= word - 1) visit(64 * w + std::countr_zero(word));
    }

    bool meets(const Mask& other) const {
        std::uint64_t both = 0;
        for (std::size_t w = 0; w < W; ++w) both |= words[w] & other.words[w];
        return both != 0;
    }
    bool contains(const Mask& other) const {
        std::uint64_t outside = 0;
        for (std::size_t w = 0; w < W; ++w) outside |= other.words[w] & ~words[w];
        return outside == 0;
    }

    Mask& operator|=(const Mask& other) {
        for (std::size_t w = 0; w < W; ++w) words[w] |= other.words[w];
        return *this;
    }
    Mask& operator&=(const Mask& other) {
        for (std::size_t w = 0; w < W; ++w) words[w] &= other.words[w];
        return *this;
    }
    Mask& operator-=(const Mask& other) {
        for (std::size_t w = 0; w < W; ++w) words[w] &= ~other.words[w];
        return *this;
    }
    Mask operator~() const {
        Mask rest;
        for (std::size_t w = 0; w < W; ++w) rest.words[w] = ~words[w];
        return rest;
    }
    friend Mask operator|(Mask one, const Mask& other) { return one |= other; }
    friend Mask operator&(Mask one, const Mask& other) { return one &= other; }
    friend Mask operator-(Mask one, const Mask& other) { return one -= other; }
    friend bool operator==(const Mask&, const Mask&) = default;

    constexpr std::uint64_t hash(std::uint64_t salt) const {
        std::uint64_t x = mix(salt);  // a small salt is itself a set of cells
        for (const std::uint64_t word : words) x = mix(x ^ word);
        return x;
    }
};

}  // namespace passatempo::mnk::proof
