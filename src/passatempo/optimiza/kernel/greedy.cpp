// Sums of the backward greedy for every end: the rest of a path depends only on where a stretch of one number ends.
// Over all ties the backward greedy is a longest path. Inside a number it goes to any neighbour that it has not taken,
// and leaves only where there is none: it walks a simple path that cannot go on. What follows depends on the cell where
// it leaves alone. So the greatest X is, for every component of a number and every cell by which it is entered, the
// longest path that cannot go on, with what follows its end; and the numbers are gone through from 1 upwards.
// Algorithm: greedy; depth-first search; frontier-based search, Simpath (Knuth 2011), for paths that cannot go on
// Twin: optimiza/greedy.py
#include "greedy.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "frontier.hpp"

namespace passatempo::optimiza {
namespace {

constexpr std::uint32_t no_cell = ~std::uint32_t{0};

class Backward {
public:
    explicit Backward(game::Numbers board)
        : cells_(board.cells), beside_(cells_.size()), before_(cells_.size(), no_cell) {
        for (std::uint32_t cell = 0; cell < cells_.size(); ++cell)
            for (const std::uint32_t d : game::leads(board, cell)) {
                if (cells_[d] == cells_[cell]) beside_[cell].push_back(d);
                else if (before_[d] == no_cell || cells_[before_[d]] < cells_[cell]) before_[d] = cell;
            }
    }

    // The cells that the greedy takes of one number, from an end: how many, and the last of them.
    std::pair<std::int64_t, std::uint32_t> stretch(std::uint32_t end) const {
        std::vector<std::uint32_t> taken{end};
        for (bool goes_on = true; goes_on;) {
            goes_on = false;
            for (const std::uint32_t next : beside_[taken.back()])
                if (std::find(taken.begin(), taken.end(), next) == taken.end()) {
                    taken.push_back(next);
                    goes_on = true;
                    break;
                }
        }
        return {taken.size(), taken.back()};
    }

    std::uint32_t before(std::uint32_t cell) const { return before_[cell]; }

private:
    const std::vector<std::uint8_t>& cells_;
    std::vector<std::vector<std::uint32_t>> beside_;
    std::vector<std::uint32_t> before_;  // of the greatest smaller number that leads here, the first cell
};

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

}  // namespace

Greedy greedy(game::Numbers board, Budget& budget) {
    const Backward back(board);
    std::vector<std::uint32_t> ends(board.cells.size());
    std::iota(ends.begin(), ends.end(), 0);
    std::stable_sort(ends.begin(), ends.end(), [&](auto a, auto b) { return board.cells[a] < board.cells[b]; });
    std::vector<std::int64_t> sums(ends.size());
    Greedy found;
    for (const std::uint32_t end : ends) {
        if (budget.spend()) return found;
        const auto [length, last] = back.stretch(end);
        const std::uint32_t next = back.before(last);
        sums[end] = board.cells[end] * length + (next == no_cell ? 0 : sums[next]);
        found.y = std::max(found.y, sums[end]);
    }
    const int n = board.surface.n;
    found.x = sums[*std::find_if(ends.begin(), ends.end(), [&](auto cell) { return board.cells[cell] == n; })];
    return found;
}

std::int64_t greedy_back_ties(const Surface& surface, const std::uint16_t* cells, Budget& budget) {
    return Ties(surface, cells, budget).greatest();
}

}  // namespace passatempo::optimiza
