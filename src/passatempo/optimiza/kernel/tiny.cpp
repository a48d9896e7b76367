// Solves boards of at most 64 cells with bit masks: the optimum, the number of best paths and the greedy levels.
// 1. `set_board`: the cells of each number, and the cached paths among them (`extend_path`).
// 2. `solve_board`: the numbers from the greatest down, with the exits of `compute_exits` [Optimiza2010].
// 3. `store_best_path`: the best listed path of each cell. `search_paths` replaces it if there are too many cells.
// 4. `back_from`: the backward greedy X. `best_over_ties` maximises it over all ways to break ties.
// 5. `expert_from`: the expert level, a tree optimum (`tree_best`) or one dive by Warnsdorff's rule
//    (`dive_best`) [Warnsdorf1823].
// Algorithm: level by level with the paths inside a number listed once for each set of its cells; where they are too
// many, branch and bound over bit sets
// Twin: optimiza/reference/search.py
#include "tiny.hpp"

#include <algorithm>
#include <cassert>

namespace passatempo::optimiza {
namespace {

constexpr std::size_t most_known = std::size_t{1}
                                   << 14;  // cached cell sets per number. All sets of N = 4 fit, in some megabytes

std::uint8_t bit(std::size_t k) { return 1U << k; }

}  // namespace

SmallComponent::SmallComponent(const std::array<Mask, 64>& to, Mask cells) {
    assert(std::popcount(cells) <= max_cells);
    std::array<std::size_t, max_cells> cell{};
    std::size_t size = 0;
    for (Mask left = cells; left != 0; left &= left - 1) cell[size++] = lowest_cell(left);
    Near near{};
    for (std::size_t k = 0; k < size; ++k)
        for (std::size_t j = 0; j < size; ++j)
            if ((to[cell[k]] >> cell[j] & 1U) != 0) near[k] |= bit(j);
    for (std::size_t k = 0; k < size; ++k) {
        const std::uint8_t rest_mask = bit(size) - 1 - bit(k);
        extend_path(near, k, k, rest_mask, 1);
        std::size_t at = k;
        std::uint8_t part = bit(k), free = rest_mask;
        for (walk_lengths[k] = 1; (near[at] & free) != 0; ++walk_lengths[k]) {
            at = lowest_cell(near[at] & free);
            free &= ~bit(at);
        }
        walk_ends[k] = cell[at];
        int ends = 0;
        for (std::size_t j = 0; j < size; ++j)
            if (path_table[k][j].longest_length > 0) part |= bit(j);
        for (std::size_t j = 0; j < size; ++j)
            if ((part & bit(j)) != 0) ends += std::popcount(near[j]);
        if (ends == 2 * (std::popcount(part) - 1)) tree_cells |= bit(k);
    }
}

// Extend a path of `cells` cells that ends at `at`. `free` holds the cells that are not on it.
void SmallComponent::extend_path(const Near& near, std::size_t start, std::size_t at, std::uint8_t free,
                                 std::uint8_t cells) {
    PathLengths& path = path_table[start][at];
    if (cells > path.longest_length) {
        path.longest_length = cells;
        path.longest_count = 0;
    }
    path.longest_count += cells == path.longest_length;
    std::uint8_t next = near[at] & free;
    if (next == 0) path.maximal_length = std::max(path.maximal_length, cells);
    for (; next != 0; next &= next - 1) {
        const std::size_t other = lowest_cell(next);
        extend_path(near, start, other, free & ~bit(other), cells + 1);
    }
}

SmallBoardSolver::SmallBoardSolver(const Surface& surface)
    : n_(surface.n), size_(surface.size()), landing_masks_(n_ + 1), component_cache_(n_ + 1) {
    if (size_ > 64) refuse("N: a board of at most 64 cells is needed");
    for (std::size_t v = 1; v <= n_; ++v) {
        std::size_t c = 0;
        for (int i = 0; i < surface.row_count; ++i)
            for (int j = 0; j < surface.row_length(i); ++j, ++c) {
                Landings landing_cells;
                const int landing_count = surface.write_landings(i, j, v, landing_cells);
                for (int k = 0; k < landing_count; ++k) landing_masks_[v][c] |= Mask{1} << landing_cells[k];
            }
    }
}

void SmallBoardSolver::set_board(const std::uint8_t* cells) {
    std::array<std::uint8_t, 65> copies{};
    for (std::size_t v = 0; v <= n_; ++v) level_masks_[v] = 0;
    for (std::size_t c = 0; c < size_; ++c) {
        numbers_[c] = cells[c];
        level_places_[c] = copies[cells[c]]++;
        level_masks_[cells[c]] |= Mask{1} << c;
    }
    greater_masks_[n_] = 0;
    for (std::size_t v = n_; v > 0; --v) {
        greater_masks_[v - 1] = greater_masks_[v] | level_masks_[v];
        components_[v] = nullptr;
        if (copies[v] > SmallComponent::max_cells) continue;
        auto& number_cache = component_cache_[v];
        if (number_cache.size() >= most_known) number_cache.clear();
        components_[v] = &number_cache.try_emplace(level_masks_[v], landing_masks_[v], level_masks_[v]).first->second;
    }
}

// The path lengths from a cell to all cells of its number, or null if there are too many cells to list paths.
const SmallBoardSolver::Ways* SmallBoardSolver::ways_from(std::size_t cell) const {
    const SmallComponent* component = components_[numbers_[cell]];
    return component == nullptr ? nullptr : &component->path_table[level_places_[cell]];
}

int SmallBoardSolver::solve_board(bool count) {
    int best = 0;
    path_count_ = 0;
    for (std::size_t v = n_; v > 0; --v) {
        compute_exits(v, count);
        for (Mask level_mask = level_masks_[v]; level_mask != 0; level_mask &= level_mask - 1) {
            const std::size_t c = lowest_cell(level_mask);
            start_best_ = Sum{};
            if (const Ways* ways = ways_from(c)) store_best_path(*ways, v, count);
            else search_paths(c, rest_of_level(c), v, count);
            best_sums_[c] = start_best_;
            if (start_best_.path_sum > best) {
                best = start_best_.path_sum;
                path_count_ = 0;
            }
            if (start_best_.path_sum == best) path_count_ += start_best_.path_count;
        }
    }
    return best;
}

// Compute the exit of each cell of a number: the best sum that continues on a greater number.
void SmallBoardSolver::compute_exits(std::size_t v, bool count) {
    best_exit_ = 0;
    for (Mask level_mask = level_masks_[v]; level_mask != 0; level_mask &= level_mask - 1) {
        const std::size_t c = lowest_cell(level_mask);
        const Mask greater_targets = landing_masks_[v][c] & greater_masks_[v];
        exit_sums_[c] = 0;
        for (Mask next = greater_targets; next != 0; next &= next - 1)
            exit_sums_[c] = std::max(exit_sums_[c], best_sums_[lowest_cell(next)].path_sum);
        best_exit_ = std::max(best_exit_, exit_sums_[c]);
        exit_path_counts_[c] = greater_targets == 0;
        if (!count) continue;
        for (Mask next = greater_targets; next != 0; next &= next - 1)
            if (const Sum& sum = best_sums_[lowest_cell(next)]; sum.path_sum == exit_sums_[c])
                exit_path_counts_[c] += sum.path_count;
    }
}

// The best sum over the listed paths. Between two cells only the longest path can be best.
int SmallBoardSolver::best_path_sum(const Ways& ways, int v, const Exits& exit) const {
    int best = 0;
    const SmallComponent::PathLengths* path = ways.data();
    for (Mask level_mask = level_masks_[v]; level_mask != 0; level_mask &= level_mask - 1, ++path)
        if (path->longest_length > 0) best = std::max(best, v * path->longest_length + exit[lowest_cell(level_mask)]);
    return best;
}

void SmallBoardSolver::store_best_path(const Ways& ways, int v, bool count) {
    start_best_.path_sum = best_path_sum(ways, v, exit_sums_);
    if (!count) return;
    const SmallComponent::PathLengths* path = ways.data();
    for (Mask level_mask = level_masks_[v]; level_mask != 0; level_mask &= level_mask - 1, ++path) {
        const std::size_t c = lowest_cell(level_mask);
        if (path->longest_length > 0 && v * path->longest_length + exit_sums_[c] == start_best_.path_sum)
            start_best_.path_count += path->longest_count * exit_path_counts_[c];
    }
}

void SmallBoardSolver::search_paths(std::size_t cell, Mask free, int sum, bool count) {
    const int v = numbers_[cell];
    if (sum + exit_sums_[cell] > start_best_.path_sum) start_best_ = {sum + exit_sums_[cell], 0};
    if (sum + exit_sums_[cell] == start_best_.path_sum) start_best_.path_count += exit_path_counts_[cell];
    const int upper_bound = sum + v * std::popcount(free) + best_exit_;
    if (upper_bound < start_best_.path_sum || (!count && upper_bound == start_best_.path_sum)) return;
    for (Mask free_landings = landing_mask(cell) & free; free_landings != 0; free_landings &= free_landings - 1) {
        const std::size_t d = lowest_cell(free_landings);
        search_paths(d, free & ~(Mask{1} << d), sum + v, count);
    }
}

// Walk to the lowest free cell of the same number while there is one.
SmallBoardSolver::Walk SmallBoardSolver::greedy_walk(std::size_t start) const {
    const std::size_t v = numbers_[start];
    if (components_[v] != nullptr)
        return {components_[v]->walk_ends[level_places_[start]], components_[v]->walk_lengths[level_places_[start]]};
    Walk walk{start, 1};
    Mask free_mask = rest_of_level(start);
    for (Mask free_landings = landing_mask(start) & free_mask; free_landings != 0;
         free_landings = landing_mask(walk.end_cell) & free_mask) {
        walk.end_cell = lowest_cell(free_landings);
        ++walk.length;
        free_mask &= ~(Mask{1} << walk.end_cell);
    }
    return walk;
}

// The cells of the greatest smaller number that lead to a cell. Moves are symmetric, so they are its own landings.
Mask SmallBoardSolver::smaller_sources(std::size_t cell, std::size_t& number) const {
    for (number = numbers_[cell]; number-- > 1;)
        if (const Mask source_cells = landing_masks_[number][cell] & level_masks_[number]; source_cells != 0)
            return source_cells;
    return 0;
}

// The cells of the smallest greater number that follow a cell.
Mask SmallBoardSolver::greater_targets(std::size_t cell, std::size_t& number) const {
    for (number = numbers_[cell] + std::size_t{1}; number <= n_; ++number)
        if (const Mask target_cells = landing_mask(cell) & level_masks_[number]; target_cells != 0) return target_cells;
    return 0;
}

int SmallBoardSolver::back_from(std::size_t end) const {
    std::size_t cell = end, number = 0;
    for (int sum = 0;;) {
        const Walk walk = greedy_walk(cell);
        sum += numbers_[cell] * walk.length;
        const Mask source_cells = smaller_sources(walk.end_cell, number);
        if (source_cells == 0) return sum;
        cell = lowest_cell(source_cells);
    }
}

int SmallBoardSolver::greedy_back() { return back_from(lowest_cell(level_masks_[n_])); }

int SmallBoardSolver::greedy_back_ends() {
    int best = 0;
    for (std::size_t c = 0; c < size_; ++c) best = std::max(best, back_from(c));
    return best;
}

int SmallBoardSolver::greedy_back_ties() {
    entry_sums_.fill(-1);
    return best_over_ties(lowest_cell(level_masks_[n_]));
}

// The best sum over all ways to break ties, from the cell where the backward path enters a number.
int SmallBoardSolver::best_over_ties(std::size_t cell) {
    int& best = entry_sums_[cell];
    if (best >= 0) return best;
    const int v = numbers_[cell];
    const Ways* ways = ways_from(cell);
    if (ways == nullptr) return best = ties(cell, rest_of_level(cell));
    const SmallComponent::PathLengths* path = ways->data();
    for (Mask level_mask = level_masks_[v]; level_mask != 0; level_mask &= level_mask - 1, ++path)
        if (path->maximal_length > 0)
            best = std::max(best, v * path->maximal_length + ties_before(lowest_cell(level_mask)));
    return best;
}

int SmallBoardSolver::ties(std::size_t cell, Mask free) {
    const Mask free_landings = landing_mask(cell) & free;
    if (free_landings == 0) return numbers_[cell] + ties_before(cell);
    int best = 0;
    for (Mask next = free_landings; next != 0; next &= next - 1) {
        const std::size_t d = lowest_cell(next);
        best = std::max(best, ties(d, free & ~(Mask{1} << d)));
    }
    return numbers_[cell] + best;
}

int SmallBoardSolver::ties_before(std::size_t cell) {
    int best = 0;
    std::size_t number = 0;
    for (Mask source_cells = smaller_sources(cell, number); source_cells != 0; source_cells &= source_cells - 1)
        best = std::max(best, best_over_ties(lowest_cell(source_cells)));
    return best;
}

int SmallBoardSolver::expert() {
    std::array<int, 64> sum{};
    Exits exit{};
    int best = 0;
    for (std::size_t v = n_; v > 0; --v) {
        for (Mask level_mask = level_masks_[v]; level_mask != 0; level_mask &= level_mask - 1) {
            const std::size_t c = lowest_cell(level_mask);
            for (Mask next = landing_masks_[v][c] & greater_masks_[v]; next != 0; next &= next - 1)
                exit[c] = std::max(exit[c], sum[lowest_cell(next)]);
        }
        for (Mask level_mask = level_masks_[v]; level_mask != 0; level_mask &= level_mask - 1) {
            const std::size_t c = lowest_cell(level_mask);
            sum[c] = expert_from(c, exit);
            best = std::max(best, sum[c]);
        }
    }
    return best;
}

int SmallBoardSolver::expert_from(std::size_t start, const Exits& exit) const {
    const int v = numbers_[start];
    const Ways* ways = ways_from(start);
    if (ways == nullptr) {
        bool tree = false;
        const Mask component = component_mask(start, tree);
        return tree ? tree_best(start, component, exit) : dive_best(start, exit);
    }
    return (components_[v]->tree_cells >> level_places_[start] & 1U) == 0 ? dive_best(start, exit)
                                                                          : best_path_sum(*ways, v, exit);
}

// The cells of the component of a cell. Set `tree` if it is a tree.
Mask SmallBoardSolver::component_mask(std::size_t cell, bool& tree) const {
    Mask part = 0;
    int moves = 0;
    for (Mask layer_mask = Mask{1} << cell; layer_mask != 0;) {
        part |= layer_mask;
        Mask next = 0;
        for (; layer_mask != 0; layer_mask &= layer_mask - 1) {
            const Mask layer_neighbours = neighbour_mask(lowest_cell(layer_mask));
            moves += std::popcount(layer_neighbours);
            next |= layer_neighbours;
        }
        layer_mask = next & ~part;
    }
    tree = moves == 2 * (std::popcount(part) - 1);
    return part;
}

// The best sum from a cell of a tree, where only one path leads to each other cell.
int SmallBoardSolver::tree_best(std::size_t start, Mask part, const Exits& exit) const {
    const int v = numbers_[start];
    int best = 0;
    Mask free_mask = part;
    Mask layer_mask = Mask{1} << start;
    for (int sum = v; layer_mask != 0; sum += v) {
        free_mask &= ~layer_mask;
        Mask next = 0;
        for (; layer_mask != 0; layer_mask &= layer_mask - 1) {
            const std::size_t c = lowest_cell(layer_mask);
            best = std::max(best, sum + exit[c]);
            next |= landing_mask(c);
        }
        layer_mask = next & free_mask;
    }
    return best;
}

// The best prefix of one dive. It moves to the cell with the fewest free neighbours, and into a dead end only if there
// is no other move. Among ties it takes the least exit, to keep the good exits for later.
int SmallBoardSolver::dive_best(std::size_t start, const Exits& exit) const {
    const int v = numbers_[start];
    Mask free_mask = rest_of_level(start);
    int best = 0;
    int sum = v;
    for (std::size_t cell = start;; sum += v) {
        best = std::max(best, sum + exit[cell]);
        std::size_t best_cell = 64;
        int fewest = 0;
        for (Mask free_landings = landing_mask(cell) & free_mask; free_landings != 0;
             free_landings &= free_landings - 1) {
            const std::size_t d = lowest_cell(free_landings);
            const int free_neighbours = std::popcount(landing_mask(d) & free_mask);
            const int ways = free_neighbours == 0 ? 64 : free_neighbours;
            if (best_cell == 64 || ways < fewest || (ways == fewest && exit[d] < exit[best_cell])) {
                fewest = ways;
                best_cell = d;
            }
        }
        if (best_cell == 64) return best;
        cell = best_cell;
        free_mask &= ~(Mask{1} << cell);
    }
}

int SmallBoardSolver::forward_from(std::size_t start) const {
    std::size_t cell = start, number = 0;
    for (int sum = 0;;) {
        const Walk walk = greedy_walk(cell);
        sum += numbers_[cell] * walk.length;
        const Mask target_cells = greater_targets(walk.end_cell, number);
        if (target_cells == 0) return sum;
        cell = lowest_cell(target_cells);
    }
}

// Among cells of one number, the cell with the fewest onward moves. `free` holds the free cells of that number.
std::size_t SmallBoardSolver::with_fewest_ways(Mask cells, Mask free) const {
    std::size_t best_cell = lowest_cell(cells);
    int fewest = 65;
    for (const Mask open_cells = greater_masks_[numbers_[best_cell]] | free; cells != 0; cells &= cells - 1) {
        const int ways = std::popcount(landing_mask(lowest_cell(cells)) & open_cells);
        if (ways >= fewest) continue;
        fewest = ways;
        best_cell = lowest_cell(cells);
    }
    return best_cell;
}

// The forward greedy with Warnsdorff's rule. The rest of a path depends only on the cell where it enters a number.
int SmallBoardSolver::on_with_fewest_ways() const {
    std::array<int, 64> sum{};
    int best = 0;
    for (std::size_t v = n_; v > 0; --v)
        for (Mask level_mask = level_masks_[v]; level_mask != 0; level_mask &= level_mask - 1) {
            std::size_t cell = lowest_cell(level_mask), number = v;
            int path_sum = numbers_[cell];
            Mask free_mask = rest_of_level(cell);
            for (Mask free_landings = landing_mask(cell) & free_mask; free_landings != 0;
                 free_landings = landing_mask(cell) & free_mask) {
                cell = with_fewest_ways(free_landings, free_mask);
                free_mask &= ~(Mask{1} << cell);
                path_sum += numbers_[cell];
            }
            if (const Mask target_cells = greater_targets(cell, number); target_cells != 0)
                path_sum += sum[with_fewest_ways(target_cells, level_masks_[number])];
            sum[lowest_cell(level_mask)] = path_sum;
            best = std::max(best, path_sum);
        }
    return best;
}

int SmallBoardSolver::greedy_on(bool warnsdorff) {
    if (warnsdorff) return on_with_fewest_ways();
    int best = 0;
    for (std::size_t start = 0; start < size_; ++start) best = std::max(best, forward_from(start));
    return best;
}

}  // namespace passatempo::optimiza
