// A surface unrolled: a plane of which each cell has infinitely many copies, and straight lines in it.
// Twin: optimiza/rules.py
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "surface.hpp"

namespace passatempo::optimiza::play {

constexpr std::uint32_t nowhere = ~std::uint32_t{0};

// A step to the next cell: down and right, -1, 0 or 1 each.
struct Sense {
    int down, right;
};

std::vector<Sense> senses(Variant variant);

// A place of the plane as a cell of the board; what is seen through a Klein bottle's side edge is upside down.
struct Folded {
    std::uint32_t cell = nowhere;  // off a triangle
    bool mirrored = false;
};

Folded folded(const Surface& surface, int row, int column);

// One cell further on a straight line: how the last cell is left, and how this one is entered.
struct Unit {
    std::uint32_t cell;
    Sense out, in;
};

struct Place {
    int row, column;
};

Place place_of(const Surface& surface, std::uint32_t cell);

// A straight line from one cell to another so many cells away, across as few edges as can be; empty where there is
// none.
std::vector<Unit> line(const Surface& surface, std::uint32_t from, std::uint32_t to, int value);

// Where moves by a number lead, the cell itself among them if one comes back to it; some cells twice.
std::vector<std::uint32_t> targets(const Surface& surface, std::uint32_t from, int value);

}  // namespace passatempo::optimiza::play
