// One greedy order from each of several first cells; where the cheapest is dear, many orders side by side. Tables of
// least losses, one for each step, from the last to the first.
// Algorithm: greedy and beam search for vertex separation (pathwidth); relaxation of frontier states to degrees
// (2-matchings), dynamic programming backward
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

constexpr std::int16_t hopeless = 16383;       // so much, or more: two of them do not overflow
constexpr std::size_t most_places = 13;        // of a frontier: a table of 13 MB
constexpr std::size_t most_entries = 1 << 27;  // of all tables together, two bytes each
constexpr std::size_t planes = 4;

std::int16_t cut(std::int64_t loss) { return static_cast<std::int16_t>(std::min<std::int64_t>(loss, hopeless)); }

std::size_t entries(const std::vector<Step>& steps) {
    std::size_t all = 0;
    for (const Step& step : steps)
        if (step.before.size() <= most_places) all += planes * digit(step.before.size());
    return all;
}

// The lesser of the two, at each place.
void lessen(std::int16_t* to, const std::int16_t* from, std::size_t number) {
    for (std::size_t k = 0; k < number; ++k) to[k] = std::min(to[k], from[k]);
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

Losses::Losses(const Graph& graph, const std::vector<Step>& steps, const std::vector<std::int64_t>& exit,
               const std::vector<std::int64_t>& least, Budget& budget)
    : value_(graph.value), before_(steps.size() + 1) {
    top_ = *std::max_element(exit.begin(), exit.end());
    low_ = *std::min_element(least.begin(), least.end());
    const std::size_t all = entries(steps);
    if (all > most_entries || !budget.room_for(all * sizeof(Loss))) return;
    before_[steps.size()].assign(planes, {hopeless});
    before_[steps.size()].back() = {0};  // start and end are known, and nothing is left
    for (std::size_t i = steps.size(); i-- > 0 && !budget.poll();) {
        const Step& step = steps[i];
        if (step.before.size() > most_places) continue;
        if (before_[i + 1].empty()) before_[i].assign(planes, std::vector<Loss>(digit(step.before.size()), 0));
        else before_[i] = join(leave(before_[i + 1], step, exit, least, budget), step, budget);
    }
    if (budget.stop() != Stop::done) before_.assign(steps.size() + 1, {});
}

// The table of the frontier with all cells that leave it, from the table without them.
Losses::Table Losses::leave(const Table& after, const Step& step, const std::vector<std::int64_t>& exit,
                            const std::vector<std::int64_t>& least, Budget& budget) const {
    Table table = after;
    for (const std::size_t place : step.leaving) {
        const std::uint16_t cell = place == step.before.size() ? step.cell : step.before[place];
        part(table, place, cut(value_), cut(least[cell] - low_), cut(top_ - exit[cell]), budget);
    }
    return table;
}

// Put a digit in for a cell that leaves: unused, it is left out; an end of a piece becomes the start or the end. The
// widest tables take some hundredths of a second: where the budget ends within, what is left is of no use.
void Losses::part(Table& table, std::size_t place, Loss skip, Loss start, Loss end, Budget& budget) {
    const std::size_t low = digit(place), size = table[0].size();
    Table wider(planes);
    for (std::size_t plane = 0; plane < planes && !budget.poll(); ++plane) {
        wider[plane].resize(3 * size);
        for (std::size_t from = 0; from < size; from += low) {
            const Loss* const here = table[plane].data() + from;
            Loss* const to = wider[plane].data() + 3 * from;
            for (std::size_t k = 0; k < low; ++k) to[k] = std::min<Loss>(hopeless, here[k] + skip);
            std::fill_n(to + low, low, hopeless);
            std::copy_n(here, low, to + 2 * low);
            if (plane < 2) {  // no start yet
                const Loss* const started = table[plane + 2].data() + from;
                for (std::size_t k = 0; k < low; ++k) to[low + k] = std::min<Loss>(to[low + k], started[k] + start);
            }
            if (plane % 2 == 0) {  // no end yet
                const Loss* const ended = table[plane + 1].data() + from;
                for (std::size_t k = 0; k < low; ++k) to[low + k] = std::min<Loss>(to[low + k], ended[k] + end);
            }
        }
    }
    if (budget.stop() == Stop::done) table = std::move(wider);
}

// The table before the step's cell is joined to at most two cells of the frontier, from the one afterwards. Its own
// digit is the highest.
Losses::Table Losses::join(const Table& joined, const Step& step, Budget& budget) {
    const std::size_t size = digit(step.before.size());
    Table table;
    for (const std::vector<Loss>& plane : joined) {
        if (budget.poll()) break;
        std::vector<Loss> least(plane.begin(), plane.begin() + size);
        const Loss *const one = plane.data() + size, *const two = one + size;
        for (std::size_t a = 0; a < step.neighbours.size(); ++a) {
            const std::size_t low = digit(step.neighbours[a]);
            for (std::size_t from = 0; from < size; from += 3 * low) lessen(&least[from], one + from + low, 2 * low);
            for (std::size_t b = a + 1; b < step.neighbours.size(); ++b) {
                const std::size_t high = digit(step.neighbours[b]);
                for (std::size_t block = 0; block < size; block += 3 * high)
                    for (std::size_t from = block; from < block + 2 * high; from += 3 * low)
                        lessen(&least[from], two + from + low + high, 2 * low);
            }
        }
        table.push_back(std::move(least));
    }
    return table;
}

}  // namespace passatempo::optimiza
