// Trees, small graphs, long paths in any graph, and blocks with bounds over the tree that they form.
// Algorithm: tree dynamic programming; depth-first search with bounds; Warnsdorff's rule, rotations (Posa 1976);
// biconnected components (Hopcroft, Tarjan 1973), of a graph and of what is left without one of its cells
#include "component.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace passatempo::optimiza {
namespace {

constexpr std::size_t checked = 64;  // rotations between two looks at what is wanted

// Cells of a tree from a root on, each after its parent.
void walk_tree(const Graph& graph, std::size_t root, Cells& order, Cells& parent) {
    order.assign(1, root);
    parent.assign(graph.size(), root);
    for (std::size_t at = 0; at < order.size(); ++at) {
        const std::uint16_t a = order[at];
        for (const std::uint16_t b : graph.around(a))
            if (b != parent[a]) {
                parent[b] = a;
                order.push_back(b);
            }
    }
}

// All simple paths from a start in a graph of at most 64 cells.
template <class W>
class Enumerator {
public:
    Enumerator(const Graph& graph, const std::vector<W>& exit, Budget& budget)
        : graph_(graph), exit_(exit), budget_(budget) {
        for (std::size_t a = 0; a < graph.size(); ++a) {
            around_.push_back(0);
            for (const std::uint16_t b : graph.around(a)) around_.back() |= std::uint64_t{1} << b;
            top_ = std::max(top_, exit[a].value);
        }
    }

    W best(std::size_t start) {
        found_ = W{};
        const std::uint64_t all = graph_.size() == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << graph_.size()) - 1;
        go(start, all & ~(std::uint64_t{1} << start), graph_.value);
        return found_;
    }

    bool find(std::size_t a, std::uint64_t free, std::int64_t sum, std::int64_t goal, Cells& path) {
        path.push_back(a);
        if (sum + exit_[a].value == goal) return true;
        if (!budget_.spend() && sum + graph_.value * std::popcount(free) + top_ >= goal)
            for (std::uint64_t onward = around_[a] & free; onward != 0; onward &= onward - 1) {
                const std::size_t b = std::countr_zero(onward);
                if (find(b, free & ~(std::uint64_t{1} << b), sum + graph_.value, goal, path)) return true;
            }
        path.pop_back();
        return false;
    }

private:
    void go(std::size_t a, std::uint64_t free, std::int64_t sum) {
        if (budget_.spend()) return;
        found_.join(exit_[a].plus(sum));
        const std::int64_t most = sum + graph_.value * std::popcount(free) + top_;
        if (most < found_.value || (!W::counts && most == found_.value)) return;
        for (std::uint64_t onward = around_[a] & free; onward != 0; onward &= onward - 1) {
            const std::size_t b = std::countr_zero(onward);
            go(b, free & ~(std::uint64_t{1} << b), sum + graph_.value);
        }
    }

    const Graph& graph_;
    const std::vector<W>& exit_;
    Budget& budget_;
    std::vector<std::uint64_t> around_;
    std::int64_t top_ = 0;
    W found_;
};

// One path that grows and turns, backward from an end.
class Diver {
public:
    Diver(const Graph& graph, std::int64_t exit, bool stuck, Reached& reached)
        : graph_(graph), exit_(exit), stuck_(stuck), reached_(reached), place_(graph.size(), 0) {
        for (std::size_t a = 0; a < graph.size(); ++a) free_.push_back(graph.around(a).size());
    }

    // Grow from a cell until no free neighbour is left.
    void go(std::size_t cell) {
        while (true) {
            path_.push_back(cell);
            place_[cell] = path_.size();
            for (const std::uint16_t b : graph_.around(cell)) --free_[b];
            look();
            std::size_t onward = graph_.size();
            for (const std::uint16_t b : graph_.around(cell))
                if (place_[b] == 0 && (onward == graph_.size() || free_[b] < free_[onward])) onward = b;
            if (onward == graph_.size()) return;
            cell = onward;
        }
    }

    // Join the head to a cell of the path, and let the next cell be the new head. False where the head has no other.
    bool rotate() {
        const auto around = graph_.around(path_.back());
        if (around.size() < 2) return retreat();
        draw_ = draw_ * 6364136223846793005ULL + 1442695040888963407ULL;
        const std::uint16_t b = around[(draw_ >> 33) % around.size()];
        if (place_[b] == 0) {  // the cell that was given up, or another that is free since
            go(b);
            return true;
        }
        if (place_[b] + std::size_t{1} == path_.size()) return true;  // the cell before the head: nothing changes
        std::reverse(path_.begin() + place_[b], path_.end());
        for (std::size_t at = place_[b]; at < path_.size(); ++at) place_[path_[at]] = at + 1;
        look();
        for (const std::uint16_t c : graph_.around(path_.back()))
            if (place_[c] == 0) {
                go(c);
                break;
            }
        return true;
    }

private:
    // A dead end is given up.
    bool retreat() {
        if (path_.size() < 3) return false;
        const std::uint16_t last = path_.back();
        path_.pop_back();
        place_[last] = 0;
        for (const std::uint16_t b : graph_.around(last)) ++free_[b];
        return true;
    }

    void look() {
        const std::int64_t sum = graph_.sum(path_.size()) + exit_;
        const std::uint16_t start = path_.back();
        if (path_.size() == 1 || sum <= reached_.best[start] || (stuck_ && free_[path_[0]] != 0)) return;
        reached_.best[start] = sum;
        reached_.paths[start].assign(path_.rbegin(), path_.rend());
    }

    const Graph& graph_;
    std::int64_t exit_;
    bool stuck_;
    Reached& reached_;
    std::vector<std::uint16_t> place_;  // from 1; 0: free
    std::vector<std::uint16_t> free_;   // free neighbours
    Cells path_;
    std::uint64_t draw_ = 1;
};

// The cells of every block.
class Blocks {
public:
    explicit Blocks(const Graph& graph) : seen_(graph.size(), 0), low_(graph.size(), 0) {
        std::vector<std::uint32_t> next(graph.first.begin(), graph.first.end() - 1);
        Cells path(1, 0);
        seen_[0] = low_[0] = ++time_;
        while (!path.empty()) {
            const std::uint16_t a = path.back();
            if (next[a] < graph.first[a + 1U]) {
                visit(path, graph.next[next[a]++]);
                continue;
            }
            path.pop_back();
            if (!path.empty()) leave(path.back(), a);
        }
    }

    std::vector<Cells> all;

private:
    void visit(Cells& path, std::uint16_t b) {
        const std::uint16_t a = path.back();
        if (seen_[b] != 0) {
            low_[a] = std::min(low_[a], seen_[b]);
            return;
        }
        seen_[b] = low_[b] = ++time_;
        waiting_.push_back(b);
        path.push_back(b);
    }

    // The cells below `a` that reach nothing above its parent form a block with the parent.
    void leave(std::uint16_t parent, std::uint16_t a) {
        low_[parent] = std::min(low_[parent], low_[a]);
        if (low_[a] < seen_[parent]) return;
        Cells block(1, parent);
        while (true) {
            const std::uint16_t b = waiting_.back();
            waiting_.pop_back();
            block.push_back(b);
            if (b == a) break;
        }
        all.push_back(std::move(block));
    }

    std::vector<std::uint32_t> seen_, low_;
    Cells waiting_;
    std::uint32_t time_ = 0;
};

// A graph without one of its cells; those above it move down by one.
Graph without(const Graph& graph, std::uint16_t cell) {
    Graph rest;
    rest.value = graph.value;
    rest.first.assign(1, 0);
    for (std::uint16_t a = 0; a < graph.size(); ++a) {
        if (a == cell) continue;
        for (const std::uint16_t b : graph.around(a))
            if (b != cell) rest.next.push_back(b - (b > cell));
        rest.first.push_back(rest.next.size());
    }
    return rest;
}

// How many cells a path takes at most from one of the given cells to each: all of the blocks that lie between.
std::vector<std::uint16_t> through_blocks(const Graph& graph, const Cells& starts) {
    struct Visit {
        std::uint16_t cell;
        std::uint32_t from;
        std::uint16_t cells;
    };
    constexpr std::uint32_t nowhere = 0xffffffff;
    const std::vector<Cells> blocks = Blocks(graph).all;
    std::vector<std::vector<std::uint32_t>> of(graph.size());
    for (std::uint32_t block = 0; block < blocks.size(); ++block)
        for (const std::uint16_t cell : blocks[block]) of[cell].push_back(block);
    std::vector<std::uint16_t> most(graph.size(), 0);
    std::vector<Visit> open;
    for (const std::uint16_t start : starts) {
        most[start] = std::max<std::uint16_t>(most[start], 1);
        open.push_back({start, nowhere, 1});
        while (!open.empty()) {
            const Visit at = open.back();
            open.pop_back();
            for (const std::uint32_t block : of[at.cell]) {
                if (block == at.from) continue;
                const std::uint16_t cells = at.cells + blocks[block].size() - 1;
                for (const std::uint16_t cell : blocks[block]) {
                    if (cell == at.cell) continue;
                    most[cell] = std::max(most[cell], cells);
                    open.push_back({cell, block, cells});
                }
            }
        }
    }
    return most;
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
        down[parent[a]].join(down[a].plus(graph.value));
    }
    best.assign(k, W{});
    std::vector<W> up(k);  // the best from a cell's parent away from the cell, without the parent itself
    for (const std::uint16_t a : order) {
        best[a] = down[a].plus(graph.value);
        if (a != order[0]) best[a].join(up[a].plus(2 * graph.value));
        // Prefix and suffix joins leave one child out at a time.
        Cells children;
        for (const std::uint16_t b : graph.around(a))
            if (a == order[0] || b != parent[a]) children.push_back(b);
        W before = exit[a];
        if (a != order[0]) before.join(up[a].plus(graph.value));
        for (const std::uint16_t b : children) {
            up[b] = before;
            before.join(down[b].plus(graph.value));
        }
        W after{};
        for (std::size_t at = children.size(); at-- > 0;) {
            up[children[at]].join(after);
            after.join(down[children[at]].plus(graph.value));
        }
    }
}

template <class W>
bool solve_small(const Graph& graph, const std::vector<W>& exit, std::vector<W>& best, Budget& budget) {
    Enumerator<W> search(graph, exit, budget);
    best.resize(graph.size());
    for (std::size_t s = 0; s < graph.size(); ++s) best[s] = search.best(s);
    return budget.stop() == Stop::done;
}

Cells find_small(const Graph& graph, const std::vector<Best>& exit, std::size_t start, std::int64_t goal,
                 Budget& budget) {
    Enumerator<Best> search(graph, exit, budget);
    Cells path;
    search.find(start, ~(std::uint64_t{1} << start) & (~std::uint64_t{0} >> (64 - graph.size())), graph.value, goal,
                path);
    return path;
}

Cells find_tree(const Graph& graph, const std::vector<Best>& exit, std::size_t start) {
    Cells order, parent;
    walk_tree(graph, start, order, parent);
    std::vector<std::int64_t> sum(graph.size(), graph.value);
    std::size_t end = start;
    for (const std::uint16_t a : order) {
        if (a != start) sum[a] = sum[parent[a]] + graph.value;
        if (sum[a] + exit[a].value > sum[end] + exit[end].value) end = a;
    }
    Cells path(1, end);
    while (path.back() != start) path.push_back(parent[path.back()]);
    std::reverse(path.begin(), path.end());
    return path;
}

void reach(const Graph& graph, const std::vector<std::int64_t>& exit, std::size_t turns, bool stuck, Reached& reached,
           Budget& budget) {
    const std::int64_t all = graph.sum(graph.size());
    Cells ends(graph.size());
    std::iota(ends.begin(), ends.end(), std::uint16_t{0});
    std::stable_sort(ends.begin(), ends.end(), [&](std::uint16_t a, std::uint16_t b) { return exit[a] > exit[b]; });
    for (const std::uint16_t end : ends) {
        // Which starts can an end still serve? Each rotation looks at one.
        const auto wanting = [&] {
            for (std::size_t s = 0; s < graph.size(); ++s)
                if (s != end && reached.best[s] < all + exit[end]) return true;
            return false;
        };
        if (!wanting()) break;
        if (budget.poll()) return;
        Diver diver(graph, exit[end], stuck, reached);
        diver.go(end);
        for (std::size_t turn = 1; turn <= turns && diver.rotate(); ++turn)
            if (turn % checked == 0 && !wanting()) break;
    }
}

std::vector<std::int64_t> ceilings(const Graph& graph, const std::vector<std::int64_t>& exit, bool stuck) {
    const std::int64_t all = graph.sum(graph.size());
    const std::size_t top = std::max_element(exit.begin(), exit.end()) - exit.begin();
    std::int64_t second = nothing;
    for (std::size_t t = 0; t < exit.size(); ++t)
        if (t != top) second = std::max(second, exit[t]);
    std::vector<std::int64_t> most(exit.size(), all + exit[top]);
    most[top] = all + second;  // a path ends where it starts only if it is one cell, which can go on
    if (!stuck) most[top] = std::max(most[top], graph.value + exit[top]);
    return most;
}

std::vector<Cells> blocks_of(const Graph& graph) { return Blocks(graph).all; }

Spans::Spans(const Graph& block, Budget& budget) : value_(block.value), size_(block.size()), most_(size_ * size_, 0) {
    for (std::size_t s = 0; s < size_; ++s) {
        if (budget.poll()) return;
        const std::uint16_t start = s;
        Cells onward;
        for (const std::uint16_t b : block.around(start)) onward.push_back(b - (b > start));
        const std::vector<std::uint16_t> cells = through_blocks(without(block, start), onward);
        for (std::size_t t = 0; t < size_; ++t)
            if (t != s) most_[s * size_ + t] = 1 + cells[t - (t > s)];
    }
    for (std::size_t s = 0; s < size_; ++s)
        for (std::size_t t = 0; t < s; ++t) {
            std::uint16_t &there = most_[s * size_ + t], &back = most_[t * size_ + s];
            there = back = std::min(there, back);
        }
}

std::vector<std::int64_t> Spans::ceilings(const std::vector<std::int64_t>& exit) const {
    std::vector<std::int64_t> most(size_, nothing);
    for (std::size_t s = 0; s < size_; ++s)
        for (std::size_t t = 0; t < size_; ++t)
            if (t != s) most[s] = std::max(most[s], value_ * most_[s * size_ + t] + exit[t]);
    return most;
}

template void solve_tree(const Graph&, const std::vector<Best>&, std::vector<Best>&);
template void solve_tree(const Graph&, const std::vector<Tally>&, std::vector<Tally>&);
template bool solve_small(const Graph&, const std::vector<Best>&, std::vector<Best>&, Budget&);
template bool solve_small(const Graph&, const std::vector<Tally>&, std::vector<Tally>&, Budget&);

}  // namespace passatempo::optimiza
