// Solves a board of Optimiza [Optimiza2010] by dynamic programming over its numbers, in rounds with more states.
// 1. `sort_cells`: the cells by number, so that each number is one level.
// 2. `solve_levels`: the levels from the greatest number down. `collect_component` finds their components.
// 3. `settle_pair` and `solve_easy`: pairs, trees and small components, exactly.
// 4. `solve_wide`: larger components, by rotations [Posa1976] and frontier sweeps [Knuth2011].
// 5. `path`: the path of the best sum. `solve` starts the next round until sum and bound agree; proofs are kept.
// Algorithm: dynamic programming over levels and their connected components
// Twin: optimiza/reference/search.py
#include "board.hpp"

#include <algorithm>
#include <cassert>

namespace passatempo::optimiza {
namespace {

constexpr std::size_t small = 10;    // cells up to which all simple paths are tried. Above, the frontier is faster
constexpr std::size_t turns = 2000;  // rotations per greedy path, which take as long as some thousand frontier states
constexpr std::size_t large = 80;    // cells above which the first rounds use fewer rotations
constexpr std::size_t most_tallied = std::size_t{1} << 24;  // states of a component when paths are counted
constexpr std::size_t ahead = 64;  // cells whose landings are prefetched together, some 600 cache lines
constexpr std::size_t most_ways = 8;
constexpr std::uint16_t no_seat = 0xffff;
constexpr std::uint32_t most_alike = 4096;  // cells of one number, because a place in a level takes twelve bits
constexpr int rows_polled = 64;             // rows between two clock checks, at most a millisecond
constexpr std::size_t first_states = std::size_t{1} << 15;  // states of a component in the first round
constexpr std::size_t round_growth = 8;

std::vector<Best> as_weights(const std::vector<std::int64_t>& sums) {
    std::vector<Best> weights;
    weights.reserve(sums.size());
    for (const std::int64_t sum : sums) weights.push_back(Best::from_sum(sum));
    return weights;
}

}  // namespace

bool numbers_fit(const Surface& surface, const std::uint16_t* cells) {
    bool fits = true;
    for (std::uint32_t c = 0; c < surface.size(); ++c) fits &= cells[c] <= surface.n;
    return fits;
}

Board::Board(const Surface& surface, const std::uint16_t* cells, Budget& budget)
    : surface_(surface), cell_words_(surface.size()) {
    sort_cells(cells, budget);
}

void Board::sort_cells(const std::uint16_t* cells, Budget& budget) {
    const std::size_t n = surface_.n;
    level_starts_.assign(n + 2, 0);
    for (std::uint32_t c = 0; c < surface_.size(); ++c) ++level_starts_[cells[c] + 1U];
    for (std::size_t v = 1; v <= n; ++v)
        if (level_starts_[v + 1] > most_alike) refuse("cells: a number stands on more than 4096 cells");
    for (std::size_t v = 0; v <= n; ++v) level_starts_[v + 1] += level_starts_[v];
    sorted_places_.resize(surface_.size());
    std::vector<std::uint32_t> next(level_starts_.begin(), level_starts_.end() - 1);
    std::uint32_t c = 0;
    for (int i = 0; i < surface_.row_count; ++i) {
        if (i % rows_polled == 0 && budget.poll()) return;
        for (int j = 0; j < surface_.row_length(i); ++j, ++c) {
            const std::uint32_t number = cells[c];
            const std::uint32_t at = next[number]++;
            sorted_places_[at] = static_cast<std::uint32_t>(i) << 12 | static_cast<std::uint32_t>(j);
            cell_words_[c] = std::uint64_t{number} << 12 | (number == 0 ? 0 : at - level_starts_[number]);
        }
    }
    is_sorted_ = true;
}

void Board::solve_levels(Budget& budget, std::size_t states, SolverChoice solver_choice) {
    best_sum_ = sum_bound_ = 0;
    state_limit_ = states;
    has_open_bounds_ = false;
    is_complete_ = true;
    counts_ = Counts{};
    if (!is_sorted_) {
        is_complete_ = false;
        return;
    }
    std::uint64_t poll = 0;
    for (int level_number = surface_.n; level_number > 0; --level_number) {
        poll += level_starts_[level_number + 1] - level_starts_[level_number];
        if (poll >= 4096) {  // a fraction of a millisecond
            poll = 0;
            budget.poll();
        }
        if (budget.stop() != Stop::done && best_sum_ > 0) {
            is_complete_ = false;
            sum_bound_ += std::int64_t{level_number} * (level_starts_[level_number + 1] - level_starts_[level_number]);
            continue;
        }
        solve_level(level_number, budget, states, solver_choice);
    }
}

// Load the cells of a number as the current level.
void Board::load_level(int level_number) {
    const std::size_t v = level_number;
    level_begin_ = level_starts_[v];
    level_size_ = level_starts_[v + 1] - level_begin_;
    if (landings_.size() < level_size_) {
        landings_.resize(level_size_);
        landing_counts_.resize(level_size_);
        neighbours_.resize(level_size_);
        degree_.resize(level_size_);
        exit_sums_.resize(level_size_);
        exit_bounds_.resize(level_size_);
        component_places_.resize(level_size_, no_seat);
    }
}

// Compute the landings of some cells ahead of their use, and prefetch the cells they lead to.
void Board::prefetch_landings(int level_number, std::size_t from, std::size_t to) {
    for (std::size_t a = from; a < to; ++a) {
        const int landing_count =
            surface_.write_landings(row(level_begin_ + a), column(level_begin_ + a), level_number, landings_[a]);
        landing_counts_[a] = landing_count;
        __builtin_prefetch(&cell_words_[cell(level_begin_ + a)], 1);
        for (int k = 0; k < landing_count; ++k) __builtin_prefetch(&cell_words_[landings_[a][k]]);
    }
}

void Board::solve_level(int level_number, Budget& budget, std::size_t states, SolverChoice solver_choice) {
    load_level(level_number);
    bool has_components = false;
    for (std::size_t a = 0; a < level_size_; ++a) {
        if (a % ahead == 0) prefetch_landings(level_number, a, std::min(a + ahead, level_size_));
        std::int64_t low = 0;
        bool alike = false;
        // Written without a branch, because the comparison of the numbers is unpredictable.
        const auto visit_target = [&](std::uint32_t target_cell) {
            const std::uint64_t cell_word = cell_words_[target_cell];
            const int cell_number = cell_word >> 12 & 0xfff;
            low = std::max(low, cell_number > level_number ? static_cast<std::int64_t>(cell_word >> 24) : 0);
            alike |= cell_number == level_number;
        };
        if (landing_counts_[a] == most_ways)
            for (std::size_t k = 0; k < most_ways; ++k) visit_target(landings_[a][k]);
        else
            for (std::size_t k = 0; k < landing_counts_[a]; ++k) visit_target(landings_[a][k]);
        degree_[a] = alike ? link_level(a, level_number) : 0;
        exit_sums_[a] = exit_bounds_[a] = low;
        if (has_open_bounds_)
            for (std::size_t k = 0; k < landing_counts_[a]; ++k)
                if (number(landings_[a][k]) > level_number)
                    exit_bounds_[a] = std::max(exit_bounds_[a], upper_bounds_[landings_[a][k]]);
        if (!alike) store_bounds(a, level_number + low, level_number + exit_bounds_[a]);
        has_components |= alike;
    }
    if (!has_components) return;
    for (std::size_t a = 0; a < level_size_; ++a) {
        if (degree_[a] == 0 || component_places_[a] != no_seat) continue;
        if (solver_choice == SolverChoice::by_shape && settle_pair(a, level_number)) continue;
        collect_component(a, level_number, component_);
        solve_component(component_, budget, states, solver_choice);
        for (std::size_t s = 0; s < component_.members.size(); ++s)
            store_bounds(component_.members[s], component_.best_sums[s], component_.sum_bounds[s]);
    }
    std::fill_n(component_places_.begin(), level_size_, no_seat);
}

// Link a cell to the cells of its level that it leads to. Return how many there are.
std::uint8_t Board::link_level(std::size_t a, int level_number) {
    std::uint8_t degree = 0;
    for (std::size_t k = 0; k < landing_counts_[a]; ++k) {
        const std::uint64_t cell_word = cell_words_[landings_[a][k]];
        const int cell_number = cell_word >> 12 & 0xfff;
        if (cell_number == level_number) neighbours_[a][degree++] = cell_word & 0xfff;
    }
    return degree;
}

// Solve a component of two cells, the most frequent one on random boards.
bool Board::settle_pair(std::size_t a, int level_number) {
    if (degree_[a] != 1 || degree_[neighbours_[a][0]] != 1) return false;
    const std::size_t b = neighbours_[a][0];
    component_places_[b] = 0;
    store_bounds(a, level_number + std::max(exit_sums_[a], level_number + exit_sums_[b]),
                 level_number + std::max(exit_bounds_[a], level_number + exit_bounds_[b]));
    store_bounds(b, level_number + std::max(exit_sums_[b], level_number + exit_sums_[a]),
                 level_number + std::max(exit_bounds_[b], level_number + exit_bounds_[a]));
    ++counts_.components;
    ++counts_.trees;
    counts_.largest = std::max<std::uint64_t>(counts_.largest, 2);
    return true;
}

// Collect the component of a cell of the level in breadth-first order.
void Board::collect_component(std::size_t first, int level_number, Component& component) {
    component.members.assign(1, first);
    component.graph.number = level_number;
    component.graph.row_starts.assign(1, 0);
    component.graph.neighbour_cells.clear();
    component.exit_sums.clear();
    component.exit_bounds.clear();
    component_places_[first] = 0;
    for (std::size_t s = 0; s < component.members.size(); ++s) {
        const std::uint16_t a = component.members[s];
        component.exit_sums.push_back(exit_sums_[a]);
        component.exit_bounds.push_back(exit_bounds_[a]);
        for (std::size_t k = 0; k < degree_[a]; ++k) {
            const std::uint16_t b = neighbours_[a][k];
            if (component_places_[b] == no_seat) {
                component_places_[b] = component.members.size();
                component.members.push_back(b);
            }
            component.graph.neighbour_cells.push_back(component_places_[b]);
        }
        component.graph.row_starts.push_back(component.graph.neighbour_cells.size());
    }
}

void Board::solve_component(Component& component, Budget& budget, std::size_t states, SolverChoice solver_choice) {
    ++counts_.components;
    counts_.largest = std::max<std::uint64_t>(counts_.largest, component.graph.size());
    const bool tight = component.exit_sums == component.exit_bounds;
    const bool easy =
        solver_choice == SolverChoice::by_shape && (component.graph.is_tree() || component.graph.size() <= small);
    bool low = false;
    if (easy && solve_easy(component, component.exit_sums, component.best_sums, budget)) {
        low = true;
        component.sum_bounds = component.best_sums;
    } else {
        low = solve_wide(component, budget, easy ? 0 : states);
    }
    if (!low) ++counts_.open;
    if (tight && low) return;
    if (!tight && !(easy && low && solve_easy(component, component.exit_bounds, component.sum_bounds, budget))) {
        // Raising an exit raises a sum by no more than the same amount.
        const std::vector<std::int64_t> upper_bounds = sum_ceilings(component.graph, component.exit_bounds, false);
        std::int64_t gap = 0;
        for (std::size_t s = 0; s < component.exit_sums.size(); ++s)
            gap = std::max(gap, component.exit_bounds[s] - component.exit_sums[s]);
        for (std::size_t s = 0; s < component.exit_sums.size(); ++s)
            component.sum_bounds[s] = std::min(upper_bounds[s], component.sum_bounds[s] + gap);
    }
    if (component.sum_bounds != component.best_sums) open_bounds();
}

// Solve trees, and components small enough to enumerate all their paths.
bool Board::solve_easy(Component& component, const std::vector<std::int64_t>& exits, std::vector<std::int64_t>& best,
                       Budget& budget) {
    const std::vector<Best> exit = as_weights(exits);
    std::vector<Best> start_weights;
    if (component.graph.is_tree()) {
        ++counts_.trees;
        solve_tree(component.graph, exit, start_weights);
    } else {
        ++counts_.small;
        if (!solve_small(component.graph, exit, start_weights, budget)) return false;
    }
    best.clear();
    for (const Best& weight : start_weights) best.push_back(weight.path_sum);
    return true;
}

// Solve a large component. Its rotations increase with the rounds, so that the first round ends early.
bool Board::solve_wide(Component& component, Budget& budget, std::size_t states) {
    BlockTreeSolver& tree_solver = tree_solvers_[cell(level_begin_ + component.members[0])];
    const std::size_t turn_limit =
        component.graph.size() <= large ? turns : std::min(turns, 200 * (state_limit_ >> 15));
    tree_solver.solve(component.graph, component.exit_sums, turn_limit, states, budget);
    counts_.wide += tree_solver.sweep_count();
    component.best_sums = tree_solver.best_sums();
    component.sum_bounds = tree_solver.sum_bounds();
    return tree_solver.is_complete();
}

void Board::store_bounds(std::size_t place, std::int64_t best, std::int64_t bound) {
    const std::uint32_t cell_index = cell(level_begin_ + place);
    cell_words_[cell_index] = static_cast<std::uint64_t>(best) << 24 | (cell_words_[cell_index] & 0xffffff);
    if (has_open_bounds_) upper_bounds_[cell_index] = bound;
    sum_bound_ = std::max(sum_bound_, bound);
    if (best > best_sum_ || (best == best_sum_ && cell_index < best_start_)) {
        best_sum_ = best;
        best_start_ = cell_index;
    }
}

void Board::open_bounds() {
    if (has_open_bounds_) return;
    has_open_bounds_ = true;
    upper_bounds_.resize(cell_words_.size());
    for (std::size_t c = 0; c < cell_words_.size(); ++c) upper_bounds_[c] = cell_words_[c] >> 24;
}

bool Board::count(std::uint32_t prime, Budget& budget, ModularCount& total) {
    if (!budget.room_for(cell_words_.size() * sizeof(ModularCount))) return false;
    ModularCount::prime = prime;
    std::vector<ModularCount> modular_counts(cell_words_.size());
    std::vector<ModularCount> exit, component_counts;
    total = ModularCount{};
    for (int level_number = surface_.n; level_number > 0; --level_number) {
        load_level(level_number);
        prefetch_landings(level_number, 0, level_size_);
        exit.assign(level_size_, ModularCount{});
        for (std::size_t a = 0; a < level_size_; ++a) {
            degree_[a] = 0;
            for (std::size_t k = 0; k < landing_counts_[a]; ++k) {
                const std::uint32_t landing_cell = landings_[a][k];
                if (number(landing_cell) > level_number) exit[a].merge(modular_counts[landing_cell]);
                else if (number(landing_cell) == level_number)
                    neighbours_[a][degree_[a]++] = cell_words_[landing_cell] & 0xfff;
            }
            if (exit[a].path_sum < 0) exit[a] = ModularCount::from_sum(0);
            exit_sums_[a] = exit_bounds_[a] = exit[a].path_sum;
            if (degree_[a] == 0) modular_counts[cell(level_begin_ + a)] = exit[a].plus(level_number);
        }
        for (std::size_t a = 0; a < level_size_; ++a) {
            if (degree_[a] == 0 || component_places_[a] != no_seat) continue;
            collect_component(a, level_number, component_);
            std::vector<ModularCount> mine;
            for (const std::uint16_t b : component_.members) mine.push_back(exit[b]);
            if (!tally_component(component_, mine, component_counts, budget)) return false;
            for (std::size_t s = 0; s < component_counts.size(); ++s)
                modular_counts[cell(level_begin_ + component_.members[s])] = component_counts[s];
        }
        std::fill_n(component_places_.begin(), level_size_, no_seat);
        for (std::size_t a = 0; a < level_size_; ++a) total.merge(modular_counts[cell(level_begin_ + a)]);
        if (budget.poll()) return false;
    }
    return true;
}

bool Board::tally_component(Component& component, const std::vector<ModularCount>& exit,
                            std::vector<ModularCount>& component_counts, Budget& budget) {
    if (component.graph.is_tree()) {
        solve_tree(component.graph, exit, component_counts);
        return true;
    }
    if (component.graph.size() <= small) return solve_small(component.graph, exit, component_counts, budget);
    std::vector<std::int64_t> start_sums;
    for (const std::uint16_t a : component.members) start_sums.push_back(best_from(cell(level_begin_ + a)));
    const std::vector<Step> elimination_steps = elimination_order(component.graph, budget);
    return solve_frontier<ModularCount>(
               {component.graph, elimination_steps, exit, start_sums, most_tallied / elimination_steps.size()},
               component_counts, nullptr, budget)
        .is_finished;
}

std::vector<std::uint32_t> Board::path(std::uint32_t start) {
    std::vector<std::uint32_t> path;
    if (best_from(start) == 0) return path;
    std::uint32_t head = start;
    while (true) {
        const int level_number = number(head);
        load_level(level_number);
        prefetch_landings(level_number, 0, level_size_);
        Component& component = component_;
        const std::size_t cell_place = cell_words_[head] & 0xfff;
        for (std::size_t a = 0; a < level_size_; ++a) {
            degree_[a] = 0;
            exit_sums_[a] = exit_bounds_[a] = 0;
            for (std::size_t k = 0; k < landing_counts_[a]; ++k) {
                const std::uint32_t landing_cell = landings_[a][k];
                if (number(landing_cell) > level_number)
                    exit_sums_[a] = std::max(exit_sums_[a], best_from(landing_cell));
                else if (number(landing_cell) == level_number)
                    neighbours_[a][degree_[a]++] = cell_words_[landing_cell] & 0xfff;
            }
        }
        std::size_t end_place = cell_place;
        if (degree_[cell_place] == 0) {
            path.push_back(head);
        } else {
            // Collect from the first cell, so that the component has the same numbering as when it was solved.
            for (std::size_t a = 0; a < level_size_; ++a) {
                if (degree_[a] == 0 || component_places_[a] != no_seat) continue;
                collect_component(a, level_number, component);
                if (component_places_[cell_place] != no_seat) break;
            }
            const std::size_t component_place = component_places_[cell_place];
            std::fill_n(component_places_.begin(), level_size_, no_seat);
            for (const std::uint16_t s : component_path(component, component_place)) {
                end_place = component.members[s];
                path.push_back(cell(level_begin_ + end_place));
            }
        }
        const std::int64_t exit_sum = exit_sums_[end_place];
        if (exit_sum == 0) return path;
        for (std::size_t k = landing_counts_[end_place]; k-- > 0;) {
            const std::uint32_t landing_cell = landings_[end_place][k];
            if (number(landing_cell) > level_number && best_from(landing_cell) == exit_sum) head = landing_cell;
        }
    }
}

std::int64_t Board::sum_of(const std::vector<std::uint32_t>& path) const {
    std::int64_t sum = 0;
    for (const std::uint32_t cell : path) sum += number(cell);
    return sum;
}

// The path inside a component whose sum, with its exit, is the best known from a start.
Cells Board::component_path(Component& component, std::size_t start) {
    const std::vector<Best> exit = as_weights(component.exit_sums);
    const std::int64_t goal = best_from(cell(level_begin_ + component.members[start]));
    if (component.graph.is_tree()) return find_tree(component.graph, exit, start);
    if (goal == component.graph.number + component.exit_sums[start]) return {static_cast<std::uint16_t>(start)};
    const auto tree_solver = tree_solvers_.find(cell(level_begin_ + component.members[0]));
    if (tree_solver != tree_solvers_.end() && tree_solver->second.exit_sums() == component.exit_sums)
        return tree_solver->second.path(start);
    Budget budget(1e300, ~std::uint64_t{0}, nullptr);
    return find_small(component.graph, exit, start, goal, budget);
}

BoardSolution solve(Board& board, Budget& budget, SolverChoice solver_choice) {
    BoardSolution solution;
    for (std::size_t states = first_states;; states *= round_growth) {
        const std::size_t state_limit = std::min(states, most_states);
        board.solve_levels(budget, state_limit, solver_choice);
        const bool is_first_path = solution.path.empty();
        if (is_first_path || board.best() > solution.best_sum) {
            std::vector<std::uint32_t> path = board.path(board.start());
            const std::int64_t sum = board.sum_of(path);
            if (is_first_path || sum > solution.best_sum) {
                solution.best_sum = sum;
                solution.path = std::move(path);
            }
        }
        if (is_first_path || board.bound() < solution.sum_bound) solution.sum_bound = board.bound();
        solution.counts = board.counts();
        if (solution.best_sum == solution.sum_bound) return solution;
        if (budget.stop() != Stop::done) return solution;
        if (state_limit == most_states) {
            solution.is_exhausted = true;
            return solution;
        }
    }
}

void solve_from(Board& board, std::uint32_t start, Budget& budget, BoardSolution& solution) {
    for (std::size_t states = first_states; states <= most_states; states *= round_growth) {
        board.solve_levels(budget, states, SolverChoice::by_shape);
        if (board.best_from(start) > solution.best_sum) {
            solution.path = board.path(start);
            solution.best_sum = board.sum_of(solution.path);
        }
        const std::int64_t bound = board.is_complete() ? board.bound_from(start) : board.bound();
        if (bound != 0 && (solution.sum_bound == 0 || bound < solution.sum_bound)) solution.sum_bound = bound;
        if (solution.best_sum == solution.sum_bound || budget.stop() != Stop::done) break;
    }
}

void complete_solution(BoardSolution& solution, const Surface& surface, const std::uint16_t* cells,
                       std::uint32_t start) {
    if (solution.best_sum == 0) {  // the limit came before the level of the start
        solution.best_sum = cells[start];
        solution.path = {start};
    }
    if (solution.sum_bound == 0)  // the limit came before the first level
        for (std::uint32_t c = 0; c < surface.size(); ++c) solution.sum_bound += cells[c];
}

}  // namespace passatempo::optimiza
