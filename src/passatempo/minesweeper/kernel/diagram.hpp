// All layouts of a part as a layered graph: a path from the first state to the last is a choice of mines per group.
//
// Layer i stands before the i-th group of the elimination order. A state is what the half-settled numbers still miss,
// packed into 128 bits; partial layouts that agree in it share a state. Once the graph stands, counting is arithmetic
// along its edges (sweep.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "budget.hpp"
#include "parts.hpp"

namespace passatempo::minesweeper {

struct Diagram {
    std::vector<std::uint32_t> group;    // of each layer, the group of the board that it settles
    std::vector<std::uint32_t> cells;    // of each layer, the cells of that group
    std::vector<std::uint32_t> layer;    // layer i has the states layer[i] ... layer[i + 1] - 1; the last one a single
    std::vector<std::uint32_t> edge;     // state s has the edges edge[s] ... edge[s + 1] - 1
    std::vector<std::uint8_t> fewest;    // mines in the group along its first edge; one more along each further one
    std::vector<std::uint32_t> next;     // the state that an edge leads to
    // Mines so far, where they are counted: state s has coefficients for least[s] mines and more.
    std::vector<std::uint32_t> least;
    std::vector<std::uint32_t> place;    // of its first coefficient; one entry more than states

    std::uint32_t layers() const { return static_cast<std::uint32_t>(group.size()); }
    std::uint32_t states() const { return static_cast<std::uint32_t>(edge.size() - 1); }
    std::uint32_t last() const { return states() - 1; }
    std::uint32_t length(std::uint32_t state) const { return place[state + 1] - place[state]; }
};

enum class Built { whole, contradictory, too_wide, stopped };

// Build the graph of a part; with `counted` also where its coefficients stand. `most` limits states and coefficients.
Built build(const Parts& parts, std::uint32_t part, bool counted, std::uint64_t most, Budget& budget, Diagram& diagram);

}  // namespace passatempo::minesweeper
