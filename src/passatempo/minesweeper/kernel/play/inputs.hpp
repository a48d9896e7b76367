// What describes a position after a click and what the cell showed: the numbers that its value is fitted to.
// Twin: minesweeper/exact/plain_value.py
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "play/variation.hpp"

namespace passatempo::minesweeper::play {

// Two adjacent cells, or the cells of a 2x2 box row by row, and the cells that could tell which of them are mines.
struct Riddle {
    std::vector<std::uint32_t> cells, telling;
};

class Inputs {
public:
    static constexpr std::size_t count = 40;

    explicit Inputs(const Ground& ground);

    // After a count and a sweep of the variation in which `opened` was clicked and showed `mines` of its unknown
    // neighbours to be mined, with so many layouts in the tally's units.
    void read(const Knowledge& knowledge, const Tally& tally, const Variation& variation, std::uint32_t opened,
              int mines, double layouts, std::span<float> into);

private:
    struct Sums;

    void mark(const Knowledge& knowledge, const Variation& variation);
    void survey(const Knowledge& knowledge, const Variation& variation, Sums& sums);
    void look_at_safe(const Knowledge& knowledge, std::uint32_t cell, Sums& sums);
    void look_at_open(const Variation::Group& group, bool free, Sums& sums);
    void parts(const Variation& variation, Sums& sums);
    void pairs(const Knowledge& knowledge, Sums& sums);
    void boxes(Sums& sums);
    void edges(const Variation& variation, Sums& sums);
    double untold(const Riddle& riddle) const;
    double one_of(const Knowledge& knowledge, std::uint32_t a, std::uint32_t b) const;
    double zero(std::uint32_t cell) const;
    bool tells(std::uint32_t cell) const;
    bool is_open(std::uint32_t cell) const { return chance_[cell] > 0 && chance_[cell] < 1; }

    const Ground* ground_;
    std::vector<Riddle> pairs_, boxes_;
    std::vector<double> chance_;  // of a mine, in every cell; that of an opened one is 0
    std::vector<char> is_unknown_, is_free_;
    std::uint32_t opened_ = none;
    int mines_shown_ = 0;
};

}  // namespace passatempo::minesweeper::play
