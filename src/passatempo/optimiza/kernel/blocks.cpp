// Blocks by depth-first search, and bounds over the tree that they form.
// Algorithm: biconnected components (Hopcroft, Tarjan 1973), of a graph and of what is left without one of its cells
#include <algorithm>

#include "component.hpp"

namespace passatempo::optimiza {
namespace {

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

}  // namespace passatempo::optimiza
