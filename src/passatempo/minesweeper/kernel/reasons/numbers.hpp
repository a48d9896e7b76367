// A board as numbers over covered cells: what rules and reasons are made from.
#pragma once

#include <cstdint>
#include <vector>

#include "board/frontier.hpp"
#include "board/surface.hpp"
#include "cdcl/network.hpp"

namespace passatempo::minesweeper {

struct Number {
    std::uint32_t cell;
    int need;
    std::vector<std::uint32_t> scope;  // covered cells around, in the order of the surface
};

class Numbers {
public:
    Numbers(const Surface& surface, const std::uint8_t* cells);

    std::uint32_t size() const { return numbers_.size(); }
    const Number& operator[](std::uint32_t k) const { return numbers_[k]; }
    const std::vector<std::uint32_t>& beside(std::uint32_t cell) const { return beside_[cell]; }
    std::int32_t index(std::uint32_t cell) const { return index_[cell]; }  // among the covered cells
    cdcl::Network network() const;
    // All numbers that hang together with a cell, the nearest first; two that share a cell are next to each other.
    std::vector<std::int32_t> outwards(std::uint32_t cell) const;

private:
    std::vector<Number> numbers_;
    std::vector<std::vector<std::uint32_t>> beside_;  // of each cell
    std::vector<std::int32_t> index_;
    std::int32_t covered_ = 0;
};

}  // namespace passatempo::minesweeper
