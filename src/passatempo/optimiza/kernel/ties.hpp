// X over all ways to break ties: the backward greedy of the newspaper as a longest path.
//
// Inside a number the greedy goes to any neighbour that it has not taken, and leaves only where there is none: it
// walks a simple path that cannot go on. What follows depends on the cell where it leaves alone. So the greatest X is,
// for every component of a number and every cell by which it is entered, the longest path that cannot go on, with what
// follows its end; and the numbers are gone through from 1 upwards.
// Twin: optimiza/greedy.py
#pragma once

#include <cstdint>
#include <vector>

#include "component.hpp"
#include "surface.hpp"

namespace passatempo::optimiza {

class Ties {
public:
    Ties(const Surface& surface, const std::uint16_t* cells, Budget& budget)
        : surface_(surface), cells_(cells), budget_(budget) {}

    // The greatest X; 0 where a limit came first.
    std::int64_t greatest();

private:
    struct Place {
        int row, column;
    };

    void sort_cells();
    bool solve_level(std::uint16_t value);
    void gather(std::uint32_t first, std::uint16_t value);
    bool solve();
    bool walk();
    bool sweep();
    void pass_on(std::uint32_t cell, std::int64_t sum);

    Surface surface_;
    const std::uint16_t* cells_;
    Budget& budget_;
    std::vector<Place> places_;
    std::vector<std::vector<std::uint32_t>> levels_;  // the cells of each number
    std::vector<std::int64_t> after_;    // of each cell: what comes before it on the path, from the cells in `before_`
    std::vector<std::uint16_t> before_;  // the greatest smaller number that leads to it
    std::vector<std::uint32_t> seat_;    // place in the component, from 1

    Graph graph_;
    std::vector<std::uint32_t> members_;
    std::vector<std::int64_t> exit_, best_;
};

}  // namespace passatempo::optimiza
