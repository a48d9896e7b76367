// Components of a number solved for all cells by which they can be entered.
// Algorithm: depth-first search; frontier-based search, Simpath (Knuth 2011), for paths that cannot go on
// Twin: optimiza/greedy.py
#include "ties.hpp"

#include <algorithm>

#include "frontier.hpp"

namespace passatempo::optimiza {
namespace {

constexpr std::size_t few = 10;  // cells up to which all paths are tried
constexpr int rotations = 1000;  // of a dive
constexpr std::size_t first_beam = 1024;
constexpr std::size_t widest_beam = std::size_t{1} << 24;

// All paths from a start that cannot go on, in a tree or a small graph.
class Walks {
public:
    Walks(const Graph& graph, const std::vector<std::int64_t>& exit, Budget& budget)
        : graph_(graph), exit_(exit), budget_(budget), taken_(graph.size(), 0) {}

    std::int64_t best(std::uint16_t start) {
        best_ = nothing;
        struct Head {
            std::uint16_t cell;
            std::uint32_t next;
            bool onward;
        };
        std::vector<Head> path{{start, graph_.first[start], false}};
        taken_[start] = 1;
        while (!path.empty()) {
            Head& head = path.back();
            while (head.next < graph_.first[head.cell + 1U] && taken_[graph_.next[head.next]]) ++head.next;
            if (head.next < graph_.first[head.cell + 1U] && !budget_.spend()) {
                head.onward = true;
                const std::uint16_t cell = graph_.next[head.next++];
                taken_[cell] = 1;
                path.push_back({cell, graph_.first[cell], false});
                continue;
            }
            if (!head.onward) best_ = std::max(best_, graph_.sum(path.size()) + exit_[head.cell]);
            taken_[head.cell] = 0;
            path.pop_back();
        }
        return best_;
    }

private:
    const Graph& graph_;
    const std::vector<std::int64_t>& exit_;
    Budget& budget_;
    std::vector<std::uint8_t> taken_;
    std::int64_t best_ = nothing;
};

}  // namespace

std::int64_t Ties::greatest() {
    sort_cells();
    std::int64_t best = 0;
    for (int value = 1; value <= surface_.n; ++value) {
        if (budget_.poll() || !solve_level(value)) return 0;
    }
    for (const std::uint32_t cell : levels_[surface_.n]) best = std::max(best, surface_.n + after_[cell]);
    return best;
}

void Ties::sort_cells() {
    levels_.resize(surface_.n + 1);
    after_.assign(surface_.size(), 0);
    before_.assign(surface_.size(), 0);
    seat_.assign(surface_.size(), 0);
    std::uint32_t cell = 0;
    for (int i = 0; i < surface_.rows; ++i)
        for (int j = 0; j < surface_.length(i); ++j, ++cell) {
            places_.push_back({i, j});
            if (cells_[cell] != 0) levels_[cells_[cell]].push_back(cell);
        }
}

bool Ties::solve_level(std::uint16_t value) {
    for (const std::uint32_t cell : levels_[value]) {
        if (seat_[cell] != 0) continue;
        gather(cell, value);
        if (budget_.spend() || !solve()) return false;
        for (std::size_t s = 0; s < members_.size(); ++s) pass_on(members_[s], best_[s]);
    }
    return true;
}

// Collect the component of a cell.
void Ties::gather(std::uint32_t first, std::uint16_t value) {
    members_.assign(1, first);
    seat_[first] = 1;
    graph_.value = value;
    graph_.first.assign(1, 0);
    graph_.next.clear();
    exit_.clear();
    for (std::size_t s = 0; s < members_.size(); ++s) {
        const Place place = places_[members_[s]];
        Landings reached;
        const int count = surface_.landings(place.row, place.column, value, reached);
        exit_.push_back(after_[members_[s]]);
        for (int k = 0; k < count; ++k) {
            if (cells_[reached[k]] != value) continue;
            if (seat_[reached[k]] == 0) {
                members_.push_back(reached[k]);
                seat_[reached[k]] = members_.size();
            }
            graph_.next.push_back(seat_[reached[k]] - 1);
        }
        graph_.first.push_back(graph_.next.size());
    }
}

bool Ties::solve() { return graph_.is_tree() ? walk() : sweep(); }

bool Ties::walk() {
    Walks walks(graph_, exit_, budget_);
    best_.clear();
    for (std::size_t s = 0; s < graph_.size(); ++s) best_.push_back(walks.best(s));
    return budget_.stop() == Stop::done;
}

// Dives first, then sweeps with ever wider beams that look for more, until one gives up nothing.
bool Ties::sweep() {
    Reached reached;
    reached.best.assign(graph_.size(), 0);
    reached.paths.resize(graph_.size());
    reach(graph_, exit_, rotations, true, reached, budget_);
    const std::vector<std::int64_t> most = ceilings(graph_, exit_, true);
    bool whole = reached.best == most;
    if (!whole && graph_.size() <= few) return walk();
    const std::vector<Step> steps = whole ? std::vector<Step>{} : plan(graph_, budget_);
    std::vector<Best> exit;
    for (const std::int64_t sum : exit_) exit.push_back(Best::of(sum));
    for (std::size_t beam = first_beam; !whole; beam *= 8) {
        if (budget_.poll() || steps.empty() || beam > widest_beam) {
            budget_.out_of_memory();
            return false;
        }
        std::vector<std::int64_t> least(reached.best);
        for (std::int64_t& sum : least) ++sum;
        std::vector<Best> found;
        const Swept swept = solve_stuck({graph_, steps, exit, least, beam}, found, budget_);
        if (!swept.done) return false;
        for (std::size_t s = 0; s < found.size(); ++s) reached.best[s] = std::max(reached.best[s], found[s].value);
        whole = swept.whole;
    }
    best_ = reached.best;
    return true;
}

// What leads to greater numbers is of use there, if no greater one of these leads to the same cell.
void Ties::pass_on(std::uint32_t cell, std::int64_t sum) {
    const std::uint16_t value = cells_[cell];
    Landings reached;
    const int count = surface_.landings(places_[cell].row, places_[cell].column, value, reached);
    if (value == surface_.n) after_[cell] = sum - value;
    for (int k = 0; k < count; ++k) {
        const std::uint32_t other = reached[k];
        if (cells_[other] <= value) continue;
        if (before_[other] != value) after_[other] = 0;
        before_[other] = value;
        after_[other] = std::max(after_[other], sum);
    }
}

}  // namespace passatempo::optimiza
