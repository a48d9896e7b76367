// Blocks by depth-first search, and bounds over the tree that they form.
// Algorithm: biconnected components (Hopcroft, Tarjan 1973), rerooting over the block-cut tree
#include <algorithm>

#include "component.hpp"

namespace passatempo::optimiza {
namespace {

// The cells of every block.
class Blocks {
public:
    explicit Blocks(const Graph& graph) : graph_(graph), seen_(graph.size(), 0), low_(graph.size(), 0) {
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

    const Graph& graph_;
    std::vector<std::uint32_t> seen_, low_;
    Cells waiting_;
    std::uint32_t time_ = 0;
};

class Chains {
public:
    Chains(const Graph& graph, const std::vector<std::int64_t>& exit)
        : value_(graph.value), exit_(exit), blocks_(Blocks(graph).all), of_(graph.size()) {
        for (std::uint32_t b = 0; b < blocks_.size(); ++b) {
            known_.emplace_back(blocks_[b].size(), nothing);
            for (std::uint32_t place = 0; place < blocks_[b].size(); ++place)
                of_[blocks_[b][place]].push_back({b, place});
        }
    }

    std::int64_t from(std::uint16_t start) {
        std::int64_t most = value_ + exit_[start];
        for (const Seat seat : of_[start]) most = std::max(most, through(seat));
        return most;
    }

private:
    struct Seat {
        std::uint32_t block, place;
    };

    // The bound of the paths that begin at a cell and go on inside a block.
    std::int64_t through(Seat seat) {
        if (known_[seat.block][seat.place] != nothing) return known_[seat.block][seat.place];
        const Cells& block = blocks_[seat.block];
        std::int64_t most = 0;
        for (std::uint32_t place = 0; place < block.size(); ++place)
            if (place != seat.place) most = std::max(most, beyond(seat.block, block[place]));
        const std::int64_t cells = block.size();
        most += value_ * cells;
        known_[seat.block][seat.place] = most;
        return most;
    }

    // What can follow a block after its last cell.
    std::int64_t beyond(std::uint32_t block, std::uint16_t cell) {
        std::int64_t most = exit_[cell];
        for (const Seat seat : of_[cell])
            if (seat.block != block) most = std::max(most, through(seat) - value_);
        return most;
    }

    std::int64_t value_;
    const std::vector<std::int64_t>& exit_;
    std::vector<Cells> blocks_;
    std::vector<std::vector<Seat>> of_;  // the blocks of each cell
    std::vector<std::vector<std::int64_t>> known_;
};

}  // namespace

std::vector<Cells> blocks_of(const Graph& graph) { return Blocks(graph).all; }

std::vector<std::int64_t> chain_bounds(const Graph& graph, const std::vector<std::int64_t>& exit) {
    Chains chains(graph, exit);
    std::vector<std::int64_t> most;
    for (std::size_t s = 0; s < graph.size(); ++s) most.push_back(chains.from(s));
    return most;
}

}  // namespace passatempo::optimiza
