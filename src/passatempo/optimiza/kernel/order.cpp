// One greedy order from each of several first cells; where the cheapest is dear, many orders side by side.
// Algorithm: greedy and beam search for vertex separation (pathwidth)
#include "order.hpp"

#include <algorithm>
#include <bitset>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace passatempo::optimiza {
namespace {

constexpr std::size_t most_waved = 200;  // cells
constexpr double dear = 50'000;          // of a greedy order: a better one is worth looking for

// One greedy order from a first cell, with what it would cost.
class Sweep {
public:
    Sweep(const Graph& graph, Budget& budget) : graph_(graph), budget_(budget) {}

    // The cost is the sum of 3^width: the number of states grows about as fast. It stops above `most`, and at a limit.
    double run(std::size_t start, double most) {
        const std::size_t k = graph_.size();
        left_.assign(k, 0);
        for (std::size_t a = 0; a < k; ++a) left_[a] = graph_.around(a).size();
        done_.assign(k, 0);
        order_.clear();
        double cost = 0;
        std::size_t width = 0, cell = start;
        while (true) {
            width = add(cell, width);
            cost += std::pow(3.0, static_cast<double>(width));
            if (order_.size() == k || cost >= most || (order_.size() % polled == 0 && budget_.poll())) return cost;
            cell = next();
        }
    }
    const Cells& order() const { return order_; }

private:
    // Process a cell; return the new width.
    std::size_t add(std::size_t cell, std::size_t width) {
        order_.push_back(cell);
        done_[cell] = 1;
        width += left_[cell] > 0;
        for (const std::uint16_t b : graph_.around(cell)) {
            --left_[b];
            if (done_[b] && left_[b] == 0) --width;
        }
        return width;
    }

    // The unprocessed cell next to the frontier that lets the frontier grow least; of these the one that was seen
    // first.
    std::size_t next() const {
        std::size_t best = graph_.size();
        int least = std::numeric_limits<int>::max();
        for (const std::uint16_t a : order_) {
            if (left_[a] == 0) continue;
            for (const std::uint16_t b : graph_.around(a)) {
                if (done_[b]) continue;
                int growth = left_[b] > 0 ? 1 : 0;
                for (const std::uint16_t c : graph_.around(b)) growth -= done_[c] && left_[c] == 1;
                if (growth < least) {
                    least = growth;
                    best = b;
                }
            }
        }
        return best;
    }

    static constexpr std::size_t polled = 16;  // cells between two looks at the clock: the choice of one is long

    const Graph& graph_;
    Budget& budget_;
    std::vector<std::uint16_t> left_;  // unprocessed neighbours
    std::vector<std::uint8_t> done_;
    Cells order_;
};

// Orders side by side: of all sets of cells that may have been processed after so many steps the cheapest are kept.
class Wave {
public:
    Wave(const Graph& graph, Budget& budget) : graph_(graph), budget_(budget) {
        around_.resize(graph.size());
        for (std::size_t a = 0; a < graph.size(); ++a)
            for (const std::uint16_t b : graph.around(a)) around_[a].set(b);
    }

    // An order that costs less than `most`; empty where none was found, and at a limit.
    Cells run(double most) {
        std::vector<Past> pasts(1);
        for (std::size_t step = 0; step < graph_.size(); ++step) {
            if (budget_.poll()) return {};
            pasts = following(pasts, most);
            if (pasts.empty()) return {};
        }
        return read(pasts[0].trail);
    }

private:
    using Set = std::bitset<most_waved>;
    struct Past {
        Set done;
        double cost = 0;
        std::uint32_t width = 0, trail = nowhere;
    };
    struct Trail {
        std::uint32_t before;
        std::uint16_t cell;
    };

    std::vector<Past> following(const std::vector<Past>& pasts, double most) {
        std::unordered_map<Set, Past> found;
        for (const Past& past : pasts)
            for (std::uint16_t cell = 0; cell < graph_.size(); ++cell) {
                if (past.done[cell] || (past.trail != nowhere && (around_[cell] & past.done).none())) continue;
                Past next = past;
                add(next, cell);
                if (next.cost >= most) continue;
                const auto [at, fresh] = found.try_emplace(next.done, next);
                if (!fresh && at->second.cost <= next.cost) continue;
                trails_.push_back({past.trail, cell});
                next.trail = trails_.size() - 1;
                at->second = next;
            }
        std::vector<Past> kept;
        kept.reserve(found.size());
        for (const auto& [done, past] : found) kept.push_back(past);
        const auto cheaper = [](const Past& one, const Past& other) {
            return one.cost != other.cost ? one.cost < other.cost : one.trail < other.trail;
        };
        std::sort(kept.begin(), kept.end(), cheaper);
        if (kept.size() > waved) kept.resize(waved);
        return kept;
    }

    void add(Past& past, std::uint16_t cell) const {
        past.done.set(cell);
        past.width += (around_[cell] & ~past.done).any();
        for (const std::uint16_t b : graph_.around(cell))
            past.width -= past.done[b] && (around_[b] & ~past.done).none();
        past.cost += std::pow(3.0, past.width);
    }

    Cells read(std::uint32_t trail) const {
        Cells order;
        for (; trail != nowhere; trail = trails_[trail].before) order.push_back(trails_[trail].cell);
        std::reverse(order.begin(), order.end());
        return order;
    }

    static constexpr std::uint32_t nowhere = 0xffffffff;
    static constexpr std::size_t waved = 200;

    const Graph& graph_;
    Budget& budget_;
    std::vector<Set> around_;
    std::vector<Trail> trails_;
};

// The positions of the cells that touch a cell.
std::uint32_t touching(const Graph& graph, const std::vector<std::uint16_t>& frontier, std::uint16_t cell) {
    std::uint32_t found = 0;
    for (std::size_t p = 0; p < frontier.size(); ++p)
        for (const std::uint16_t b : graph.around(cell))
            if (b == frontier[p]) found |= 1U << p;
    return found;
}

std::vector<Step> steps(const Graph& graph, const Cells& order) {
    std::vector<std::size_t> rank(graph.size());
    for (std::size_t i = 0; i < order.size(); ++i) rank[order[i]] = i;
    auto last = [&](std::size_t a) {
        std::size_t latest = rank[a];
        for (const std::uint16_t b : graph.around(a)) latest = std::max(latest, rank[b]);
        return latest;
    };
    std::vector<Step> all;
    std::vector<std::uint16_t> frontier;
    for (std::size_t i = 0; i < order.size(); ++i) {
        Step step;
        step.cell = order[i];
        step.before = frontier;
        if (frontier.size() >= widest) return {};
        for (std::size_t p = 0; p < frontier.size(); ++p)
            for (const std::uint16_t b : graph.around(step.cell))
                if (b == frontier[p]) step.neighbours.push_back(p);
        frontier.push_back(step.cell);
        std::vector<std::uint16_t> after;
        for (std::size_t p = 0; p < frontier.size(); ++p) {
            const bool leaves = last(frontier[p]) <= i;
            (leaves ? step.leaving : step.staying).push_back(p);
            if (leaves) step.beside.push_back(touching(graph, frontier, frontier[p]));
            if (!leaves) after.push_back(frontier[p]);
        }
        frontier = after;
        all.push_back(std::move(step));
    }
    return all;
}

}  // namespace

std::vector<Step> plan(const Graph& graph, Budget& budget) {
    Sweep sweep(graph, budget);
    Cells best;
    double least = std::numeric_limits<double>::max();
    const std::size_t stride = graph.size() / 128 + 1;  // cells k times steps k times frontier: enough are tried
    for (std::size_t start = 0; start < graph.size(); start += stride) {
        const double cost = sweep.run(start, least);
        if (budget.stop() != Stop::done) return {};
        if (cost < least) {
            least = cost;
            best = sweep.order();
        }
    }
    if (least > dear && graph.size() <= most_waved) {
        const Cells better = Wave(graph, budget).run(least);
        if (!better.empty()) best = better;
    }
    return steps(graph, best);
}

}  // namespace passatempo::optimiza
