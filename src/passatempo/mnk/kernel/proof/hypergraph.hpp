// The state of a proof: the live lines of both sides, each as the set of its empty cells.
//
// The attacker is the side whose win is asked, the defender the other. Positions that differ in marks but not in these
// sets are one state. With no line of the defender it is the weak (Maker-Breaker) game.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "proof/mask.hpp"

namespace passatempo::mnk::proof {

template <int W>
using Edges = std::vector<Mask<W>>;

constexpr std::uint64_t attackers = 1, defenders = 2;  // salts of the lines in keys

template <int W>
struct State {
    Edges<W> a;             // the attacker's lines without a mark of the defender
    Edges<W> b;             // the defender's lines without a mark of the attacker
    bool attacking = true;  // is it the attacker's turn?

    std::uint64_t key() const {
        std::uint64_t sum = attacking ? 0x5851f42d4c957f2dU : 0;
        for (const Mask<W>& edge : a) sum += edge.hash(attackers);
        for (const Mask<W>& edge : b) sum += edge.hash(defenders);
        return sum;
    }
};

template <int W>
Mask<W> cells_of(const Edges<W>& edges) {
    Mask<W> all;
    for (const Mask<W>& edge : edges) all |= edge;
    return all;
}

// Drop the edges that contain another: whoever fills the larger has filled the smaller (at the same time or before).
// Only the edges from `fresh` on may be contained in others; those before contain none of one another.
template <int W>
void absorb(Edges<W>& edges, std::size_t fresh) {
    std::size_t kept = fresh;
    for (std::size_t i = fresh; i < edges.size(); ++i) {
        bool larger = false;
        for (std::size_t j = fresh; j < kept && !larger; ++j) larger = edges[i].contains(edges[j]);
        if (larger) continue;
        std::size_t smaller = fresh;
        const Mask<W> edge = edges[i];
        for (std::size_t j = fresh; j < kept; ++j)
            if (!edges[j].contains(edge)) edges[smaller++] = edges[j];
        edges[smaller] = edge;
        kept = smaller + 1;
    }
    edges.resize(kept);
    if (kept == fresh) return;
    const auto covered = [&](const Mask<W>& edge) {
        for (std::size_t j = fresh; j < kept; ++j)
            if (edge.contains(edges[j])) return true;
        return false;
    };
    std::size_t alive = 0;
    for (std::size_t i = 0; i < fresh; ++i)
        if (!covered(edges[i])) std::swap(edges[alive++], edges[i]);
    edges.erase(edges.begin() + alive, edges.begin() + fresh);
}

// A mark of the owner on `cell`: his lines through it shrink. The changed ones stand last.
template <int W>
void shrink(Edges<W>& edges, int cell) {
    std::size_t fresh = 0;
    for (std::size_t i = 0; i < edges.size(); ++i)
        if (!edges[i].test(cell)) std::swap(edges[fresh++], edges[i]);
    for (std::size_t i = fresh; i < edges.size(); ++i) edges[i].reset(cell);
    absorb(edges, fresh);
}

// A mark of the other side on `cell`: the lines through it are dead.
template <int W>
void strike(Edges<W>& edges, int cell) {
    std::erase_if(edges, [cell](const Mask<W>& edge) { return edge.test(cell); });
}

// A mark of the side to move; then it is the other's turn.
template <int W>
void play(State<W>& state, int cell) {
    shrink(state.attacking ? state.a : state.b, cell);
    strike(state.attacking ? state.b : state.a, cell);
    state.attacking = !state.attacking;
}

// The sum of 2^-|E| in units of 2^-52, rounded up, so that "below a bound" stays true.
constexpr std::uint64_t whole = std::uint64_t{1} << 52;
inline std::uint64_t weight(int size) { return size >= 52 ? 1 : whole >> size; }

template <int W>
std::uint64_t potential(const Edges<W>& edges) {
    std::uint64_t sum = 0;
    for (const Mask<W>& edge : edges) sum += weight(edge.count());
    return sum;
}

}  // namespace passatempo::mnk::proof
