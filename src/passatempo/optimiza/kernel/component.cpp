#include "component.hpp"

#include <algorithm>
#include <bit>

namespace passatempo::optimiza {
namespace {

// Cells of a tree from a root on, each after its parent.
void walk_tree(const Graph& graph, std::size_t root, Cells& order, Cells& parent) {
    order.assign(1, static_cast<std::uint16_t>(root));
    parent.assign(graph.size(), static_cast<std::uint16_t>(root));
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
    Enumerator(const Graph& graph, const std::vector<W>& exit, Budget& budget) : graph_(graph), exit_(exit), budget_(budget) {
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
        path.push_back(static_cast<std::uint16_t>(a));
        if (sum + exit_[a].value == goal) return true;
        if (!budget_.spend() && sum + graph_.value * std::popcount(free) + top_ >= goal)
            for (std::uint64_t onward = around_[a] & free; onward != 0; onward &= onward - 1) {
                const auto b = static_cast<std::size_t>(std::countr_zero(onward));
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
            const auto b = static_cast<std::size_t>(std::countr_zero(onward));
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

Cells find_small(const Graph& graph, const std::vector<Best>& exit, std::size_t start, std::int64_t goal, Budget& budget) {
    Enumerator<Best> search(graph, exit, budget);
    Cells path;
    search.find(start, ~(std::uint64_t{1} << start) & (~std::uint64_t{0} >> (64 - graph.size())), graph.value, goal, path);
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
    Cells path(1, static_cast<std::uint16_t>(end));
    while (path.back() != start) path.push_back(parent[path.back()]);
    std::reverse(path.begin(), path.end());
    return path;
}

Dive dive(const Graph& graph, const std::vector<std::int64_t>& exit, std::size_t start) {
    std::vector<std::uint16_t> degree(graph.size());
    std::vector<bool> used(graph.size(), false);
    for (std::size_t a = 0; a < graph.size(); ++a) degree[a] = static_cast<std::uint16_t>(graph.around(a).size());
    Dive found;
    Cells path;
    std::size_t head = start, length = 0;
    for (std::int64_t sum = graph.value;; sum += graph.value) {
        path.push_back(static_cast<std::uint16_t>(head));
        used[head] = true;
        for (const std::uint16_t b : graph.around(head)) --degree[b];
        if (sum + exit[head] > found.sum) {
            found.sum = sum + exit[head];
            length = path.size();
        }
        std::size_t onward = graph.size();
        for (const std::uint16_t b : graph.around(head))
            if (!used[b] && (onward == graph.size() || degree[b] < degree[onward])) onward = b;
        if (onward == graph.size()) break;
        head = onward;
    }
    path.resize(length);
    found.path = std::move(path);
    return found;
}

std::int64_t ceiling(const Graph& graph, const std::vector<std::int64_t>& exit) {
    return graph.value * static_cast<std::int64_t>(graph.size()) + *std::max_element(exit.begin(), exit.end());
}

template void solve_tree(const Graph&, const std::vector<Best>&, std::vector<Best>&);
template void solve_tree(const Graph&, const std::vector<Tally>&, std::vector<Tally>&);
template bool solve_small(const Graph&, const std::vector<Best>&, std::vector<Best>&, Budget&);
template bool solve_small(const Graph&, const std::vector<Tally>&, std::vector<Tally>&, Budget&);

}  // namespace passatempo::optimiza
