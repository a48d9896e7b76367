// All layouts of one part, counted in floating point, fast enough to be counted again for whatever a click may show.
// Algorithm: forward-backward dynamic programming over a decision diagram; values are polynomials in the number of
// mines
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/frontier.hpp"
#include "random.hpp"

namespace passatempo::minesweeper::play {

// A group is a set of cells that are seen by the same numbers.
struct Part {
    std::vector<std::uint32_t> number;  // the cells of the numbers
    std::vector<int> missing;           // of each number, its mines among the cells of the part
    Lists cells;                        // of each group
    Lists numbers;                      // of each group, its numbers as indices, ascending

    std::uint32_t groups() const { return cells.size(); }
    void clear() {
        number.clear();
        missing.clear();
        cells.clear();
        numbers.clear();
    }
};

// Weighted layouts, once for each mine of a group, and once for each of its free cells.
struct Shares {
    double mines = 0, free = 0;
};

// A layer is a group; a state holds what the numbers begun but not ended still miss, four bits each.
class Diagram {
public:
    // Choose the order of the groups; false if too many numbers are open together.
    bool arrange(const Part& part);

    // Count the layouts for what the numbers miss; false if there is none, or too many states.
    bool fill(std::span<const int> missing);
    bool too_wide() const { return too_wide_; }

    // The layouts with least(), least() + 1, ... mines.
    int least() const { return low_.back(); }
    std::span<const double> layouts() const { return {poly_.data() + at_.back(), length_.back()}; }

    // The shares of every group where a layout with least() + i mines has `weight[i]`.
    void sweep(std::span<const double> weight, std::vector<Shares>& shares);

    // After a sweep: draw a layout by those weights; how many mines each group has.
    void draw(Stream& stream, std::vector<std::uint32_t>& mines) const;

    // After a sweep: call `visit` with how many mines each group has, for each layout of groups that has a weight.
    template <class Visit>
    void each(std::vector<std::uint32_t>& mines, Visit visit) const {
        mines.assign(layers_.size(), 0);
        walk(0, 0, mines, visit);
    }

private:
    __extension__ typedef unsigned __int128 Key;
    static constexpr std::uint32_t slots = 32, most_states = 1U << 17;

    struct Touch {
        std::uint32_t number;
        std::uint8_t slot;
        std::uint8_t rest;  // cells of the number in later layers
        bool first;
    };
    struct Layer {
        std::uint32_t group;
        std::uint32_t size;
        std::uint32_t touch, touch_end;
        Key unit;  // one mine less in every number of the layer
    };
    struct Edge {
        std::uint32_t to;
        int mines;
    };

    static std::size_t hash(Key key) {
        const std::uint64_t low = key, high = key >> 64;
        const std::uint64_t mixed = (low ^ (high * 0xC2B2AE3D27D4EB4F)) * 0x9E3779B97F4A7C15;
        return mixed >> 32;
    }
    void order(const Part& part);
    bool expand(std::span<const int> missing);
    void prune();
    void sum();
    std::uint32_t state(Key key, std::uint32_t layer_begin);
    double backward(std::uint32_t s, std::uint32_t mines) const {
        const std::uint32_t i = mines - low_[s];
        return i < length_[s] ? back_[at_[s] + i] : 0;
    }

    template <class Visit>
    void walk(std::uint32_t s, std::uint32_t used, std::vector<std::uint32_t>& mines, Visit& visit) const {
        const std::uint32_t layer = layer_of_[s];
        if (layer == layers_.size()) return visit();
        for (std::uint32_t e = edge_begin_[s]; e < edge_begin_[s + 1]; ++e) {
            const Edge& edge = edges_[e];
            if (!alive_[edge.to] || backward(edge.to, used + edge.mines) == 0) continue;
            mines[layers_[layer].group] = edge.mines;
            walk(edge.to, used + edge.mines, mines, visit);
        }
    }

    std::vector<std::uint32_t> order_;  // groups
    std::vector<Layer> layers_;
    std::vector<Touch> touches_;
    // Of each state, layer by layer; the last one is the end.
    std::vector<Key> key_;
    std::vector<std::uint32_t> edge_begin_, at_, length_, layer_of_;
    std::vector<int> low_;
    std::vector<char> alive_;
    std::vector<std::uint32_t> layer_begin_;
    std::vector<Edge> edges_;
    std::vector<double> poly_, back_;  // forward and backward values
    bool too_wide_ = false;
    // The states of the layer that is made.
    std::vector<std::uint32_t> bucket_, stamp_;
    std::uint32_t generation_ = 0;
    // Scratch of the order.
    std::vector<std::uint32_t> left_, active_;
    std::vector<char> begun_, done_;
    std::vector<std::uint8_t> slot_of_;
    Lists of_number_;
};

double choose(std::uint32_t n, std::uint32_t k);  // for n up to most_seen

// A number in [0, 1) with 53 random bits, as `core.random.Random.unit`.
inline double unit(Stream& stream) { return (stream.word() >> 11) * 0x1p-53; }

}  // namespace passatempo::minesweeper::play
