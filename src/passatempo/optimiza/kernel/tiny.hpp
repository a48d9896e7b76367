// Boards of at most 64 cells as bit masks: everything about one board in microseconds, for going through all boards.
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

inline std::size_t lowest(Mask mask) { return std::countr_zero(mask); }

// What the cells of one number decide by themselves, whatever stands on all others: the paths among them. Of at most
// `most` cells, numbered in order.
struct Inside {
    static constexpr int most = 6;

    // From one cell to another; lengths are in cells, 0 where there is no path.
    struct Paths {
        std::uint8_t longest = 0, ways = 0;  // the longest, and how many are as long: at most 4!
        std::uint8_t stuck = 0;              // the longest of those that no further cell can lengthen
    };
    std::array<std::array<Paths, most>, most> paths{};
    std::array<std::uint8_t, most> last{}, length{};  // the walk from a cell that always goes to the lowest free one
    std::uint8_t trees = 0;                           // cells whose component is a tree

    // `to`: where moves by this number land from each cell; they go both ways.
    Inside(const std::array<Mask, 64>& to, Mask cells);

private:
    using Near = std::array<std::uint8_t, most>;

    void follow(const Near& near, std::size_t start, std::size_t at, std::uint8_t free, std::uint8_t cells);
};

class Tiny {
public:
    explicit Tiny(const Surface& surface);

    // Set the numbers of the cells.
    void set(const std::uint8_t* cells);

    // The greatest sum; with `count` also the number of optimal paths.
    int best(bool count);
    std::uint64_t optimal_paths() const { return paths_; }

    // The levels of the newspaper; ties go to the lowest cell.
    int greedy_back();               // X, from the cell of N
    int greedy_back_ends();          // Y, the best of it over all ends
    int greedy_back_ties();          // X over all ways to break ties
    int expert();                    // in a tree the best way, else one dive from every start
    int greedy_on(bool warnsdorff);  // to the smallest number that follows, the best over all starts

private:
    struct Sum {
        int value = 0;
        std::uint64_t paths = 0;
    };

    struct Walk {
        std::size_t last;
        int length;
    };
    using Exits = std::array<int, 64>;
    using Ways = std::array<Inside::Paths, Inside::most>;

    Mask onward(std::size_t cell) const { return to_[value_[cell]][cell]; }
    Mask beside(std::size_t cell) const { return onward(cell) & level_[value_[cell]]; }
    Mask others(std::size_t cell) const { return level_[value_[cell]] & ~(Mask{1} << cell); }
    const Ways* ways_from(std::size_t cell) const;
    void leave(std::size_t v, bool count);
    void choose(const Ways& ways, int v, bool count);
    int best_way(const Ways& ways, int v, const Exits& exit) const;
    Mask component(std::size_t cell, bool& tree) const;
    int branches(std::size_t start, Mask part, const Exits& exit) const;
    int dive(std::size_t start, const Exits& exit) const;
    int expert_from(std::size_t start, const Exits& exit) const;
    void search(std::size_t cell, Mask free, int sum, bool count);
    Walk walk(std::size_t start) const;
    int back_from(std::size_t end) const;
    int on_from(std::size_t start) const;
    int on_with_fewest_ways() const;
    Mask before(std::size_t cell, std::size_t& value) const;
    Mask after(std::size_t cell, std::size_t& value) const;
    int ties(std::size_t cell);
    int ties(std::size_t cell, Mask free);
    int ties_before(std::size_t cell);
    std::size_t with_fewest_ways(Mask cells, Mask free) const;

    std::size_t n_, size_;
    std::vector<std::array<Mask, 64>> to_;  // by number and cell: where its moves land, and where such moves come from
    std::vector<std::unordered_map<Mask, Inside>> known_;  // of each number's sets of cells
    std::array<const Inside*, 65> inside_{};               // null where a number has too many cells
    std::array<std::uint8_t, 64> value_{}, place_{};       // of a cell; its place among those of its number
    std::array<Mask, 65> level_{}, above_{};               // cells of a number, and of greater ones
    std::array<Sum, 64> sum_{};
    std::array<int, 64> exit_{}, entered_{};
    std::array<std::uint64_t, 64> exits_{};
    Sum found_;
    int top_ = 0;
    std::uint64_t paths_ = 0;
};

}  // namespace passatempo::optimiza
