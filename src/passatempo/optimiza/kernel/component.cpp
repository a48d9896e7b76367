// Solves one component: exactly if it is a tree or small, else by long paths and by bounds over its blocks.
// 1. `solve_tree`: the best sum of every start of a tree, by dynamic programming in both directions.
// 2. `solve_small`: the same for a small graph, by depth-first search with bounds.
// 3. `search_rotations`: long paths in any graph, grown by Warnsdorff's rule [Warnsdorf1823] (`extend`)
//    and then changed by rotations [Posa1976] (`rotate_path`).
// 4. `blocks_of`: the biconnected components.
// 5. `block_path_lengths`: the most cells of a path between two cells, from which `sum_ceilings` bounds the sums.
// Algorithm: tree dynamic programming; depth-first search with bounds; Warnsdorff's rule, rotations (Posa 1976);
// biconnected components (Hopcroft, Tarjan 1973), of a graph and of what is left without one of its cells
#include "component.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace passatempo::optimiza {
namespace {

constexpr std::size_t checked = 64;  // rotations between two checks whether an end can still improve a start

// List the cells of a tree from a root, each after its parent.
void walk_tree(const Graph& graph, std::size_t root, Cells& order, Cells& parent) {
    order.assign(1, root);
    parent.assign(graph.size(), root);
    for (std::size_t at = 0; at < order.size(); ++at) {
        const std::uint16_t a = order[at];
        for (const std::uint16_t b : graph.neighbours(a))
            if (b != parent[a]) {
                parent[b] = a;
                order.push_back(b);
            }
    }
}

// A search over all simple paths from a start in a graph of at most 64 cells.
template <class W>
class Enumerator {
public:
    Enumerator(const Graph& graph, const std::vector<W>& exit, Budget& budget)
        : graph_(graph), exit_weights_(exit), budget_(budget) {
        for (std::size_t a = 0; a < graph.size(); ++a) {
            neighbour_masks_.push_back(0);
            for (const std::uint16_t b : graph.neighbours(a)) neighbour_masks_.back() |= std::uint64_t{1} << b;
            best_exit_ = std::max(best_exit_, exit[a].path_sum);
        }
    }

    W best_from(std::size_t start) {
        best_weight_ = W{};
        const std::uint64_t all = graph_.size() == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << graph_.size()) - 1;
        extend(start, all & ~(std::uint64_t{1} << start), graph_.number);
        return best_weight_;
    }

    bool find_path(std::size_t a, std::uint64_t free, std::int64_t sum, std::int64_t goal, Cells& path) {
        path.push_back(a);
        if (sum + exit_weights_[a].path_sum == goal) return true;
        if (!budget_.spend() && sum + graph_.number * std::popcount(free) + best_exit_ >= goal)
            for (std::uint64_t free_neighbours = neighbour_masks_[a] & free; free_neighbours != 0;
                 free_neighbours &= free_neighbours - 1) {
                const std::size_t b = std::countr_zero(free_neighbours);
                if (find_path(b, free & ~(std::uint64_t{1} << b), sum + graph_.number, goal, path)) return true;
            }
        path.pop_back();
        return false;
    }

private:
    void extend(std::size_t a, std::uint64_t free, std::int64_t sum) {
        if (budget_.spend()) return;
        best_weight_.merge(exit_weights_[a].plus(sum));
        const std::int64_t upper_bound = sum + graph_.number * std::popcount(free) + best_exit_;
        if (upper_bound < best_weight_.path_sum || (!W::counts_paths && upper_bound == best_weight_.path_sum)) return;
        for (std::uint64_t free_neighbours = neighbour_masks_[a] & free; free_neighbours != 0;
             free_neighbours &= free_neighbours - 1) {
            const std::size_t b = std::countr_zero(free_neighbours);
            extend(b, free & ~(std::uint64_t{1} << b), sum + graph_.number);
        }
    }

    const Graph& graph_;
    const std::vector<W>& exit_weights_;
    Budget& budget_;
    std::vector<std::uint64_t> neighbour_masks_;
    std::int64_t best_exit_ = 0;
    W best_weight_;
};

// A path that grows backward from an end and is changed by rotations.
class RotationSearch {
public:
    RotationSearch(const Graph& graph, std::int64_t exit, bool is_maximal, BestPaths& best_paths)
        : graph_(graph),
          exit_sum_(exit),
          is_maximal_(is_maximal),
          best_paths_(best_paths),
          path_places_(graph.size(), 0) {
        for (std::size_t a = 0; a < graph.size(); ++a) free_degrees_.push_back(graph.neighbours(a).size());
    }

    // Extend the path from a cell until the head has no free neighbour.
    void extend(std::size_t cell) {
        while (true) {
            path_.push_back(cell);
            path_places_[cell] = path_.size();
            for (const std::uint16_t b : graph_.neighbours(cell)) --free_degrees_[b];
            store_path();
            std::size_t next_cell = graph_.size();
            for (const std::uint16_t b : graph_.neighbours(cell))
                if (path_places_[b] == 0 && (next_cell == graph_.size() || free_degrees_[b] < free_degrees_[next_cell]))
                    next_cell = b;
            if (next_cell == graph_.size()) return;
            cell = next_cell;
        }
    }

    // Join the head to a cell of the path and make the next cell the new head. Return false if the head has no such
    // neighbour.
    bool rotate_path() {
        const auto neighbours = graph_.neighbours(path_.back());
        if (neighbours.size() < 2) return drop_head();
        random_state_ = random_state_ * 6364136223846793005ULL + 1442695040888963407ULL;
        const std::uint16_t b = neighbours[(random_state_ >> 33) % neighbours.size()];
        if (path_places_[b] == 0) {  // the dropped head, or a cell that became free since
            extend(b);
            return true;
        }
        if (path_places_[b] + std::size_t{1} == path_.size()) return true;  // the cell before the head: nothing changes
        std::reverse(path_.begin() + path_places_[b], path_.end());
        for (std::size_t at = path_places_[b]; at < path_.size(); ++at) path_places_[path_[at]] = at + 1;
        store_path();
        for (const std::uint16_t c : graph_.neighbours(path_.back()))
            if (path_places_[c] == 0) {
                extend(c);
                break;
            }
        return true;
    }

private:
    // Drop a head that is a dead end.
    bool drop_head() {
        if (path_.size() < 3) return false;
        const std::uint16_t path_end = path_.back();
        path_.pop_back();
        path_places_[path_end] = 0;
        for (const std::uint16_t b : graph_.neighbours(path_end)) ++free_degrees_[b];
        return true;
    }

    void store_path() {
        const std::int64_t sum = graph_.sum(path_.size()) + exit_sum_;
        const std::uint16_t path_start = path_.back();
        if (path_.size() == 1 || sum <= best_paths_.best_sums[path_start] ||
            (is_maximal_ && free_degrees_[path_[0]] != 0))
            return;
        best_paths_.best_sums[path_start] = sum;
        best_paths_.paths[path_start].assign(path_.rbegin(), path_.rend());
    }

    const Graph& graph_;
    std::int64_t exit_sum_;
    bool is_maximal_;
    BestPaths& best_paths_;
    std::vector<std::uint16_t> path_places_;   // from 1, or 0 if the cell is free
    std::vector<std::uint16_t> free_degrees_;  // free neighbours
    Cells path_;
    std::uint64_t random_state_ = 1;
};

// The cells of every block (biconnected component), by Tarjan's low links.
class Blocks {
public:
    explicit Blocks(const Graph& graph) : discovery_times_(graph.size(), 0), low_links_(graph.size(), 0) {
        std::vector<std::uint32_t> row_cursors(graph.row_starts.begin(), graph.row_starts.end() - 1);
        Cells path(1, 0);
        discovery_times_[0] = low_links_[0] = ++visit_clock_;
        while (!path.empty()) {
            const std::uint16_t a = path.back();
            if (row_cursors[a] < graph.row_starts[a + 1U]) {
                visit_neighbour(path, graph.neighbour_cells[row_cursors[a]++]);
                continue;
            }
            path.pop_back();
            if (!path.empty()) close_block(path.back(), a);
        }
    }

    std::vector<Cells> block_cells;

private:
    void visit_neighbour(Cells& path, std::uint16_t b) {
        const std::uint16_t a = path.back();
        if (discovery_times_[b] != 0) {
            low_links_[a] = std::min(low_links_[a], discovery_times_[b]);
            return;
        }
        discovery_times_[b] = low_links_[b] = ++visit_clock_;
        block_stack_.push_back(b);
        path.push_back(b);
    }

    // The cells below `a` that reach nothing above its parent form a block with the parent.
    void close_block(std::uint16_t parent, std::uint16_t a) {
        low_links_[parent] = std::min(low_links_[parent], low_links_[a]);
        if (low_links_[a] < discovery_times_[parent]) return;
        Cells block(1, parent);
        while (true) {
            const std::uint16_t b = block_stack_.back();
            block_stack_.pop_back();
            block.push_back(b);
            if (b == a) break;
        }
        block_cells.push_back(std::move(block));
    }

    std::vector<std::uint32_t> discovery_times_, low_links_;
    Cells block_stack_;
    std::uint32_t visit_clock_ = 0;
};

// Copy a graph without one of its cells. Greater indices move down by one.
Graph remove_cell(const Graph& graph, std::uint16_t cell) {
    Graph rest;
    rest.number = graph.number;
    rest.row_starts.assign(1, 0);
    for (std::uint16_t a = 0; a < graph.size(); ++a) {
        if (a == cell) continue;
        for (const std::uint16_t b : graph.neighbours(a))
            if (b != cell) rest.neighbour_cells.push_back(b - (b > cell));
        rest.row_starts.push_back(rest.neighbour_cells.size());
    }
    return rest;
}

// The most cells of a path from one of the starts to each cell: all cells of the blocks between them.
std::vector<std::uint16_t> block_path_lengths(const Graph& graph, const Cells& starts) {
    struct Visit {
        std::uint16_t cell;
        std::uint32_t from;
        std::uint16_t cells;
    };
    constexpr std::uint32_t nowhere = 0xffffffff;
    const std::vector<Cells> blocks = Blocks(graph).block_cells;
    std::vector<std::vector<std::uint32_t>> of(graph.size());
    for (std::uint32_t block = 0; block < blocks.size(); ++block)
        for (const std::uint16_t cell : blocks[block]) of[cell].push_back(block);
    std::vector<std::uint16_t> path_lengths(graph.size(), 0);
    std::vector<Visit> open;
    for (const std::uint16_t start : starts) {
        path_lengths[start] = std::max<std::uint16_t>(path_lengths[start], 1);
        open.push_back({start, nowhere, 1});
        while (!open.empty()) {
            const Visit at = open.back();
            open.pop_back();
            for (const std::uint32_t block : of[at.cell]) {
                if (block == at.from) continue;
                const std::uint16_t cells = at.cells + blocks[block].size() - 1;
                for (const std::uint16_t cell : blocks[block]) {
                    if (cell == at.cell) continue;
                    path_lengths[cell] = std::max(path_lengths[cell], cells);
                    open.push_back({cell, block, cells});
                }
            }
        }
    }
    return path_lengths;
}

}  // namespace

template <class W>
void solve_tree(const Graph& graph, const std::vector<W>& exit, std::vector<W>& best) {
    const std::size_t k = graph.size();
    Cells order, parent;
    walk_tree(graph, 0, order, parent);
    std::vector<W> down(exit);  // the best from a cell into its subtree, without the cell itself
    for (std::size_t at = k; at-- > 1;) {
        const std::uint16_t a = order[at];
        down[parent[a]].merge(down[a].plus(graph.number));
    }
    best.assign(k, W{});
    std::vector<W> up(k);  // the best from a cell's parent away from the cell, without the parent itself
    for (const std::uint16_t a : order) {
        best[a] = down[a].plus(graph.number);
        if (a != order[0]) best[a].merge(up[a].plus(2 * graph.number));
        // Prefix and suffix joins leave one child out at a time.
        Cells children;
        for (const std::uint16_t b : graph.neighbours(a))
            if (a == order[0] || b != parent[a]) children.push_back(b);
        W before = exit[a];
        if (a != order[0]) before.merge(up[a].plus(graph.number));
        for (const std::uint16_t b : children) {
            up[b] = before;
            before.merge(down[b].plus(graph.number));
        }
        W after{};
        for (std::size_t at = children.size(); at-- > 0;) {
            up[children[at]].merge(after);
            after.merge(down[children[at]].plus(graph.number));
        }
    }
}

template <class W>
bool solve_small(const Graph& graph, const std::vector<W>& exit, std::vector<W>& best, Budget& budget) {
    Enumerator<W> search(graph, exit, budget);
    best.resize(graph.size());
    for (std::size_t s = 0; s < graph.size(); ++s) best[s] = search.best_from(s);
    return budget.stop() == Stop::done;
}

Cells find_small(const Graph& graph, const std::vector<Best>& exit, std::size_t start, std::int64_t goal,
                 Budget& budget) {
    Enumerator<Best> search(graph, exit, budget);
    Cells path;
    search.find_path(start, ~(std::uint64_t{1} << start) & (~std::uint64_t{0} >> (64 - graph.size())), graph.number,
                     goal, path);
    return path;
}

Cells find_tree(const Graph& graph, const std::vector<Best>& exit, std::size_t start) {
    Cells order, parent;
    walk_tree(graph, start, order, parent);
    std::vector<std::int64_t> sum(graph.size(), graph.number);
    std::size_t end = start;
    for (const std::uint16_t a : order) {
        if (a != start) sum[a] = sum[parent[a]] + graph.number;
        if (sum[a] + exit[a].path_sum > sum[end] + exit[end].path_sum) end = a;
    }
    Cells path(1, end);
    while (path.back() != start) path.push_back(parent[path.back()]);
    std::reverse(path.begin(), path.end());
    return path;
}

void search_rotations(const Graph& graph, const std::vector<std::int64_t>& exit, std::size_t turns, bool stuck,
                      BestPaths& best_paths, Budget& budget) {
    const std::int64_t full_sum = graph.sum(graph.size());
    Cells ends(graph.size());
    std::iota(ends.begin(), ends.end(), std::uint16_t{0});
    std::stable_sort(ends.begin(), ends.end(), [&](std::uint16_t a, std::uint16_t b) { return exit[a] > exit[b]; });
    for (const std::uint16_t end : ends) {
        // Whether this end can still improve a start. Each rotation serves only one.
        const auto wanting = [&] {
            for (std::size_t s = 0; s < graph.size(); ++s)
                if (s != end && best_paths.best_sums[s] < full_sum + exit[end]) return true;
            return false;
        };
        if (!wanting()) break;
        if (budget.poll()) return;
        RotationSearch rotation_search(graph, exit[end], stuck, best_paths);
        rotation_search.extend(end);
        for (std::size_t turn = 1; turn <= turns && rotation_search.rotate_path(); ++turn)
            if (turn % checked == 0 && !wanting()) break;
    }
}

std::vector<std::int64_t> sum_ceilings(const Graph& graph, const std::vector<std::int64_t>& exit, bool is_maximal) {
    const std::int64_t full_sum = graph.sum(graph.size());
    const std::size_t top_exit = std::max_element(exit.begin(), exit.end()) - exit.begin();
    std::int64_t second = nothing;
    for (std::size_t t = 0; t < exit.size(); ++t)
        if (t != top_exit) second = std::max(second, exit[t]);
    std::vector<std::int64_t> upper_bounds(exit.size(), full_sum + exit[top_exit]);
    upper_bounds[top_exit] = full_sum + second;  // only a path of one cell, which can go on, ends where it starts
    if (!is_maximal) upper_bounds[top_exit] = std::max(upper_bounds[top_exit], graph.number + exit[top_exit]);
    return upper_bounds;
}

std::vector<Cells> blocks_of(const Graph& graph) { return Blocks(graph).block_cells; }

BlockBounds::BlockBounds(const Graph& block, Budget& budget)
    : number_(block.number), cell_count_(block.size()), path_lengths_(cell_count_ * cell_count_, 0) {
    for (std::size_t s = 0; s < cell_count_; ++s) {
        if (budget.poll()) return;
        const std::uint16_t start = s;
        Cells start_neighbours;
        for (const std::uint16_t b : block.neighbours(start)) start_neighbours.push_back(b - (b > start));
        const std::vector<std::uint16_t> cells = block_path_lengths(remove_cell(block, start), start_neighbours);
        for (std::size_t t = 0; t < cell_count_; ++t)
            if (t != s) path_lengths_[s * cell_count_ + t] = 1 + cells[t - (t > s)];
    }
    for (std::size_t s = 0; s < cell_count_; ++s)
        for (std::size_t t = 0; t < s; ++t) {
            std::uint16_t &forward_length = path_lengths_[s * cell_count_ + t],
                          &backward_length = path_lengths_[t * cell_count_ + s];
            forward_length = backward_length = std::min(forward_length, backward_length);
        }
}

std::vector<std::int64_t> BlockBounds::sum_ceilings(const std::vector<std::int64_t>& exit) const {
    std::vector<std::int64_t> ceilings(cell_count_, nothing);
    for (std::size_t s = 0; s < cell_count_; ++s)
        for (std::size_t t = 0; t < cell_count_; ++t)
            if (t != s) ceilings[s] = std::max(ceilings[s], number_ * path_lengths_[s * cell_count_ + t] + exit[t]);
    return ceilings;
}

template void solve_tree(const Graph&, const std::vector<Best>&, std::vector<Best>&);
template void solve_tree(const Graph&, const std::vector<ModularCount>&, std::vector<ModularCount>&);
template bool solve_small(const Graph&, const std::vector<Best>&, std::vector<Best>&, Budget&);
template bool solve_small(const Graph&, const std::vector<ModularCount>&, std::vector<ModularCount>&, Budget&);

}  // namespace passatempo::optimiza
