// All layouts of a part as a decision diagram: a path from its first state to its last is a choice of mines per group.
//
// Layer i stands before the i-th group of the elimination order. A state is what the half-settled numbers still miss,
// packed into 128 bits; partial layouts that agree in it share a state. Once the graph stands, counting is arithmetic
// along its edges (layouts/sweep.hpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "board/parts.hpp"
#include "budget.hpp"

namespace passatempo::minesweeper {

// Finds elimination orders of one part after the other, in memory that is used again.
class Orders {
public:
    // The groups of a part, counted inside it; empty where more than `slots` numbers would be half settled, or the
    // budget ended first.
    const std::vector<std::uint32_t>& best(const Parts& parts, std::uint32_t part, std::uint32_t slots, Budget& budget);

private:
    std::uint32_t cells(std::uint32_t g) const { return size_[g]; }
    void load(const Parts& parts, std::uint32_t part);
    std::uint32_t fewest_numbers() const;
    std::uint32_t farthest(std::uint32_t from);
    // The cost of the order made; none where it needs more slots, or the budget ended first.
    std::optional<double> greedy(std::uint32_t start, bool careful, std::uint32_t slots, Budget& budget);
    std::size_t choose() const;
    std::size_t choose_carefully() const;
    // How many values a number may miss when so many of its cells are left.
    double values(std::uint32_t n, std::uint32_t left) const {
        const std::uint32_t done = whole_[n] - left;
        return std::min(missing_[n], left) - (missing_[n] > done ? missing_[n] - done : 0) + 1;
    }
    double layer_size() const;

    std::uint32_t groups_ = 0, numbers_ = 0;
    const std::uint32_t* missing_ = nullptr;
    std::vector<std::uint32_t> size_;    // cells of each group
    Lists touches_, touching_;           // numbers of groups, groups of numbers
    std::vector<std::uint32_t> whole_;   // cells around each number
    std::vector<std::uint32_t> left_;    // those not settled yet
    std::vector<std::uint32_t> active_;  // numbers half settled
    std::vector<std::uint32_t> view_;    // groups next to them
    std::vector<std::uint8_t> met_, used_;
    std::vector<std::uint32_t> order_, best_;
};

// The graphs of all parts, one after the other.
struct Diagrams {
    std::vector<std::uint32_t> group;    // of each layer, the group that it settles
    std::vector<std::uint32_t> cells;    // of each layer, the cells of that group
    std::vector<std::uint32_t> layer;    // of each layer, its first state
    std::vector<std::uint32_t> edge{0};  // state s has the edges edge[s] ... edge[s + 1] - 1
    std::vector<std::uint8_t>
        fewest;  // of each state, mines in the group along its first edge; one more along each further one
    std::vector<std::uint32_t> next;  // of each edge, the state that it leads to
    // Mines so far, where they are counted: state s has coefficients for least[s] mines and more.
    std::vector<std::uint32_t> least;
    std::vector<std::uint32_t> place{0};  // of each state, its first coefficient; one entry more than states

    struct Part {
        std::uint32_t first_layer, layers;  // none where the part is too wide
        std::uint32_t first, last;          // states
    };
    std::vector<Part> parts;

    std::uint32_t states() const { return edge.size() - 1; }
    std::uint32_t length(std::uint32_t state) const { return place[state + 1] - place[state]; }
    void clear();
    // Keep the first layers and states alone.
    void shrink(std::uint32_t layers, std::uint32_t states_left);
    // The state after those of a layer, which the parts end with their last state.
    std::uint32_t end_of(const Part& part, std::uint32_t i) const {
        return i + 1 < part.layers ? layer[part.first_layer + i + 1] : part.last;
    }
};

enum class Built { whole, contradictory, too_wide, stopped };

struct Key {
    std::uint64_t low = 0, high = 0;
    bool operator==(const Key&) const = default;
};

// The states of one layer by their keys.
class Index {
public:
    void clear();
    // The number of a key; a new one gets the next number.
    std::uint32_t find(const Key& key) {
        if (keys_.size() > few) return look_up(key);
        for (std::uint32_t i = 0; i < keys_.size(); ++i)
            if (keys_[i] == key) return i;
        keys_.push_back(key);
        if (keys_.size() > few) rebuild();
        return keys_.size() - 1;
    }
    std::vector<Key>& keys() { return keys_; }

private:
    static constexpr std::size_t few = 8;  // so many keys are compared one by one

    static std::size_t hash(const Key& key) {
        const std::uint64_t word = (key.low ^ (key.high * 0xC2B2AE3D27D4EB4F)) * 0x9E3779B97F4A7C15;
        return word >> 24;
    }
    std::uint32_t look_up(const Key& key);
    void rebuild();

    std::vector<Key> keys_;
    std::vector<std::uint32_t> table_;  // numbers of keys, or none; at most half full
};

// How to build graphs.
struct Manner {
    bool counted = false;    // also the places of the coefficients
    std::uint64_t most = 0;  // states and coefficients of a part
};

// Builds the graphs of parts, in memory that is used again.
class Builder {
public:
    // Append the graph of a part; one that is not whole leaves nothing behind.
    Built build(const Parts& parts, std::uint32_t part, Manner manner, Budget& budget, Diagrams& diagrams);

private:
    // A field of `bits_` bits never crosses the middle of the key.
    struct Slot {
        unsigned shift;
        bool high;
    };
    struct Side {
        Slot slot;
        std::uint32_t left;  // cells that the number will have unsettled
    };

    Built grow(const Parts& parts, std::uint32_t part, Manner manner, Budget& budget, Diagrams& diagrams);
    void start(const Parts& parts, std::uint32_t part);
    Key open(const Parts& parts, std::uint32_t group);
    void close(const Parts& parts, std::uint32_t group);
    Built settle(const Parts& parts, std::uint32_t group, std::uint64_t most_states, Budget& budget,
                 Diagrams& diagrams);
    Built place_coefficients(std::uint64_t limit, Budget& budget, Diagrams& diagrams);

    Orders orders_;
    const std::uint32_t* missing_ = nullptr;
    unsigned bits_ = 0, per_half_ = 0;
    std::uint32_t first_ = 0, first_layer_ = 0;  // state and layer of this part
    std::vector<std::uint32_t> left_;            // of each number, cells not yet settled
    std::vector<Slot> slot_, free_;
    std::vector<std::uint8_t> opened_;
    std::vector<Side> sides_;
    std::vector<Key> keys_;
    Index index_;
    std::vector<std::uint32_t> greatest_;  // mines of each state
};

}  // namespace passatempo::minesweeper
