// Layouts of one part in floating point, fast enough to count them again for each outcome of a click.
// Algorithm: forward-backward dynamic programming over a decision diagram, with polynomials in the number of mines
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/frontier.hpp"
#include "random.hpp"

namespace passatempo::minesweeper::play {

// A group is a set of cells with the same numbers next to them.
struct Component {
    std::vector<std::uint32_t> number_cells;
    std::vector<int> missing_mines;  // of each number, its mines among the cells of the part
    SparseLists group_cells;         // of each group
    SparseLists group_numbers;       // of each group, the indices of its numbers, ascending

    std::uint32_t groups() const { return group_cells.size(); }
    void clear() {
        number_cells.clear();
        missing_mines.clear();
        group_cells.clear();
        group_numbers.clear();
    }
};

// The weighted layouts of a group, summed over its mines and over its free cells.
struct GroupShares {
    double mines = 0, free = 0;
};

// Each layer is a group. A state packs the mines missing from each active number, four bits per number.
class ComponentDiagram {
public:
    // Orders the groups, and returns false if too many numbers are active at once.
    bool arrange_layers(const Component& part);

    // Counts the layouts, and returns false if there are none or too many states.
    bool count_layouts(std::span<const int> missing);
    bool too_wide() const { return too_wide_; }

    // The layouts with `min_mines()`, `min_mines() + 1`, ... mines.
    int min_mines() const { return min_mines_.back(); }
    std::span<const double> layouts() const {
        return {forward_weights_.data() + coefficient_start_.back(), coefficient_count_.back()};
    }

    // Computes the shares of all groups if a layout with `min_mines() + i` mines has weight `weight[i]`.
    void sweep_backward(std::span<const double> weight, std::vector<GroupShares>& shares);

    // After a sweep, draws a layout by these weights and stores the number of mines of each group.
    void draw_layout(Stream& stream, std::vector<std::uint32_t>& mines) const;

    // After a sweep, calls `visit` for each choice of mines per group that has a positive weight.
    template <class Visit>
    void for_each_layout(std::vector<std::uint32_t>& mines, Visit visit) const {
        mines.assign(layers_.size(), 0);
        walk(0, 0, mines, visit);
    }

private:
    __extension__ typedef unsigned __int128 Key;
    static constexpr std::uint32_t slots = 32, state_limit = 1U << 17;

    struct Touch {
        std::uint32_t number;
        std::uint8_t slot;
        std::uint8_t cells_left;  // cells of the number in later layers
        bool is_first;
    };
    struct Layer {
        std::uint32_t group;
        std::uint32_t cell_count;
        std::uint32_t first_touch, touch_end;
        Key key_unit;  // one mine in each number of the layer
    };
    struct Edge {
        std::uint32_t target;
        int mines;
    };

    static std::size_t hash(Key key) {
        const std::uint64_t low = key, high = key >> 64;
        const std::uint64_t hash_bits = (low ^ (high * 0xC2B2AE3D27D4EB4F)) * 0x9E3779B97F4A7C15;
        return hash_bits >> 32;
    }
    void order_groups(const Component& part);
    bool expand_layers(std::span<const int> missing);
    void prune_states();
    void count_forward();
    std::uint32_t find_state(Key key, std::uint32_t layer_begin);
    double backward(std::uint32_t s, std::uint32_t mines) const {
        const std::uint32_t i = mines - min_mines_[s];
        return i < coefficient_count_[s] ? backward_weights_[coefficient_start_[s] + i] : 0;
    }

    template <class Visit>
    void walk(std::uint32_t s, std::uint32_t used, std::vector<std::uint32_t>& mines, Visit& visit) const {
        const std::uint32_t layer = layer_of_[s];
        if (layer == layers_.size()) return visit();
        for (std::uint32_t e = edge_begin_[s]; e < edge_begin_[s + 1]; ++e) {
            const Edge& edge = edges_[e];
            if (!is_alive_[edge.target] || backward(edge.target, used + edge.mines) == 0) continue;
            mines[layers_[layer].group] = edge.mines;
            walk(edge.target, used + edge.mines, mines, visit);
        }
    }

    std::vector<std::uint32_t> group_order_;
    std::vector<Layer> layers_;
    std::vector<Touch> touches_;
    // One entry per state, layer by layer. The last state is the end.
    std::vector<Key> state_keys_;
    std::vector<std::uint32_t> edge_begin_, coefficient_start_, coefficient_count_, layer_of_;
    std::vector<int> min_mines_;
    std::vector<char> is_alive_;
    std::vector<std::uint32_t> layer_begin_;
    std::vector<Edge> edges_;
    std::vector<double> forward_weights_, backward_weights_;
    bool too_wide_ = false;
    // The states of the layer under construction.
    std::vector<std::uint32_t> hash_buckets_, bucket_stamps_;
    std::uint32_t generation_ = 0;
    // Scratch memory of `order_groups`.
    std::vector<std::uint32_t> groups_left_, active_numbers_;
    std::vector<char> has_begun_, is_placed_;
    std::vector<std::uint8_t> slot_of_;
    SparseLists number_groups_;
};

double binomial_coefficient(std::uint32_t n, std::uint32_t k);  // for n up to most_seen

// Returns a number in [0, 1) with 53 random bits, like `core.random.Random.unit`.
inline double random_unit(Stream& stream) { return (stream.word() >> 11) * 0x1p-53; }

}  // namespace passatempo::minesweeper::play
