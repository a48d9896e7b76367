// Solves a component with too many paths to enumerate, block by block: first dives, then sweeps with wider and wider
// beams. The sums and bounds proved so far are kept.
#pragma once

#include <optional>

#include "component.hpp"
#include "frontier.hpp"

namespace passatempo::optimiza {

// The data of a block that do not depend on exits, computed on first use.
struct BlockCache {
    std::vector<Step> steps;
    std::optional<BlockBounds> block_bounds;
};

// The solver of one block.
class BlockSolver {
public:
    // Search for paths with given exits, with `turns` rotations per dive. Paths known from other exits are kept.
    // With `single_start`, only paths from the first cell are needed.
    void dive(const Graph& graph, const std::vector<std::int64_t>& exit_sums, std::size_t turns, bool single_start,
              BlockCache& block_cache, Budget& budget);

    // Sweep with beams of up to `states` states in total, until one discards nothing. Return the number of sweeps.
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

// The solver of a component, which is a tree of blocks. The exit of a block is the best sum of the blocks beyond it.
// Blocks are solved first away from cell 0, with the blocks behind them, and then towards it.
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
        BlockSolver up_solver, down_solver;  // away from cell 0 only; with all neighbouring blocks
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
