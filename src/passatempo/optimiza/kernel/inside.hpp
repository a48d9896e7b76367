// What the cells of one number decide by themselves, whatever stands on all others: the paths among them.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace passatempo::optimiza {

using Mask = std::uint64_t;

inline std::size_t lowest(Mask mask) { return std::countr_zero(mask); }

// Of at most `most` cells, numbered in order.
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

}  // namespace passatempo::optimiza
