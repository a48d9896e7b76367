// Lower bounds by paths, upper bounds by blocks and by what a sweep gave up.
// Algorithm: rotations (Posa 1976); beam search over frontier states; Simpath (Knuth 2011)
#include "wide.hpp"

namespace passatempo::optimiza {
namespace {

constexpr std::size_t narrowest = 256;     // states of a layer, in the first sweep
constexpr std::size_t most_spanned = 512;  // cells of a block: a quarter of a million pairs
constexpr std::size_t wider = 8;           // times, from sweep to sweep
constexpr std::uint32_t nowhere = 0xffffffff;

// A sum for every start that no path in the block exceeds.
std::vector<std::int64_t> most(const Graph& graph, const Lie& lie, const std::vector<std::int64_t>& exit) {
    return lie.spans ? lie.spans->ceilings(exit) : ceilings(graph, exit, true);
}

}  // namespace

void Wide::dive(const Graph& graph, const std::vector<std::int64_t>& exit, std::size_t turns, bool one, Lie& lie,
                Budget& budget) {
    if (exit_ == exit) return;
    one_ = one;
    exit_ = exit;
    beam_ = 0;
    reached_.best.resize(graph.size());
    reached_.paths.resize(graph.size());
    for (std::size_t s = 0; s < graph.size(); ++s) {
        Cells& path = reached_.paths[s];
        if (path.empty()) path = {static_cast<std::uint16_t>(s), graph.around(s)[0]};
        reached_.best[s] = graph.sum(path.size()) + exit[path.back()];
    }
    bound_ = most(graph, lie, exit);
    reach(graph, exit, turns, false, reached_, budget);
    whole_ = proved();
    if (whole_ || lie.spans || graph.size() > most_spanned || budget.poll()) return;
    lie.spans.emplace(graph, budget);
    if (budget.stop() != Stop::done) return lie.spans.reset();
    bound_ = most(graph, lie, exit);
    whole_ = proved();
}

std::uint64_t Wide::refine(const Graph& graph, std::size_t states, Lie& lie, Budget& budget) {
    if (whole_ || budget.poll()) return 0;
    if (lie.steps.empty()) lie.steps = plan(graph, budget);
    std::vector<Best> exit;
    for (const std::int64_t sum : exit_) exit.push_back(Best::of(sum));
    std::uint64_t sweeps = 0;
    for (std::size_t beam = beam_ == 0 ? narrowest : wider * beam_; beam <= states / graph.size() && !whole_;
         beam *= wider) {
        std::vector<std::int64_t> least(graph.size(), unwanted);
        for (std::size_t s = 0; s < graph.size(); ++s)
            if (reached_.best[s] < bound_[s] && (s == 0 || !one_)) least[s] = reached_.best[s] + 1;
        std::vector<Best> found;
        std::vector<Cells> paths;
        ++sweeps;
        const Swept swept = solve_frontier<Best>({graph, lie.steps, exit, least, beam}, found, &paths, budget);
        if (!swept.done) break;
        beam_ = beam;
        take(found, paths, swept);
    }
    return sweeps;
}

bool Wide::proved() const { return one_ ? reached_.best[0] == bound_[0] : reached_.best == bound_; }

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
    whole_ = proved();
}

void Chain::split(const Graph& graph) {
    value_ = graph.value;
    of_.resize(graph.size());
    std::vector<std::uint32_t> seat(graph.size(), nowhere);
    for (Cells& cells : blocks_of(graph)) {
        Part part;
        part.graph.value = value_;
        part.graph.first.assign(1, 0);
        for (std::uint32_t place = 0; place < cells.size(); ++place) {
            seat[cells[place]] = place;
            of_[cells[place]].push_back({static_cast<std::uint32_t>(parts_.size()), place});
        }
        for (const std::uint16_t a : cells) {
            for (const std::uint16_t b : graph.around(a))
                if (seat[b] != nowhere) part.graph.next.push_back(seat[b]);
            part.graph.first.push_back(part.graph.next.size());
        }
        for (const std::uint16_t a : cells) seat[a] = nowhere;
        part.cells = std::move(cells);
        parts_.push_back(std::move(part));
    }
}

// What follows a cell in another block; `nothing` where that is not to be looked at yet.
std::int64_t Chain::beyond(Seat from, Seat to, bool up, bool high) const {
    const Part& other = parts_[to.part];
    if (to.place == 0) {  // the other block lies behind the cell, or beside it
        if (up && from.place == 0) return nothing;
        return (high ? other.up_high : other.up_low) - value_;
    }
    if (up) return nothing;
    return (high ? other.bound[to.place] : other.down.best()[to.place]) - value_;
}

Chain::Exits Chain::exits(std::size_t part, bool up) const {
    Exits exits;
    const Cells& cells = parts_[part].cells;
    for (std::uint32_t place = 0; place < cells.size(); ++place) {
        std::int64_t low = exit_[cells[place]], high = low;
        for (const Seat other : of_[cells[place]]) {
            if (other.part == part) continue;
            low = std::max(low, beyond({static_cast<std::uint32_t>(part), place}, other, up, false));
            high = std::max(high, beyond({static_cast<std::uint32_t>(part), place}, other, up, true));
        }
        exits.low.push_back(low);
        exits.high.push_back(high);
        exits.gap = std::max(exits.gap, high - low);
    }
    return exits;
}

void Chain::climb(Part& part, const Exits& exits, std::size_t turns, std::size_t states, Budget& budget) {
    part.up.dive(part.graph, exits.low, turns, true, part.lie, budget);
    sweeps_ += part.up.refine(part.graph, states, part.lie, budget);
    part.up_low = part.up.best()[0];
    part.up_high = std::min(part.up.bound()[0] + exits.gap, most(part.graph, part.lie, exits.high)[0]);
}

void Chain::descend(Part& part, const Exits& exits, std::size_t turns, std::size_t states, Budget& budget) {
    part.down.dive(part.graph, exits.low, turns, false, part.lie, budget);
    sweeps_ += part.down.refine(part.graph, states, part.lie, budget);
    part.bound = most(part.graph, part.lie, exits.high);
    for (std::size_t s = 0; s < part.bound.size(); ++s)
        part.bound[s] = std::min(part.bound[s], part.down.bound()[s] + exits.gap);
}

void Chain::solve(const Graph& graph, const std::vector<std::int64_t>& exit, std::size_t turns, std::size_t states,
                  Budget& budget) {
    if (parts_.empty()) split(graph);
    sweeps_ = 0;
    exit_ = exit;
    for (std::size_t k = 0; k < parts_.size(); ++k)
        if (of_[parts_[k].cells[0]].size() > 1) climb(parts_[k], exits(k, true), turns, states, budget);
    for (std::size_t k = parts_.size(); k-- > 0;) descend(parts_[k], exits(k, false), turns, states, budget);
    best_.clear();
    for (const std::int64_t sum : exit) best_.push_back(value_ + sum);
    bound_ = best_;
    for (std::size_t s = 0; s < graph.size(); ++s)
        for (const Seat seat : of_[s]) {
            best_[s] = std::max(best_[s], parts_[seat.part].down.best()[seat.place]);
            bound_[s] = std::max(bound_[s], parts_[seat.part].bound[seat.place]);
        }
}

// From block to block, always to where the greatest of what follows is.
Cells Chain::path(std::size_t start) const {
    if (best_[start] == value_ + exit_[start]) return Cells(1, start);
    Seat at = of_[start][0];
    for (const Seat seat : of_[start])
        if (parts_[seat.part].down.best()[seat.place] == best_[start]) at = seat;
    Cells path;
    bool up = false;
    while (true) {
        const Part& part = parts_[at.part];
        const Wide& wide = up ? part.up : part.down;
        const Cells& inside = wide.path(at.place);
        for (std::size_t k = path.empty() ? 0 : 1; k < inside.size(); ++k) path.push_back(part.cells[inside[k]]);
        const Seat end{at.part, inside.back()};
        const std::int64_t left = wide.exit()[end.place];
        if (left == exit_[path.back()]) return path;
        for (const Seat other : of_[path.back()])
            if (other.part != end.part && beyond(end, other, up, false) == left) at = other;
        if (at.part == end.part) return path;
        up = at.place == 0;  // what lies behind a cell was solved without what lies before it
    }
}

}  // namespace passatempo::optimiza
