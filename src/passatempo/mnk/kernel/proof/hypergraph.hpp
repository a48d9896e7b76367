// The state of a proof: the live lines of both sides, each as the set of its empty cells.
//
// The attacker is the side whose win is in question, and the defender is the other. Positions with equal sets are one
// state, whatever their marks are. Without lines of the defender, it is the weak (Maker-Breaker) game.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "random.hpp"

namespace passatempo::mnk::proof {

constexpr std::uint64_t hash_word(std::uint64_t x) { return mix_bits(x + golden); }

// The number of ones. Baseline x86-64 has no instruction for it, and the library's table is slower than this.
constexpr int count_ones(std::uint64_t x) {
    x -= x >> 1 & 0x5555555555555555U;
    x = (x & 0x3333333333333333U) + (x >> 2 & 0x3333333333333333U);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fU;
    return x * 0x0101010101010101U >> 56;
}

// A set of cells, as W words of 64 bits.
template <int W>
struct Mask {
    static constexpr int capacity = 64 * W;
    std::array<std::uint64_t, W> words{};

    static Mask single(int cell) {
        Mask cell_mask;
        cell_mask.set(cell);
        return cell_mask;
    }

    // The word that holds a cell.
    std::uint64_t& word_of(int cell) { return words[static_cast<unsigned>(cell) / 64]; }
    const std::uint64_t& word_of(int cell) const { return words[static_cast<unsigned>(cell) / 64]; }

    bool test(int cell) const {
        assert(cell >= 0 && cell < capacity);
        return (word_of(cell) >> (cell % 64) & 1) != 0;
    }
    void set(int cell) {
        assert(cell >= 0 && cell < capacity);
        word_of(cell) |= std::uint64_t{1} << (cell % 64);
    }
    void reset(int cell) {
        assert(cell >= 0 && cell < capacity);
        word_of(cell) &= ~(std::uint64_t{1} << (cell % 64));
    }

    bool any() const {
        std::uint64_t all = 0;
        for (const std::uint64_t word : words) all |= word;
        return all != 0;
    }
    bool none() const { return !any(); }
    int count() const {
        int bits = 0;
        for (const std::uint64_t word : words) bits += count_ones(word);
        return bits;
    }
    // Whether it has exactly `number` cells. For a small number this is cheaper than counting.
    bool has_count(int number) const {
        for (const std::uint64_t word : words)
            for (std::uint64_t rest = word; rest != 0; rest &= rest - 1)
                if (--number < 0) return false;
        return number == 0;
    }
    // The lowest cell of a set that is not empty.
    int first() const {
        std::size_t w = 0;
        while (words[w] == 0) {
            ++w;
            assert(w < W);
        }
        return 64 * w + std::countr_zero(words[w]);
    }

    // Visit the cells in increasing order.
    template <class Visit>
    void for_each(Visit visit) const {
        for (std::size_t w = 0; w < W; ++w)
            for (std::uint64_t word = words[w]; word != 0; word &= word - 1) visit(64 * w + std::countr_zero(word));
    }

    bool meets(const Mask& other) const {
        std::uint64_t common_bits = 0;
        for (std::size_t w = 0; w < W; ++w) common_bits |= words[w] & other.words[w];
        return common_bits != 0;
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
    friend Mask operator|(Mask left_mask, const Mask& other) { return left_mask |= other; }
    friend Mask operator&(Mask left_mask, const Mask& other) { return left_mask &= other; }
    friend Mask operator-(Mask left_mask, const Mask& other) { return left_mask -= other; }
    friend bool operator==(const Mask&, const Mask&) = default;

    constexpr std::uint64_t hash(std::uint64_t salt) const {
        std::uint64_t x = hash_word(salt);  // hashed, because a small salt is itself a set of cells
        for (const std::uint64_t word : words) x = hash_word(x ^ word);
        return x;
    }
};

template <int W>
using Edges = std::vector<Mask<W>>;

constexpr std::uint64_t attackers = 1, defenders = 2;  // salts of the sides' lines in hash keys

template <int W>
struct State {
    Edges<W> attacker_edges;     // the attacker's lines without a mark of the defender
    Edges<W> defender_edges;     // the defender's lines without a mark of the attacker
    bool attacker_moves = true;  // whether it is the attacker's turn

    std::uint64_t hash_key() const {
        std::uint64_t sum = attacker_moves ? 0x5851f42d4c957f2dU : 0;
        for (const Mask<W>& edge : attacker_edges) sum += edge.hash(attackers);
        for (const Mask<W>& edge : defender_edges) sum += edge.hash(defenders);
        return sum;
    }
};

template <int W>
Mask<W> cells_of(const Edges<W>& edges) {
    Mask<W> all;
    for (const Mask<W>& edge : edges) all |= edge;
    return all;
}

// The cells of edges of one cell, with which a side completes a line.
template <int W>
Mask<W> lone_cells(const Edges<W>& edges) {
    Mask<W> cells;
    for (const Mask<W>& edge : edges)
        if (edge.count() == 1) cells |= edge;
    return cells;
}

// Drop the edges that contain another. A side that fills the larger edge has filled the smaller before or with it. Only
// the edges from `fresh` on may be contained in others. No edge before them contains another of these.
template <int W>
void drop_supersets(Edges<W>& edges, std::size_t fresh) {
    std::size_t fresh_end = fresh;
    for (std::size_t i = fresh; i < edges.size(); ++i) {
        bool larger = false;
        for (std::size_t j = fresh; j < fresh_end && !larger; ++j) larger = edges[i].contains(edges[j]);
        if (larger) continue;
        std::size_t smaller = fresh;
        const Mask<W> edge = edges[i];
        for (std::size_t j = fresh; j < fresh_end; ++j)
            if (!edges[j].contains(edge)) edges[smaller++] = edges[j];
        edges[smaller] = edge;
        fresh_end = smaller + 1;
    }
    edges.resize(fresh_end);
    if (fresh_end == fresh) return;
    const auto has_subset = [&](const Mask<W>& edge) {
        for (std::size_t j = fresh; j < fresh_end; ++j)
            if (edge.contains(edges[j])) return true;
        return false;
    };
    std::size_t alive = 0;
    for (std::size_t i = 0; i < fresh; ++i)
        if (!has_subset(edges[i])) std::swap(edges[alive++], edges[i]);
    edges.erase(edges.begin() + alive, edges.begin() + fresh);
}

// Apply a mark of the owner on `cell`. The lines through it shrink and move to the end.
template <int W>
void shrink_edges(Edges<W>& edges, int cell) {
    std::size_t fresh = 0;
    for (std::size_t i = 0; i < edges.size(); ++i)
        if (!edges[i].test(cell)) std::swap(edges[fresh++], edges[i]);
    for (std::size_t i = fresh; i < edges.size(); ++i) edges[i].reset(cell);
    drop_supersets(edges, fresh);
}

// Apply a mark of the opponent on `cell`, which kills the lines through it.
template <int W>
void strike_edges(Edges<W>& edges, int cell) {
    std::erase_if(edges, [cell](const Mask<W>& edge) { return edge.test(cell); });
}

// Apply a mark of the side to move and pass the turn.
template <int W>
void play_move(State<W>& state, int cell) {
    shrink_edges(state.attacker_moves ? state.attacker_edges : state.defender_edges, cell);
    strike_edges(state.attacker_moves ? state.defender_edges : state.attacker_edges, cell);
    state.attacker_moves = !state.attacker_moves;
}

// The sum of 2^-|E| in units of 2^-52, rounded up, so that "below a bound" stays true.
constexpr std::uint64_t full_weight = std::uint64_t{1} << 52;
inline std::uint64_t edge_weight(int size) { return size >= 52 ? 1 : full_weight >> size; }

template <int W>
std::uint64_t potential_sum(const Edges<W>& edges) {
    std::uint64_t sum = 0;
    for (const Mask<W>& edge : edges) sum += edge_weight(edge.count());
    return sum;
}

}  // namespace passatempo::mnk::proof
