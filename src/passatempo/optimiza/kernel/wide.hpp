// A component with too many paths to try them all: block by block dives, then sweeps with ever wider beams, and what is
// proved so far.
#pragma once

#include <optional>

#include "component.hpp"
#include "frontier.hpp"

namespace passatempo::optimiza {

// What of a block does not depend on exits; made when it is first wanted.
struct BlockCache {
    std::vector<Step> steps;
    std::optional<BlockBounds> block_bounds;
};

// A block.
class BlockSolver {
public:
    // Look for paths with given exits; those that are known from other exits are kept. `turns` of rotations a dive.
    // With `single_start`, only paths from its first cell are wanted.
    void dive(const Graph& graph, const std::vector<std::int64_t>& exit_sums, std::size_t turns, bool single_start,
              BlockCache& block_cache, Budget& budget);

    // Sweep with beams up to `states` states altogether, until one gives up nothing. The sweeps are counted.
    std::uint64_t refine(const Graph& graph, std::size_t states, BlockCache& block_cache, Budget& budget);

    bool is_complete() const { return is_complete_; }  // every sum is proved
    const std::vector<std::int64_t>& exit_sums() const { return exit_sums_; }
    const std::vector<std::int64_t>& best_sums() const { return best_paths_.best_sums; }
    const std::vector<std::int64_t>& sum_bounds() const { return sum_bounds_; }
    const Cells& path(std::size_t start) const { return best_paths_.paths[start]; }

private:
    bool is_proved() const;
    void merge_sweep(const std::vector<Best>& sweep_sums, const std::vector<Cells>& paths,
                     const SweepResult& sweep_outcome);

    std::vector<std::int64_t> exit_sums_, sum_bounds_;
    BestPaths best_paths_;
    std::size_t beam_width_ = 0;  // of the last sweep
    bool single_start_ = false, is_complete_ = false;
};

// A component, which is a tree of blocks. What follows where a path leaves a block is the best of the blocks beyond:
// first each is solved away from cell 0, with what lies behind it, then towards it.
class BlockTreeSolver {
public:
    void solve(const Graph& graph, const std::vector<std::int64_t>& exit_sums, std::size_t turns, std::size_t states,
               Budget& budget);

    bool is_complete() const { return best_sums_ == sum_bounds_; }
    std::uint64_t sweep_count() const { return sweep_count_; }  // of the last call
    const std::vector<std::int64_t>& exit_sums() const { return exit_sums_; }
    const std::vector<std::int64_t>& best_sums() const { return best_sums_; }
    const std::vector<std::int64_t>& sum_bounds() const { return sum_bounds_; }
    Cells path(std::size_t start) const;

private:
    struct Block {
        Cells cells;
        Graph graph;
        BlockCache block_cache;
        BlockSolver up_solver, down_solver;  // only behind the first cell; with all that lies around
        std::int64_t up_low = 0, up_high = 0;
        std::vector<std::int64_t> sum_bounds;
    };
    struct ExitPosition {
        std::uint32_t block_index, cell_place;
    };
    struct Exits {
        std::vector<std::int64_t> exit_sums, exit_bounds;
        std::int64_t bound_gap = 0;
    };

    void split_blocks(const Graph& graph);
    Exits block_exits(std::size_t part, bool up) const;
    std::int64_t neighbour_block_sum(ExitPosition from, ExitPosition to, bool up, bool high) const;
    void solve_upward(Block& part, const Exits& exits, std::size_t turns, std::size_t states, Budget& budget);
    void solve_downward(Block& part, const Exits& exits, std::size_t turns, std::size_t states, Budget& budget);

    std::vector<Block> blocks_;
    std::vector<std::vector<ExitPosition>> cell_blocks_;  // the blocks of each cell
    std::int64_t number_ = 0;
    std::vector<std::int64_t> exit_sums_, best_sums_, sum_bounds_;
    std::uint64_t sweep_count_ = 0;
};

}  // namespace passatempo::optimiza
