// Lower bounds from paths, and upper bounds from blocks and from the states that a sweep discarded.
// Algorithm: rotations (Posa 1976); beam search over frontier states; Simpath (Knuth 2011)
#include "wide.hpp"

namespace passatempo::optimiza {
namespace {

constexpr std::size_t narrowest = 256;     // states of a layer, in the first sweep
constexpr std::size_t most_spanned = 512;  // cells of a block: a quarter of a million pairs
constexpr std::size_t wider = 8;           // times, from sweep to sweep
constexpr std::uint32_t nowhere = 0xffffffff;

// An upper bound on the sums of all paths in the block, for every start.
std::vector<std::int64_t> block_ceilings(const Graph& graph, const BlockCache& block_cache,
                                         const std::vector<std::int64_t>& exit) {
    return block_cache.block_bounds ? block_cache.block_bounds->sum_ceilings(exit) : sum_ceilings(graph, exit, true);
}

}  // namespace

void BlockSolver::dive(const Graph& graph, const std::vector<std::int64_t>& exit_sums, std::size_t turns,
                       bool single_start, BlockCache& block_cache, Budget& budget) {
    if (exit_sums_ == exit_sums) return;
    single_start_ = single_start;
    exit_sums_ = exit_sums;
    beam_width_ = 0;
    best_paths_.best_sums.resize(graph.size());
    best_paths_.paths.resize(graph.size());
    for (std::size_t s = 0; s < graph.size(); ++s) {
        Cells& best_path = best_paths_.paths[s];
        if (best_path.empty()) best_path = {static_cast<std::uint16_t>(s), graph.neighbours(s)[0]};
        best_paths_.best_sums[s] = graph.sum(best_path.size()) + exit_sums[best_path.back()];
    }
    sum_bounds_ = block_ceilings(graph, block_cache, exit_sums);
    search_rotations(graph, exit_sums, turns, false, best_paths_, budget);
    is_complete_ = is_proved();
    if (is_complete_ || block_cache.block_bounds || graph.size() > most_spanned || budget.poll()) return;
    block_cache.block_bounds.emplace(graph, budget);
    if (budget.stop() != Stop::done) return block_cache.block_bounds.reset();
    sum_bounds_ = block_ceilings(graph, block_cache, exit_sums);
    is_complete_ = is_proved();
}

std::uint64_t BlockSolver::refine(const Graph& graph, std::size_t states, BlockCache& block_cache, Budget& budget) {
    if (is_complete_ || budget.poll()) return 0;
    if (block_cache.steps.empty()) block_cache.steps = elimination_order(graph, budget);
    std::vector<Best> exit;
    for (const std::int64_t sum : exit_sums_) exit.push_back(Best::from_sum(sum));
    std::uint64_t sweeps = 0;
    for (std::size_t beam = beam_width_ == 0 ? narrowest : wider * beam_width_;
         beam <= states / graph.size() && !is_complete_; beam *= wider) {
        std::vector<std::int64_t> thresholds(graph.size(), unwanted);
        for (std::size_t s = 0; s < graph.size(); ++s)
            if (best_paths_.best_sums[s] < sum_bounds_[s] && (s == 0 || !single_start_))
                thresholds[s] = best_paths_.best_sums[s] + 1;
        std::vector<Best> sweep_sums;
        std::vector<Cells> paths;
        ++sweeps;
        const SweepResult sweep_outcome =
            solve_frontier<Best>({graph, block_cache.steps, exit, thresholds, beam}, sweep_sums, &paths, budget);
        if (!sweep_outcome.is_finished) break;
        beam_width_ = beam;
        merge_sweep(sweep_sums, paths, sweep_outcome);
    }
    return sweeps;
}

bool BlockSolver::is_proved() const {
    return single_start_ ? best_paths_.best_sums[0] == sum_bounds_[0] : best_paths_.best_sums == sum_bounds_;
}

// Merge the sums and paths of a sweep, and its bound on the paths that it missed.
void BlockSolver::merge_sweep(const std::vector<Best>& sweep_sums, const std::vector<Cells>& paths,
                              const SweepResult& sweep_outcome) {
    for (std::size_t s = 0; s < sweep_sums.size(); ++s) {
        const std::int64_t upper_bound =
            best_paths_.best_sums[s] + (sweep_outcome.is_complete ? 0 : 1 + sweep_outcome.lost_surplus);
        if (sweep_sums[s].path_sum > best_paths_.best_sums[s]) {
            best_paths_.best_sums[s] = sweep_sums[s].path_sum;
            best_paths_.paths[s] = paths[s];
        }
        sum_bounds_[s] = std::min(sum_bounds_[s], std::max(upper_bound, best_paths_.best_sums[s]));
    }
    is_complete_ = is_proved();
}

void BlockTreeSolver::split_blocks(const Graph& graph) {
    number_ = graph.number;
    cell_blocks_.resize(graph.size());
    std::vector<std::uint32_t> seat(graph.size(), nowhere);
    for (Cells& cells : blocks_of(graph)) {
        Block part;
        part.graph.number = number_;
        part.graph.row_starts.assign(1, 0);
        for (std::uint32_t place = 0; place < cells.size(); ++place) {
            seat[cells[place]] = place;
            cell_blocks_[cells[place]].push_back({static_cast<std::uint32_t>(blocks_.size()), place});
        }
        for (const std::uint16_t a : cells) {
            for (const std::uint16_t b : graph.neighbours(a))
                if (seat[b] != nowhere) part.graph.neighbour_cells.push_back(seat[b]);
            part.graph.row_starts.push_back(part.graph.neighbour_cells.size());
        }
        for (const std::uint16_t a : cells) seat[a] = nowhere;
        part.cells = std::move(cells);
        blocks_.push_back(std::move(part));
    }
}

// The best sum that follows a cell in another block, or `nothing` if that block is not solved yet.
std::int64_t BlockTreeSolver::neighbour_block_sum(ExitPosition from, ExitPosition to, bool up, bool high) const {
    const Block& neighbour_block = blocks_[to.block_index];
    if (to.cell_place == 0) {  // the other block is behind the cell or beside it
        if (up && from.cell_place == 0) return nothing;
        return (high ? neighbour_block.up_high : neighbour_block.up_low) - number_;
    }
    if (up) return nothing;
    return (high ? neighbour_block.sum_bounds[to.cell_place] : neighbour_block.down_solver.best_sums()[to.cell_place]) -
           number_;
}

BlockTreeSolver::Exits BlockTreeSolver::block_exits(std::size_t part, bool up) const {
    Exits exits;
    const Cells& cells = blocks_[part].cells;
    for (std::uint32_t place = 0; place < cells.size(); ++place) {
        std::int64_t low = exit_sums_[cells[place]], high = low;
        for (const ExitPosition other : cell_blocks_[cells[place]]) {
            if (other.block_index == part) continue;
            low = std::max(low, neighbour_block_sum({static_cast<std::uint32_t>(part), place}, other, up, false));
            high = std::max(high, neighbour_block_sum({static_cast<std::uint32_t>(part), place}, other, up, true));
        }
        exits.exit_sums.push_back(low);
        exits.exit_bounds.push_back(high);
        exits.bound_gap = std::max(exits.bound_gap, high - low);
    }
    return exits;
}

void BlockTreeSolver::solve_upward(Block& part, const Exits& exits, std::size_t turns, std::size_t states,
                                   Budget& budget) {
    part.up_solver.dive(part.graph, exits.exit_sums, turns, true, part.block_cache, budget);
    sweep_count_ += part.up_solver.refine(part.graph, states, part.block_cache, budget);
    part.up_low = part.up_solver.best_sums()[0];
    part.up_high = std::min(part.up_solver.sum_bounds()[0] + exits.bound_gap,
                            block_ceilings(part.graph, part.block_cache, exits.exit_bounds)[0]);
}

void BlockTreeSolver::solve_downward(Block& part, const Exits& exits, std::size_t turns, std::size_t states,
                                     Budget& budget) {
    part.down_solver.dive(part.graph, exits.exit_sums, turns, false, part.block_cache, budget);
    sweep_count_ += part.down_solver.refine(part.graph, states, part.block_cache, budget);
    part.sum_bounds = block_ceilings(part.graph, part.block_cache, exits.exit_bounds);
    for (std::size_t s = 0; s < part.sum_bounds.size(); ++s)
        part.sum_bounds[s] = std::min(part.sum_bounds[s], part.down_solver.sum_bounds()[s] + exits.bound_gap);
}

void BlockTreeSolver::solve(const Graph& graph, const std::vector<std::int64_t>& exit_sums, std::size_t turns,
                            std::size_t states, Budget& budget) {
    if (blocks_.empty()) split_blocks(graph);
    sweep_count_ = 0;
    exit_sums_ = exit_sums;
    for (std::size_t k = 0; k < blocks_.size(); ++k)
        if (cell_blocks_[blocks_[k].cells[0]].size() > 1)
            solve_upward(blocks_[k], block_exits(k, true), turns, states, budget);
    for (std::size_t k = blocks_.size(); k-- > 0;)
        solve_downward(blocks_[k], block_exits(k, false), turns, states, budget);
    best_sums_.clear();
    for (const std::int64_t sum : exit_sums) best_sums_.push_back(number_ + sum);
    sum_bounds_ = best_sums_;
    for (std::size_t s = 0; s < graph.size(); ++s)
        for (const ExitPosition seat : cell_blocks_[s]) {
            best_sums_[s] = std::max(best_sums_[s], blocks_[seat.block_index].down_solver.best_sums()[seat.cell_place]);
            sum_bounds_[s] = std::max(sum_bounds_[s], blocks_[seat.block_index].sum_bounds[seat.cell_place]);
        }
}

// Follow the path from block to block, each time to the greatest exit.
Cells BlockTreeSolver::path(std::size_t start) const {
    if (best_sums_[start] == number_ + exit_sums_[start]) return Cells(1, start);
    ExitPosition at = cell_blocks_[start][0];
    for (const ExitPosition seat : cell_blocks_[start])
        if (blocks_[seat.block_index].down_solver.best_sums()[seat.cell_place] == best_sums_[start]) at = seat;
    Cells path;
    bool up = false;
    while (true) {
        const Block& block = blocks_[at.block_index];
        const BlockSolver& solver = up ? block.up_solver : block.down_solver;
        const Cells& block_path = solver.path(at.cell_place);
        for (std::size_t k = path.empty() ? 0 : 1; k < block_path.size(); ++k)
            path.push_back(block.cells[block_path[k]]);
        const ExitPosition end{at.block_index, block_path.back()};
        const std::int64_t left = solver.exit_sums()[end.cell_place];
        if (left == exit_sums_[path.back()]) return path;
        for (const ExitPosition other : cell_blocks_[path.back()])
            if (other.block_index != end.block_index && neighbour_block_sum(end, other, up, false) == left) at = other;
        if (at.block_index == end.block_index) return path;
        up = at.cell_place == 0;  // blocks behind a cell were solved without the blocks before it
    }
}

}  // namespace passatempo::optimiza
