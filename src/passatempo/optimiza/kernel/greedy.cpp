// Sums of the backward greedy for every end: the rest of a path depends only on where a stretch of one number ends.
// Over all ties the backward greedy is a longest path. Inside a number it goes to any unused neighbour, and leaves only
// if there is none, so it walks a simple path that cannot go on. The rest depends only on the cell where it leaves.
// So the greatest X is the longest path that cannot go on, with the sum after its end, for every component of a number
// and every cell at which the path enters. Numbers are processed from 1 upwards.
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

class BackwardGreedy {
public:
    explicit BackwardGreedy(game::BoardView board)
        : cell_numbers_(board.cells),
          equal_targets_(cell_numbers_.size()),
          predecessors_(cell_numbers_.size(), no_cell) {
        for (std::uint32_t cell = 0; cell < cell_numbers_.size(); ++cell)
            for (const std::uint32_t d : game::legal_moves(board, cell)) {
                if (cell_numbers_[d] == cell_numbers_[cell]) equal_targets_[cell].push_back(d);
                else if (predecessors_[d] == no_cell || cell_numbers_[predecessors_[d]] < cell_numbers_[cell])
                    predecessors_[d] = cell;
            }
    }

    // The cells that the greedy takes of one number, from an end: how many, and the last of them.
    std::pair<std::int64_t, std::uint32_t> greedy_stretch(std::uint32_t end) const {
        std::vector<std::uint32_t> stretch_cells{end};
        for (bool goes_on = true; goes_on;) {
            goes_on = false;
            for (const std::uint32_t next : equal_targets_[stretch_cells.back()])
                if (std::find(stretch_cells.begin(), stretch_cells.end(), next) == stretch_cells.end()) {
                    stretch_cells.push_back(next);
                    goes_on = true;
                    break;
                }
        }
        return {stretch_cells.size(), stretch_cells.back()};
    }

    std::uint32_t predecessor(std::uint32_t cell) const { return predecessors_[cell]; }

private:
    const std::vector<std::uint8_t>& cell_numbers_;
    std::vector<std::vector<std::uint32_t>> equal_targets_;
    std::vector<std::uint32_t> predecessors_;  // of the greatest smaller number that leads here, the first cell
};

constexpr std::size_t few = 10;  // cells up to which all paths are tried
constexpr int rotations = 1000;  // of a dive
constexpr std::size_t first_beam = 1024;
constexpr std::size_t widest_beam = std::size_t{1} << 24;

// All paths from a start that cannot go on, in a tree or a small graph.
class MaximalPaths {
public:
    MaximalPaths(const Graph& graph, const std::vector<std::int64_t>& exit, Budget& budget)
        : graph_(graph), exit_sums_(exit), budget_(budget), is_used_(graph.size(), 0) {}

    std::int64_t best_from(std::uint16_t start) {
        best_sum_ = nothing;
        struct Head {
            std::uint16_t cell;
            std::uint32_t next;
            bool has_next;
        };
        std::vector<Head> path{{start, graph_.row_starts[start], false}};
        is_used_[start] = 1;
        while (!path.empty()) {
            Head& head = path.back();
            while (head.next < graph_.row_starts[head.cell + 1U] && is_used_[graph_.neighbour_cells[head.next]])
                ++head.next;
            if (head.next < graph_.row_starts[head.cell + 1U] && !budget_.spend()) {
                head.has_next = true;
                const std::uint16_t cell = graph_.neighbour_cells[head.next++];
                is_used_[cell] = 1;
                path.push_back({cell, graph_.row_starts[cell], false});
                continue;
            }
            if (!head.has_next) best_sum_ = std::max(best_sum_, graph_.sum(path.size()) + exit_sums_[head.cell]);
            is_used_[head.cell] = 0;
            path.pop_back();
        }
        return best_sum_;
    }

private:
    const Graph& graph_;
    const std::vector<std::int64_t>& exit_sums_;
    Budget& budget_;
    std::vector<std::uint8_t> is_used_;
    std::int64_t best_sum_ = nothing;
};

class TieSearch {
public:
    TieSearch(const Surface& surface, const std::uint16_t* cells, Budget& budget)
        : surface_(surface), cell_numbers_(cells), budget_(budget) {}

    // The greatest X, or 0 if a limit came first.
    std::int64_t solve_board();

private:
    struct Place {
        int row, column;
    };

    void sort_cells();
    bool solve_level(std::uint16_t level_number);
    void collect_component(std::uint32_t first, std::uint16_t level_number);
    bool solve_component();
    bool walk_component();
    bool sweep_component();
    void pass_sum(std::uint32_t cell, std::int64_t sum);

    Surface surface_;
    const std::uint16_t* cell_numbers_;
    Budget& budget_;
    std::vector<Place> cell_places_;
    std::vector<std::vector<std::uint32_t>> level_cells_;  // the cells of each number
    std::vector<std::int64_t>
        prefix_sums_;  // of each cell: what comes before it on the path, from the cells in `predecessors_`
    std::vector<std::uint16_t> predecessor_numbers_;  // the greatest smaller number that leads to it
    std::vector<std::uint32_t> component_places_;     // place in the component, from 1

    Graph graph_;
    std::vector<std::uint32_t> members_;
    std::vector<std::int64_t> exit_sums_, best_sums_;
};

std::int64_t TieSearch::solve_board() {
    sort_cells();
    std::int64_t best = 0;
    for (int level_number = 1; level_number <= surface_.n; ++level_number) {
        if (budget_.poll() || !solve_level(level_number)) return 0;
    }
    for (const std::uint32_t cell : level_cells_[surface_.n]) best = std::max(best, surface_.n + prefix_sums_[cell]);
    return best;
}

void TieSearch::sort_cells() {
    level_cells_.resize(surface_.n + 1);
    prefix_sums_.assign(surface_.size(), 0);
    predecessor_numbers_.assign(surface_.size(), 0);
    component_places_.assign(surface_.size(), 0);
    std::uint32_t cell = 0;
    for (int i = 0; i < surface_.row_count; ++i)
        for (int j = 0; j < surface_.row_length(i); ++j, ++cell) {
            cell_places_.push_back({i, j});
            if (cell_numbers_[cell] != 0) level_cells_[cell_numbers_[cell]].push_back(cell);
        }
}

bool TieSearch::solve_level(std::uint16_t level_number) {
    for (const std::uint32_t cell : level_cells_[level_number]) {
        if (component_places_[cell] != 0) continue;
        collect_component(cell, level_number);
        if (budget_.spend() || !solve_component()) return false;
        for (std::size_t s = 0; s < members_.size(); ++s) pass_sum(members_[s], best_sums_[s]);
    }
    return true;
}

// Collect the component of a cell.
void TieSearch::collect_component(std::uint32_t first, std::uint16_t level_number) {
    members_.assign(1, first);
    component_places_[first] = 1;
    graph_.number = level_number;
    graph_.row_starts.assign(1, 0);
    graph_.neighbour_cells.clear();
    exit_sums_.clear();
    for (std::size_t s = 0; s < members_.size(); ++s) {
        const Place place = cell_places_[members_[s]];
        Landings landing_cells;
        const int landing_count = surface_.write_landings(place.row, place.column, level_number, landing_cells);
        exit_sums_.push_back(prefix_sums_[members_[s]]);
        for (int k = 0; k < landing_count; ++k) {
            if (cell_numbers_[landing_cells[k]] != level_number) continue;
            if (component_places_[landing_cells[k]] == 0) {
                members_.push_back(landing_cells[k]);
                component_places_[landing_cells[k]] = members_.size();
            }
            graph_.neighbour_cells.push_back(component_places_[landing_cells[k]] - 1);
        }
        graph_.row_starts.push_back(graph_.neighbour_cells.size());
    }
}

bool TieSearch::solve_component() { return graph_.is_tree() ? walk_component() : sweep_component(); }

bool TieSearch::walk_component() {
    MaximalPaths walks(graph_, exit_sums_, budget_);
    best_sums_.clear();
    for (std::size_t s = 0; s < graph_.size(); ++s) best_sums_.push_back(walks.best_from(s));
    return budget_.stop() == Stop::done;
}

// Dive first, then sweep with wider and wider beams for greater sums, until a sweep discards nothing.
bool TieSearch::sweep_component() {
    BestPaths best_paths;
    best_paths.best_sums.assign(graph_.size(), 0);
    best_paths.paths.resize(graph_.size());
    search_rotations(graph_, exit_sums_, rotations, true, best_paths, budget_);
    const std::vector<std::int64_t> upper_bounds = sum_ceilings(graph_, exit_sums_, true);
    bool is_optimal = best_paths.best_sums == upper_bounds;
    if (!is_optimal && graph_.size() <= few) return walk_component();
    const std::vector<Step> elimination_steps = is_optimal ? std::vector<Step>{} : elimination_order(graph_, budget_);
    std::vector<Best> exit;
    for (const std::int64_t sum : exit_sums_) exit.push_back(Best::from_sum(sum));
    for (std::size_t beam = first_beam; !is_optimal; beam *= 8) {
        if (budget_.poll() || elimination_steps.empty() || beam > widest_beam) {
            budget_.out_of_memory();
            return false;
        }
        std::vector<std::int64_t> thresholds(best_paths.best_sums);
        for (std::int64_t& sum : thresholds) ++sum;
        std::vector<Best> sweep_sums;
        const SweepResult sweep_outcome =
            solve_maximal({graph_, elimination_steps, exit, thresholds, beam}, sweep_sums, budget_);
        if (!sweep_outcome.is_finished) return false;
        for (std::size_t s = 0; s < sweep_sums.size(); ++s)
            best_paths.best_sums[s] = std::max(best_paths.best_sums[s], sweep_sums[s].path_sum);
        is_optimal = sweep_outcome.is_complete;
    }
    best_sums_ = best_paths.best_sums;
    return true;
}

// Pass a sum to the cells of greater numbers that a cell leads to, unless a greater predecessor leads there.
void TieSearch::pass_sum(std::uint32_t cell, std::int64_t sum) {
    const std::uint16_t cell_number = cell_numbers_[cell];
    Landings landing_cells;
    const int landing_count =
        surface_.write_landings(cell_places_[cell].row, cell_places_[cell].column, cell_number, landing_cells);
    if (cell_number == surface_.n) prefix_sums_[cell] = sum - cell_number;
    for (int k = 0; k < landing_count; ++k) {
        const std::uint32_t landing_cell = landing_cells[k];
        if (cell_numbers_[landing_cell] <= cell_number) continue;
        if (predecessor_numbers_[landing_cell] != cell_number) prefix_sums_[landing_cell] = 0;
        predecessor_numbers_[landing_cell] = cell_number;
        prefix_sums_[landing_cell] = std::max(prefix_sums_[landing_cell], sum);
    }
}

}  // namespace

GreedySums greedy(game::BoardView board, Budget& budget) {
    const BackwardGreedy back(board);
    std::vector<std::uint32_t> ends(board.cells.size());
    std::iota(ends.begin(), ends.end(), 0);
    std::stable_sort(ends.begin(), ends.end(), [&](auto a, auto b) { return board.cells[a] < board.cells[b]; });
    std::vector<std::int64_t> sums(ends.size());
    GreedySums greedy_sums;
    for (const std::uint32_t end : ends) {
        if (budget.spend()) return greedy_sums;
        const auto [length, last] = back.greedy_stretch(end);
        const std::uint32_t predecessor_cell = back.predecessor(last);
        sums[end] = board.cells[end] * length + (predecessor_cell == no_cell ? 0 : sums[predecessor_cell]);
        greedy_sums.y = std::max(greedy_sums.y, sums[end]);
    }
    const int n = board.surface.n;
    greedy_sums.x = sums[*std::find_if(ends.begin(), ends.end(), [&](auto cell) { return board.cells[cell] == n; })];
    return greedy_sums;
}

std::int64_t greedy_back_ties(const Surface& surface, const std::uint16_t* cells, Budget& budget) {
    return TieSearch(surface, cells, budget).solve_board();
}

}  // namespace passatempo::optimiza
