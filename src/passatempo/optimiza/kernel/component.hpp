// The cells of one number that moves by that number connect: a small undirected graph.
// Inside it the greatest sum from s is the best of v * (cells of a simple path s..t) + exit(t).
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "budget.hpp"

namespace passatempo::optimiza {

// What is carried along paths: the max-plus semiring, the greatest sum alone or with the number of paths that reach it.

constexpr std::int64_t nothing = std::numeric_limits<std::int64_t>::min() / 4;  // no path at all

// The greatest sum. `merge` takes the better of two, `concatenate` puts one path after another.
struct Best {
    static constexpr bool counts_paths = false;
    std::int64_t path_sum = nothing;

    static Best from_sum(std::int64_t sum) { return {sum}; }
    void merge(Best other) { path_sum = std::max(path_sum, other.path_sum); }
    Best plus(std::int64_t sum) const { return {path_sum + sum}; }
    Best concatenate(Best other) const { return {path_sum + other.path_sum}; }
};

// The greatest sum, and how many paths reach it: modulo a prime, and about how many.
// Several primes give the exact number (by the Chinese remainder theorem), which may have hundreds of digits.
struct ModularCount {
    static constexpr bool counts_paths = true;
    static inline thread_local std::uint32_t prime = 2147483647;

    std::int64_t path_sum = nothing;
    std::uint32_t residue = 0;
    long double approximate_count = 0;

    static ModularCount from_sum(std::int64_t sum) { return {sum, 1, 1}; }
    void merge(const ModularCount& other) {
        if (other.path_sum > path_sum) {
            *this = other;
        } else if (other.path_sum == path_sum) {
            residue = (std::uint64_t{residue} + other.residue) % prime;
            approximate_count += other.approximate_count;
        }
    }
    ModularCount plus(std::int64_t sum) const { return {path_sum + sum, residue, approximate_count}; }
    ModularCount concatenate(const ModularCount& other) const {
        return {path_sum + other.path_sum, static_cast<std::uint32_t>(std::uint64_t{residue} * other.residue % prime),
                approximate_count * other.approximate_count};
    }
};

struct Graph {
    std::int64_t number = 0;                // the number on all its cells
    std::vector<std::uint32_t> row_starts;  // neighbours of cell a: next[first[a]] .. next[first[a + 1] - 1]
    std::vector<std::uint16_t> neighbour_cells;

    std::size_t size() const { return row_starts.size() - 1; }
    std::int64_t sum(std::int64_t cells) const { return number * cells; }  // of so many of its cells
    std::span<const std::uint16_t> neighbours(std::size_t a) const {
        return {neighbour_cells.data() + row_starts[a], neighbour_cells.data() + row_starts[a + 1]};
    }
    bool is_tree() const { return neighbour_cells.size() == 2 * (size() - 1); }
};

using Cells = std::vector<std::uint16_t>;  // a path, as cells of a graph

// Both: best[s] for every start s; exit[t] is what follows after leaving from t (0 where nothing does).
template <class W>
void solve_tree(const Graph& graph, const std::vector<W>& exit, std::vector<W>& best);

// Over all simple paths, cut off where even the rest of the component could not do better. False at a limit.
template <class W>
bool solve_small(const Graph& graph, const std::vector<W>& exit, std::vector<W>& best, Budget& budget);

// A path from a start whose sum is `goal`, by the same search; empty at a limit.
Cells find_small(const Graph& graph, const std::vector<Best>& exit, std::size_t start, std::int64_t goal,
                 Budget& budget);

// The path of greatest sum in a tree.
Cells find_tree(const Graph& graph, const std::vector<Best>& exit, std::size_t start);

// The best paths that were met, for every start.
struct BestPaths {
    std::vector<std::int64_t> best_sums;
    std::vector<Cells> paths;
};

// Long paths from every start, grown backward from the ends with the greatest exits, one after the other: always to the
// free neighbour with the fewest free neighbours (Warnsdorff's rule), then changed `turns` times by rotations (Posa
// 1976). A path that grew from an end serves every start that it came by. What is better than `best_paths` is put
// there. With `stuck` only paths count that cannot go on at their end. The same every time.
void search_rotations(const Graph& graph, const std::vector<std::int64_t>& exit, std::size_t turns, bool stuck,
                      BestPaths& best_paths, Budget& budget);

// A sum for every start that no path from it exceeds.
std::vector<std::int64_t> sum_ceilings(const Graph& graph, const std::vector<std::int64_t>& exit, bool is_maximal);

// The same for a block, never greater: without its start a path goes through a chain of the blocks that are left, and
// inside each it takes no more than all cells; likewise backward without its end. Of paths of two cells and more.
// Takes the square of the cells, the cells times moves to prepare.
class BlockBounds {
public:
    BlockBounds(const Graph& block, Budget& budget);  // of no use where the budget stops it
    std::vector<std::int64_t> sum_ceilings(const std::vector<std::int64_t>& exit) const;

private:
    std::int64_t number_;
    std::size_t cell_count_;
    std::vector<std::uint16_t> path_lengths_;  // cells of a path from s to t: [s * size + t]
};

// The blocks of a component, those further from cell 0 first; the first cell of each is the one that joins it to what
// is nearer.
std::vector<Cells> blocks_of(const Graph& graph);

}  // namespace passatempo::optimiza
