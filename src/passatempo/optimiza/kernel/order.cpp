// One greedy order from each of several first cells; the cheapest is kept.
// Algorithm: greedy vertex separation (pathwidth)
#include "order.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace passatempo::optimiza {
namespace {

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
    return steps(graph, best);
}

}  // namespace passatempo::optimiza
