// The layouts of a part as a decision diagram. A path from the first state to the last chooses the mines of each group.
//
// Layer i precedes the i-th group of the elimination order. A state packs the mines missing from the active numbers
// into 128 bits, and partial layouts with equal values share a state. Counting then only needs arithmetic along the
// edges (layouts/forward_backward.hpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "board/components.hpp"
#include "budget.hpp"

namespace passatempo::minesweeper {

// Finds elimination orders of parts, in reused memory.
class OrderSearch {
public:
    // Returns the groups of a part in order, indexed within it. The result is empty if more than `slots` numbers would
    // be active, or if the budget ended first.
    const std::vector<std::uint32_t>& find_order(const Components& parts, std::uint32_t part, std::uint32_t slots,
                                                 Budget& budget);

private:
    std::uint32_t group_size(std::uint32_t g) const { return group_sizes_[g]; }
    void load_component(const Components& parts, std::uint32_t part);
    std::uint32_t fewest_numbers() const;
    std::uint32_t farthest_group(std::uint32_t from);
    // Returns the cost of the order, or nothing if it needs more slots or the budget ended.
    std::optional<double> greedy_order(std::uint32_t start, bool careful, std::uint32_t slots, Budget& budget);
    std::size_t select_group() const;
    std::size_t group_by_growth() const;
    // Returns how many values the missing mines of a number can take if `left` of its cells remain.
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
    std::vector<std::uint32_t> cells_left_;      // of each number, cells still undecided
    std::vector<std::uint32_t> active_numbers_;  // numbers that are partly decided
    std::vector<std::uint32_t> group_queue_;     // groups next to active numbers
    std::vector<std::uint8_t> is_reached_, is_used_;
    std::vector<std::uint32_t> greedy_order_, best_order_;
};

// The diagrams of all parts, concatenated.
struct Diagrams {
    std::vector<std::uint32_t> layer_group;    // of each layer, the group that it decides
    std::vector<std::uint32_t> layer_cells;    // of each layer, the cells of that group
    std::vector<std::uint32_t> layer_start;    // of each layer, its first state
    std::vector<std::uint32_t> edge_start{0};  // state s has the edges edge_start[s] ... edge_start[s + 1] - 1
    std::vector<std::uint8_t>
        first_edge_mines;                    // of each state, mines of its first edge; each further edge has one more
    std::vector<std::uint32_t> edge_target;  // of each edge, the state that it leads to
    // With a count, state s has coefficients from min_mines[s] mines on.
    std::vector<std::uint32_t> min_mines;
    std::vector<std::uint32_t> coefficient_start{0};  // of each state, its first coefficient, and a final entry

    struct DiagramSpan {
        std::uint32_t first_layer, layer_count;  // none if the part is too wide
        std::uint32_t first_state, last_state;
    };
    std::vector<DiagramSpan> parts;

    std::uint32_t state_count() const { return edge_start.size() - 1; }
    std::uint32_t coefficient_count(std::uint32_t state) const {
        return coefficient_start[state + 1] - coefficient_start[state];
    }
    void clear();
    // Keeps only the first layers and states.
    void shrink(std::uint32_t layers, std::uint32_t states_left);
    // Returns the end of the states of a layer. The last layer ends at the last state of the part.
    std::uint32_t end_of(const DiagramSpan& part, std::uint32_t i) const {
        return i + 1 < part.layer_count ? layer_start[part.first_layer + i + 1] : part.last_state;
    }
};

enum class BuildStatus { complete, contradictory, too_wide, stopped };

struct StateKey {
    std::uint64_t low = 0, high = 0;
    bool operator==(const StateKey&) const = default;
};

// The states of one layer, by key.
class StateIndex {
public:
    void clear();
    // Returns the index of a key, and adds it if it is new.
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
    static constexpr std::size_t linear_limit = 8;  // up to this size, keys are compared one by one

    static std::size_t hash(const StateKey& key) {
        const std::uint64_t word = (key.low ^ (key.high * 0xC2B2AE3D27D4EB4F)) * 0x9E3779B97F4A7C15;
        return word >> 24;
    }
    std::uint32_t look_up(const StateKey& key);
    void rebuild();

    std::vector<StateKey> keys_;
    std::vector<std::uint32_t> hash_table_;  // indices of keys, or none; at most half full
};

// Options of a diagram.
struct Reduction {
    bool has_coefficients = false;  // also compute the positions of the coefficients
    std::uint64_t state_limit = 0;  // limit for the states, and for the coefficients, of a part
};

// Builds the diagrams of parts, in reused memory.
class DiagramBuilder {
public:
    // Appends the diagram of a part. An incomplete one leaves no trace.
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
        std::uint32_t cells_left;  // cells of the number in later layers
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
    std::uint32_t first_state_ = 0, first_layer_ = 0;  // of this part
    std::vector<std::uint32_t> cells_left_;            // of each number, cells still undecided
    std::vector<Slot> number_slots_, free_slots_;
    std::vector<std::uint8_t> has_slot_;
    std::vector<Side> sides_;
    std::vector<StateKey> layer_keys_;
    StateIndex index_;
    std::vector<std::uint32_t> max_mines_;  // of each state
};

}  // namespace passatempo::minesweeper
