// Lower bounds by paths, upper bounds by blocks and by what a sweep gave up.
// Algorithm: rotations (Posa 1976); beam search over frontier states; Simpath (Knuth 2011)
#include "wide.hpp"

namespace passatempo::optimiza {
namespace {

constexpr std::size_t narrowest = 256;     // states of a layer, in the first sweep
constexpr std::size_t wider = 8;           // times, from sweep to sweep
constexpr std::size_t most_chained = 512;  // cells up to which bounds over blocks are worth their square of time

}  // namespace

void Wide::dive(const Graph& graph, const std::vector<std::int64_t>& exit, std::size_t turns, Budget& budget) {
    if (exit_ == exit) return;
    exit_ = exit;
    beam_ = 0;
    reached_.best.resize(graph.size());
    reached_.paths.resize(graph.size());
    for (std::size_t s = 0; s < graph.size(); ++s) {
        Cells& path = reached_.paths[s];
        if (path.empty()) path.assign(1, s);
        reached_.best[s] = graph.sum(path.size()) + exit[path.back()];
    }
    bound_ = graph.size() <= most_chained ? chain_bounds(graph, exit) : ceilings(graph, exit, false);
    reach(graph, exit, turns, false, reached_, budget);
    whole_ = reached_.best == bound_;
}

std::uint64_t Wide::refine(const Graph& graph, std::size_t states, Budget& budget) {
    if (whole_ || budget.poll()) return 0;
    if (steps_.empty()) steps_ = plan(graph, budget);
    std::vector<Best> exit;
    for (const std::int64_t sum : exit_) exit.push_back(Best::of(sum));
    std::uint64_t sweeps = 0;
    for (std::size_t beam = beam_ == 0 ? narrowest : wider * beam_; beam <= states / graph.size() && !whole_;
         beam *= wider) {
        std::vector<std::int64_t> least(graph.size(), unwanted);
        for (std::size_t s = 0; s < graph.size(); ++s)
            if (reached_.best[s] < bound_[s]) least[s] = reached_.best[s] + 1;
        std::vector<Best> found;
        std::vector<Cells> paths;
        ++sweeps;
        const Swept swept = solve_frontier<Best>({graph, steps_, exit, least, beam}, found, &paths, budget);
        if (!swept.done) break;
        beam_ = beam;
        take(found, paths, swept);
    }
    return sweeps;
}

// What a sweep found, and what it says of the paths that it did not find.
void Wide::take(const std::vector<Best>& found, const std::vector<Cells>& paths, const Swept& swept) {
    for (std::size_t s = 0; s < found.size(); ++s) {
        const std::int64_t most = reached_.best[s] + (swept.whole ? 0 : 1 + swept.lost);
        if (found[s].value > reached_.best[s]) {
            reached_.best[s] = found[s].value;
            reached_.paths[s] = paths[s];
        }
        bound_[s] = std::min(bound_[s], std::max(most, reached_.best[s]));
    }
    whole_ = reached_.best == bound_;
}

}  // namespace passatempo::optimiza
