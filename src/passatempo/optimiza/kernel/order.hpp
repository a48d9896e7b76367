// In which order the frontier passes over the cells of a component: one of small pathwidth, so that it stays narrow.
#pragma once

#include "component.hpp"

namespace passatempo::optimiza {

// The plan of one step: the cell that is processed, and the frontier after it.
struct Step {
    std::uint16_t cell = 0;
    std::vector<std::uint16_t> before;     // the frontier before the step; the cell itself comes after it
    std::vector<std::uint8_t> neighbours;  // positions in `before` that touch the cell
    std::vector<std::uint8_t> leaving;     // positions, the cell's own among them, that leave the frontier
    std::vector<std::uint32_t> beside;     // for each of `leaving`: the positions that touch it
    std::vector<std::uint8_t> staying;     // positions that stay, in the order of the next frontier
};

constexpr std::size_t widest = 31;  // frontier cells of four bits each, and the new one, in two 64-bit words

// Greedily the smallest frontier, over all first cells; empty where the frontier would be too wide, and at a limit.
std::vector<Step> plan(const Graph& graph, Budget& budget);

}  // namespace passatempo::optimiza
