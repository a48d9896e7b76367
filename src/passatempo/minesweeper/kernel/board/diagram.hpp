// All layouts of a part as a decision diagram: a path from its first state to its last is a choice of mines per group.
//
// Layer i stands before the i-th group of the elimination order. A state is what the half-settled numbers still miss,
// packed into 128 bits; partial layouts that agree in it share a state. Once the graph stands, counting is arithmetic
// along its edges (layouts/forward_backward.hpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "board/components.hpp"
#include "budget.hpp"

namespace passatempo::minesweeper {

// Finds elimination orders of one part after the other, in memory that is used again.
class OrderSearch {
public:
    // The groups of a part, counted inside it; empty where more than `slots` numbers would be half settled, or the
    // budget ended first.
    const std::vector<std::uint32_t>& find_order(const Components& parts, std::uint32_t part, std::uint32_t slots,
                                                 Budget& budget);

private:
    std::uint32_t group_size(std::uint32_t g) const { return group_sizes_[g]; }
    void load_component(const Components& parts, std::uint32_t part);
    std::uint32_t fewest_numbers() const;
    std::uint32_t farthest_group(std::uint32_t from);
    // The cost of the order made; none where it needs more slots, or the budget ended first.
    std::optional<double> greedy_order(std::uint32_t start, bool careful, std::uint32_t slots, Budget& budget);
    std::size_t select_group() const;
    std::size_t group_by_growth() const;
    // How many values a number may miss when so many of its cells are left.
    double value_count(std::uint32_t n, std::uint32_t left) const {
        const std::uint32_t past_cells = scope_sizes_[n] - left;
        return std::min(missing_mines_[n], left) -
               (missing_mines_[n] > past_cells ? missing_mines_[n] - past_cells : 0) + 1;
    }
    double layer_size() const;

    std::uint32_t group_count_ = 0, number_count_ = 0;
    const std::uint32_t* missing_mines_ = nullptr;
    std::vector<std::uint32_t> group_sizes_;     // cells of each group
    SparseLists group_numbers_, number_groups_;  // numbers of groups, groups of numbers
    std::vector<std::uint32_t> scope_sizes_;     // cells around each number
    std::vector<std::uint32_t> cells_left_;      // those not settled yet
    std::vector<std::uint32_t> active_numbers_;  // numbers half settled
    std::vector<std::uint32_t> group_queue_;     // groups next to them
    std::vector<std::uint8_t> is_reached_, is_used_;
    std::vector<std::uint32_t> greedy_order_, best_order_;
};

// The graphs of all parts, one after the other.
struct Diagrams {
    std::vector<std::uint32_t> layer_group;    // of each layer, the group that it settles
    std::vector<std::uint32_t> layer_cells;    // of each layer, the cells of that group
    std::vector<std::uint32_t> layer_start;    // of each layer, its first state
    std::vector<std::uint32_t> edge_start{0};  // state s has the edges edge[s] ... edge[s + 1] - 1
    std::vector<std::uint8_t>
        first_edge_mines;  // of each state, mines in the group along its first edge; one more along each further one
    std::vector<std::uint32_t> edge_target;  // of each edge, the state that it leads to
    // Mines so far, where they are counted: state s has coefficients for least[s] mines and more.
    std::vector<std::uint32_t> min_mines;
    std::vector<std::uint32_t> coefficient_start{
        0};  // of each state, its first coefficient; one entry more than states

    struct DiagramSpan {
        std::uint32_t first_layer, layer_count;  // none where the part is too wide
        std::uint32_t first_state, last_state;   // states
    };
    std::vector<DiagramSpan> parts;

    std::uint32_t state_count() const { return edge_start.size() - 1; }
    std::uint32_t coefficient_count(std::uint32_t state) const {
        return coefficient_start[state + 1] - coefficient_start[state];
    }
    void clear();
    // Keep the first layers and states alone.
    void shrink(std::uint32_t layers, std::uint32_t states_left);
    // The state after those of a layer, which the parts end with their last state.
    std::uint32_t end_of(const DiagramSpan& part, std::uint32_t i) const {
        return i + 1 < part.layer_count ? layer_start[part.first_layer + i + 1] : part.last_state;
    }
};

enum class BuildStatus { complete, contradictory, too_wide, stopped };

struct StateKey {
    std::uint64_t low = 0, high = 0;
    bool operator==(const StateKey&) const = default;
};

// The states of one layer by their keys.
class StateIndex {
public:
    void clear();
    // The number of a key; a new one gets the next number.
    std::uint32_t find_or_add(const StateKey& key) {
        if (keys_.size() > linear_limit) return look_up(key);
        for (std::uint32_t i = 0; i < keys_.size(); ++i)
            if (keys_[i] == key) return i;
        keys_.push_back(key);
        if (keys_.size() > linear_limit) rebuild();
        return keys_.size() - 1;
    }
    std::vector<StateKey>& keys() { return keys_; }

private:
    static constexpr std::size_t linear_limit = 8;  // so many keys are compared one by one

    static std::size_t hash(const StateKey& key) {
        const std::uint64_t word = (key.low ^ (key.high * 0xC2B2AE3D27D4EB4F)) * 0x9E3779B97F4A7C15;
        return word >> 24;
    }
    std::uint32_t look_up(const StateKey& key);
    void rebuild();

    std::vector<StateKey> keys_;
    std::vector<std::uint32_t> hash_table_;  // numbers of keys, or none; at most half full
};

// How to build graphs.
struct Reduction {
    bool has_coefficients = false;  // also the places of the coefficients
    std::uint64_t state_limit = 0;  // states and coefficients of a part
};

// Builds the graphs of parts, in memory that is used again.
class DiagramBuilder {
public:
    // Append the graph of a part; one that is not whole leaves nothing behind.
    BuildStatus build(const Components& parts, std::uint32_t part, Reduction reduction, Budget& budget,
                      Diagrams& diagrams);

private:
    // A field of `field_bits_` bits never crosses the middle of the key.
    struct Slot {
        unsigned shift;
        bool high;
    };
    struct Side {
        Slot slot;
        std::uint32_t cells_left;  // cells that the number will have unsettled
    };

    BuildStatus build_layers(const Components& parts, std::uint32_t part, Reduction reduction, Budget& budget,
                             Diagrams& diagrams);
    void start_component(const Components& parts, std::uint32_t part);
    StateKey open_slots(const Components& parts, std::uint32_t group);
    void release_slots(const Components& parts, std::uint32_t group);
    BuildStatus expand_layer(const Components& parts, std::uint32_t group, std::uint64_t state_limit, Budget& budget,
                             Diagrams& diagrams);
    BuildStatus place_coefficients(std::uint64_t limit, Budget& budget, Diagrams& diagrams);

    OrderSearch orders_;
    const std::uint32_t* missing_mines_ = nullptr;
    unsigned field_bits_ = 0, per_half_ = 0;
    std::uint32_t first_state_ = 0, first_layer_ = 0;  // state and layer of this part
    std::vector<std::uint32_t> cells_left_;            // of each number, cells not yet settled
    std::vector<Slot> number_slots_, free_slots_;
    std::vector<std::uint8_t> has_slot_;
    std::vector<Side> sides_;
    std::vector<StateKey> layer_keys_;
    StateIndex index_;
    std::vector<std::uint32_t> max_mines_;  // mines of each state
};

}  // namespace passatempo::minesweeper
