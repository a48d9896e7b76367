// A frontier of small pathwidth: in which order to settle the groups of a part, so that few numbers are half settled.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "board/parts.hpp"

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

}  // namespace passatempo::minesweeper
