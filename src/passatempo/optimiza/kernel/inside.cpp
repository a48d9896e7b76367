// Every path from every cell, once for each set of cells.
// Algorithm: exhaustive depth-first search over bit sets
// Twin: optimiza/reference/search.py
#include "inside.hpp"

#include <algorithm>
#include <cassert>

namespace passatempo::optimiza {
namespace {

std::uint8_t bit(std::size_t k) { return 1U << k; }

}  // namespace

Inside::Inside(const std::array<Mask, 64>& to, Mask cells) {
    assert(std::popcount(cells) <= most);
    std::array<std::size_t, most> cell{};
    std::size_t size = 0;
    for (Mask left = cells; left != 0; left &= left - 1) cell[size++] = lowest(left);
    Near near{};
    for (std::size_t k = 0; k < size; ++k)
        for (std::size_t j = 0; j < size; ++j)
            if ((to[cell[k]] >> cell[j] & 1U) != 0) near[k] |= bit(j);
    for (std::size_t k = 0; k < size; ++k) {
        const std::uint8_t others = bit(size) - 1 - bit(k);
        follow(near, k, k, others, 1);
        std::size_t at = k;
        std::uint8_t part = bit(k), free = others;
        for (length[k] = 1; (near[at] & free) != 0; ++length[k]) {
            at = lowest(near[at] & free);
            free &= ~bit(at);
        }
        last[k] = cell[at];
        int ends = 0;
        for (std::size_t j = 0; j < size; ++j)
            if (paths[k][j].longest > 0) part |= bit(j);
        for (std::size_t j = 0; j < size; ++j)
            if ((part & bit(j)) != 0) ends += std::popcount(near[j]);
        if (ends == 2 * (std::popcount(part) - 1)) trees |= bit(k);
    }
}

// `at` is the end of a path of that length; the cells not on it are free.
void Inside::follow(const Near& near, std::size_t start, std::size_t at, std::uint8_t free, std::uint8_t cells) {
    Paths& path = paths[start][at];
    if (cells > path.longest) {
        path.longest = cells;
        path.ways = 0;
    }
    path.ways += cells == path.longest;
    std::uint8_t next = near[at] & free;
    if (next == 0) path.stuck = std::max(path.stuck, cells);
    for (; next != 0; next &= next - 1) {
        const std::size_t other = lowest(next);
        follow(near, start, other, free & ~bit(other), cells + 1);
    }
}

}  // namespace passatempo::optimiza
