// Boards of at most 64 cells as bit masks. One board takes microseconds, fast enough to enumerate all boards.
// Twin: optimiza/greedy.py
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "surface.hpp"

namespace passatempo::optimiza {

using Mask = std::uint64_t;

inline std::size_t lowest_cell(Mask mask) { return std::countr_zero(mask); }

// The paths among the cells of one number, which do not depend on the other numbers. There are at most `max_cells`
// cells, numbered in order.
struct SmallComponent {
    static constexpr int max_cells = 6;

    // The lengths of the paths between two cells, in cells, or 0 without a path.
    struct PathLengths {
        std::uint8_t longest_length = 0, longest_count = 0;  // the longest, and how many are as long: at most 4!
        std::uint8_t maximal_length = 0;                     // the longest of those that no further cell can lengthen
    };
    std::array<std::array<PathLengths, max_cells>, max_cells> path_table{};
    // The walk from a cell that always goes to the lowest free one.
    std::array<std::uint8_t, max_cells> walk_ends{}, walk_lengths{};
    std::uint8_t tree_cells = 0;  // cells whose component is a tree

    // `to` holds the landings of moves by this number from each cell. Moves are symmetric.
    SmallComponent(const std::array<Mask, 64>& to, Mask cells);

private:
    using Near = std::array<std::uint8_t, max_cells>;

    void extend_path(const Near& near, std::size_t start, std::size_t at, std::uint8_t free, std::uint8_t cells);
};

class SmallBoardSolver {
public:
    explicit SmallBoardSolver(const Surface& surface);

    // Set the numbers of the cells.
    void set_board(const std::uint8_t* cells);

    // The greatest sum; with `count` also the number of optimal paths.
    int solve_board(bool count);
    std::uint64_t optimal_paths() const { return path_count_; }

    // The levels of the newspaper. The lowest cell wins ties.
    int greedy_back();               // X, from the cell of N
    int greedy_back_ends();          // Y, the best of it over all ends
    int greedy_back_ties();          // X over all ways to break ties
    int expert();                    // in a tree the best way, else one dive from every start
    int greedy_on(bool warnsdorff);  // to the smallest number that follows, the best over all starts

private:
    struct Sum {
        int path_sum = 0;
        std::uint64_t path_count = 0;
    };

    struct Walk {
        std::size_t end_cell;
        int length;
    };
    using Exits = std::array<int, 64>;
    using Ways = std::array<SmallComponent::PathLengths, SmallComponent::max_cells>;

    Mask landing_mask(std::size_t cell) const { return landing_masks_[numbers_[cell]][cell]; }
    Mask neighbour_mask(std::size_t cell) const { return landing_mask(cell) & level_masks_[numbers_[cell]]; }
    Mask rest_of_level(std::size_t cell) const { return level_masks_[numbers_[cell]] & ~(Mask{1} << cell); }
    const Ways* ways_from(std::size_t cell) const;
    void compute_exits(std::size_t v, bool count);
    void store_best_path(const Ways& ways, int v, bool count);
    int best_path_sum(const Ways& ways, int v, const Exits& exit) const;
    Mask component_mask(std::size_t cell, bool& tree) const;
    int tree_best(std::size_t start, Mask part, const Exits& exit) const;
    int dive_best(std::size_t start, const Exits& exit) const;
    int expert_from(std::size_t start, const Exits& exit) const;
    void search_paths(std::size_t cell, Mask free, int sum, bool count);
    Walk greedy_walk(std::size_t start) const;
    int back_from(std::size_t end) const;
    int forward_from(std::size_t start) const;
    int on_with_fewest_ways() const;
    Mask smaller_sources(std::size_t cell, std::size_t& number) const;
    Mask greater_targets(std::size_t cell, std::size_t& number) const;
    int best_over_ties(std::size_t cell);
    int ties(std::size_t cell, Mask free);
    int ties_before(std::size_t cell);
    std::size_t with_fewest_ways(Mask cells, Mask free) const;

    std::size_t n_, size_;
    std::vector<std::array<Mask, 64>>
        landing_masks_;  // by number and cell: where its moves land, and where such moves come from
    std::vector<std::unordered_map<Mask, SmallComponent>> component_cache_;  // of each number's sets of cells
    std::array<const SmallComponent*, 65> components_{};                     // null where a number has too many cells
    std::array<std::uint8_t, 64> numbers_{}, level_places_{};  // of a cell; its place among those of its number
    std::array<Mask, 65> level_masks_{}, greater_masks_{};     // cells of a number, and of greater ones
    std::array<Sum, 64> best_sums_{};
    std::array<int, 64> exit_sums_{}, entry_sums_{};
    std::array<std::uint64_t, 64> exit_path_counts_{};
    Sum start_best_;
    int best_exit_ = 0;
    std::uint64_t path_count_ = 0;
};

}  // namespace passatempo::optimiza
