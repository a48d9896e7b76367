// Sets of cells, lines as sorted lists of such sets, and the states of proof nodes. This file contains no search.
// Twin: mnk/certificates/file.py
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace passatempo::mnk::certificate {

// A set of cells of a board of at most 64 * Words cells. Bit i is cell i.
template <int Words>
struct Cells {
    std::array<std::uint64_t, Words> words{};

    static constexpr int capacity = 64 * Words;

    static Cells single(int cell) {
        Cells single_cell;
        single_cell.words[cell / 64] = std::uint64_t{1} << (cell % 64);
        return single_cell;
    }

    bool any() const {
        return std::any_of(words.begin(), words.end(), [](std::uint64_t word) { return word != 0; });
    }
    bool meets(const Cells& other) const { return (*this & other).any(); }
    bool is_subset_of(const Cells& other) const { return !subtract(other).any(); }

    int count() const {
        int bits = 0;
        for (const std::uint64_t word : words) bits += std::popcount(word);
        return bits;
    }

    // The lowest cell of a set that is not empty.
    int first() const {
        int at = 0;
        while (words[at] == 0) ++at;
        return 64 * at + std::countr_zero(words[at]);
    }

    // Call `act` with the number of each cell, in increasing order.
    template <class Act>
    void for_each(Act act) const {
        for (int at = 0; at < Words; ++at)
            for (std::uint64_t rest = words[at]; rest != 0; rest &= rest - 1) act(64 * at + std::countr_zero(rest));
    }

    Cells subtract(const Cells& other) const {
        Cells rest;
        for (int at = 0; at < Words; ++at) rest.words[at] = words[at] & ~other.words[at];
        return rest;
    }

    Cells& operator|=(const Cells& other) {
        for (int at = 0; at < Words; ++at) words[at] |= other.words[at];
        return *this;
    }
    friend Cells operator|(Cells left_cells, const Cells& other) { return left_cells |= other; }
    friend Cells operator&(Cells left_cells, const Cells& other) {
        for (int at = 0; at < Words; ++at) left_cells.words[at] &= other.words[at];
        return left_cells;
    }
    friend auto operator<=>(const Cells&, const Cells&) = default;
};

// The lines of a side as sets of empty cells, sorted. No line contains another.
template <int Words>
using Edges = std::vector<Cells<Words>>;

template <int Words>
Cells<Words> cell_union(const Edges<Words>& edges) {
    Cells<Words> all_cells;
    for (const Cells<Words>& edge : edges) all_cells |= edge;
    return all_cells;
}

// The edges that contain no other edge, sorted.
template <int Words>
Edges<Words> drop_supersets(Edges<Words> edges) {
    std::vector<std::pair<int, Cells<Words>>> rising;
    for (const Cells<Words>& edge : edges) rising.emplace_back(edge.count(), edge);
    std::sort(rising.begin(), rising.end());
    edges.clear();
    std::size_t smaller = 0;  // kept edges with fewer cells; a superset of the same size is the same edge
    int size = -1;
    for (const auto& [count, edge] : rising) {
        if (count > size) smaller = edges.size();
        size = count;
        const auto is_inside = [&edge](const Cells<Words>& other) { return other.is_subset_of(edge); };
        if (std::any_of(edges.begin(), edges.begin() + smaller, is_inside)) continue;
        if (edges.size() == smaller || edges.back() != edge) edges.push_back(edge);
    }
    std::sort(edges.begin(), edges.end());
    return edges;
}

// The lines of a side after its own mark. An empty line is complete.
template <int Words>
Edges<Words> edges_after_mark(const Edges<Words>& side_edges, int cell) {
    const Cells<Words> mark = Cells<Words>::single(cell);
    Edges<Words> shorter, longer;
    for (const Cells<Words>& edge : side_edges) (edge.meets(mark) ? shorter : longer).push_back(edge.subtract(mark));
    const Edges<Words> fresh = drop_supersets(std::move(shorter));
    std::erase_if(longer, [&fresh](const Cells<Words>& edge) {
        return std::any_of(fresh.begin(), fresh.end(), [&edge](const auto& other) { return other.is_subset_of(edge); });
    });
    longer.insert(longer.end(), fresh.begin(), fresh.end());
    std::sort(longer.begin(), longer.end());
    return longer;
}

// The lines that share no cell with a set.
template <int Words>
Edges<Words> disjoint_edges(const Edges<Words>& edges, const Cells<Words>& cells) {
    Edges<Words> remaining_edges;
    std::copy_if(edges.begin(), edges.end(), std::back_inserter(remaining_edges),
                 [&cells](const Cells<Words>& edge) { return !edge.meets(cells); });
    return remaining_edges;
}

// The proof of a state: the carrier of a win with its number of attacker moves, or the zone of a hold.
template <int W>
struct NodeProof {
    Cells<W> cells;
    int move_count = 0;
};

template <int W>
struct State {
    Edges<W> attacker_edges, defender_edges;
    bool attacker_moves;
    bool operator==(const State&) const = default;
};

template <int W>
struct NodeState {
    std::uint32_t node;
    State<W> state;
    bool operator==(const NodeState&) const = default;

    struct Hash {
        std::size_t operator()(const NodeState& place) const {
            std::uint64_t place_hash = place.node * 2 + place.state.attacker_moves;
            for (const Edges<W>* edges : {&place.state.attacker_edges, &place.state.defender_edges}) {
                for (const Cells<W>& edge : *edges)
                    for (const std::uint64_t word : edge.words)
                        place_hash = (place_hash ^ word) * 0x9e3779b97f4a7c15 + 1;
                place_hash ^= place_hash >> 29;
            }
            return place_hash;
        }
    };
};

}  // namespace passatempo::mnk::certificate
