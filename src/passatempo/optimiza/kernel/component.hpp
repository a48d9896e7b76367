// A component: cells of one number v that moves by v connect, as a small undirected graph.
// The greatest sum from s is the maximum of v * (cells of a simple path s..t) + exit(t).
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "budget.hpp"

namespace passatempo::optimiza {

// Weights of paths in the max-plus semiring: the greatest sum alone, or with the number of paths that reach it.

constexpr std::int64_t nothing = std::numeric_limits<std::int64_t>::min() / 4;  // no path at all

// The greatest sum. `merge` takes the better of two, and `concatenate` joins two paths.
struct Best {
    static constexpr bool counts_paths = false;
    std::int64_t path_sum = nothing;

    static Best from_sum(std::int64_t sum) { return {sum}; }
    void merge(Best other) { path_sum = std::max(path_sum, other.path_sum); }
    Best plus(std::int64_t sum) const { return {path_sum + sum}; }
    Best concatenate(Best other) const { return {path_sum + other.path_sum}; }
};

// The greatest sum, with the number of paths that reach it modulo a prime and as an approximation.
// Several primes give the exact number by the Chinese remainder theorem. It may have hundreds of digits.
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
    std::int64_t sum(std::int64_t cells) const { return number * cells; }  // sum of this many cells
    std::span<const std::uint16_t> neighbours(std::size_t a) const {
        return {neighbour_cells.data() + row_starts[a], neighbour_cells.data() + row_starts[a + 1]};
    }
    bool is_tree() const { return neighbour_cells.size() == 2 * (size() - 1); }
};

using Cells = std::vector<std::uint16_t>;  // a path, as cells of a graph

// `best[s]` is the result of start s. `exit[t]` is the sum that follows after leaving from t, or 0.
template <class W>
void solve_tree(const Graph& graph, const std::vector<W>& exit, std::vector<W>& best);

// Search all simple paths, pruned if even the rest of the component could not improve. Return false at a limit.
template <class W>
bool solve_small(const Graph& graph, const std::vector<W>& exit, std::vector<W>& best, Budget& budget);

// Find a path from a start with sum `goal` by the same search. It is empty at a limit.
Cells find_small(const Graph& graph, const std::vector<Best>& exit, std::size_t start, std::int64_t goal,
                 Budget& budget);

// The path of greatest sum in a tree.
Cells find_tree(const Graph& graph, const std::vector<Best>& exit, std::size_t start);

// The best path found from every start.
struct BestPaths {
    std::vector<std::int64_t> best_sums;
    std::vector<Cells> paths;
};

// Find long paths from every start, grown backward from each end in order of falling exits. A path moves to the free
// neighbour with the fewest free neighbours (Warnsdorff's rule), and is then changed by `turns` rotations (Posa 1976).
// It serves every start that was its head. Better paths replace those of `best_paths`. With `stuck`, only paths that
// cannot go on at their end count. The search is deterministic.
void search_rotations(const Graph& graph, const std::vector<std::int64_t>& exit, std::size_t turns, bool stuck,
                      BestPaths& best_paths, Budget& budget);

// An upper bound on the sums of all paths, for every start.
std::vector<std::int64_t> sum_ceilings(const Graph& graph, const std::vector<std::int64_t>& exit, bool is_maximal);

// A tighter bound for paths of at least two cells in a block. Without its start, a path crosses a chain of the blocks
// that remain, and takes at most all cells of each. The same holds backward without its end.
// Bounds take quadratic time in the cells, and the preparation takes cells times moves.
class BlockBounds {
public:
    BlockBounds(const Graph& block, Budget& budget);  // unusable if the budget stops it
    std::vector<std::int64_t> sum_ceilings(const std::vector<std::int64_t>& exit) const;

private:
    std::int64_t number_;
    std::size_t cell_count_;
    std::vector<std::uint16_t> path_lengths_;  // cells of a path from s to t: [s * size + t]
};

// The blocks of a component, the farthest from cell 0 first. The first cell of a block joins it to a nearer block.
std::vector<Cells> blocks_of(const Graph& graph);

}  // namespace passatempo::optimiza
