// Orders the cells of a component for a narrow frontier, and bounds the loss of each frontier state from below.
// 1. `elimination_order`: the cheapest greedy order (`run_from`) over several first cells.
// 2. `expand_beam`: a beam search over partial orders, if the greedy order is too expensive.
// 3. `frontier_steps`: the plan of every step, with the frontier before it [Knuth2011].
// 4. `join_cell`: the loss table before a step from the table after it, in the degree relaxation (2-matchings).
// 5. `release_cells`: the same for the cells that leave the frontier, one digit at a time (`insert_digit`).
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

constexpr std::size_t most_waved = 200;  // cells of a graph that the beam search accepts
constexpr double costly = 50'000;        // cost of a greedy order above which the beam search pays off

// A greedy order from a given first cell, and its cost.
class GreedyOrder {
public:
    GreedyOrder(const Graph& graph, Budget& budget) : graph_(graph), budget_(budget) {}

    // Return the cost, the sum of 3^width, which grows about as fast as the number of states. The run stops above
    // `cost_limit` or when the budget is spent.
    double run_from(std::size_t start, double cost_limit) {
        const std::size_t k = graph_.size();
        open_degrees_.assign(k, 0);
        for (std::size_t a = 0; a < k; ++a) open_degrees_[a] = graph_.neighbours(a).size();
        is_processed_.assign(k, 0);
        cell_order_.clear();
        double cost = 0;
        std::size_t width = 0, cell = start;
        while (true) {
            width = process_cell(cell, width);
            cost += std::pow(3.0, static_cast<double>(width));
            if (cell_order_.size() == k || cost >= cost_limit ||
                (cell_order_.size() % poll_interval == 0 && budget_.poll()))
                return cost;
            cell = next_cell();
        }
    }
    const Cells& order() const { return cell_order_; }

private:
    // Process a cell; return the new width.
    std::size_t process_cell(std::size_t cell, std::size_t width) {
        cell_order_.push_back(cell);
        is_processed_[cell] = 1;
        width += open_degrees_[cell] > 0;
        for (const std::uint16_t b : graph_.neighbours(cell)) {
            --open_degrees_[b];
            if (is_processed_[b] && open_degrees_[b] == 0) --width;
        }
        return width;
    }

    // The unprocessed cell beside the frontier that widens it least. The first cell found wins ties.
    std::size_t next_cell() const {
        std::size_t best = graph_.size();
        int smallest_growth = std::numeric_limits<int>::max();
        for (const std::uint16_t a : cell_order_) {
            if (open_degrees_[a] == 0) continue;
            for (const std::uint16_t b : graph_.neighbours(a)) {
                if (is_processed_[b]) continue;
                int growth = open_degrees_[b] > 0 ? 1 : 0;
                for (const std::uint16_t c : graph_.neighbours(b)) growth -= is_processed_[c] && open_degrees_[c] == 1;
                if (growth < smallest_growth) {
                    smallest_growth = growth;
                    best = b;
                }
            }
        }
        return best;
    }

    static constexpr std::size_t poll_interval = 16;  // cells between two clock checks, because choosing a cell is slow

    const Graph& graph_;
    Budget& budget_;
    std::vector<std::uint16_t> open_degrees_;  // unprocessed neighbours
    std::vector<std::uint8_t> is_processed_;
    Cells cell_order_;
};

// A beam search over orders. After each step it keeps the cheapest sets of processed cells.
class BeamSearch {
public:
    BeamSearch(const Graph& graph, Budget& budget) : graph_(graph), budget_(budget) {
        neighbour_sets_.resize(graph.size());
        for (std::size_t a = 0; a < graph.size(); ++a)
            for (const std::uint16_t b : graph.neighbours(a)) neighbour_sets_[a].set(b);
    }

    // An order that costs less than `cost_limit`. It is empty if none was found or the budget is spent.
    Cells run(double cost_limit) {
        std::vector<PartialOrder> partial_orders(1);
        for (std::size_t step = 0; step < graph_.size(); ++step) {
            if (budget_.poll()) return {};
            partial_orders = expand_beam(partial_orders, cost_limit);
            if (partial_orders.empty()) return {};
        }
        return read_order(partial_orders[0].last_link);
    }

private:
    using Set = std::bitset<most_waved>;
    struct PartialOrder {
        Set cell_set;
        double cost = 0;
        std::uint32_t width = 0, last_link = no_link;
    };
    struct OrderLink {
        std::uint32_t previous_link;
        std::uint16_t cell;
    };

    std::vector<PartialOrder> expand_beam(const std::vector<PartialOrder>& pasts, double cost_limit) {
        std::unordered_map<Set, PartialOrder> pasts_by_set;
        for (const PartialOrder& past : pasts)
            for (std::uint16_t cell = 0; cell < graph_.size(); ++cell) {
                if (past.cell_set[cell] ||
                    (past.last_link != no_link && (neighbour_sets_[cell] & past.cell_set).none()))
                    continue;
                PartialOrder next_order = past;
                process_cell(next_order, cell);
                if (next_order.cost >= cost_limit) continue;
                const auto [at, fresh] = pasts_by_set.try_emplace(next_order.cell_set, next_order);
                if (!fresh && at->second.cost <= next_order.cost) continue;
                order_links_.push_back({past.last_link, cell});
                next_order.last_link = order_links_.size() - 1;
                at->second = next_order;
            }
        std::vector<PartialOrder> next_pasts;
        next_pasts.reserve(pasts_by_set.size());
        for (const auto& [cell_set, past] : pasts_by_set) next_pasts.push_back(past);
        const auto cheaper = [](const PartialOrder& first_past, const PartialOrder& second_past) {
            return first_past.cost != second_past.cost ? first_past.cost < second_past.cost
                                                       : first_past.last_link < second_past.last_link;
        };
        std::sort(next_pasts.begin(), next_pasts.end(), cheaper);
        if (next_pasts.size() > beam_width) next_pasts.resize(beam_width);
        return next_pasts;
    }

    void process_cell(PartialOrder& past, std::uint16_t cell) const {
        past.cell_set.set(cell);
        past.width += (neighbour_sets_[cell] & ~past.cell_set).any();
        for (const std::uint16_t b : graph_.neighbours(cell))
            past.width -= past.cell_set[b] && (neighbour_sets_[b] & ~past.cell_set).none();
        past.cost += std::pow(3.0, past.width);
    }

    Cells read_order(std::uint32_t trail) const {
        Cells order;
        for (; trail != no_link; trail = order_links_[trail].previous_link) order.push_back(order_links_[trail].cell);
        std::reverse(order.begin(), order.end());
        return order;
    }

    static constexpr std::uint32_t no_link = 0xffffffff;
    static constexpr std::size_t beam_width = 200;

    const Graph& graph_;
    Budget& budget_;
    std::vector<Set> neighbour_sets_;
    std::vector<OrderLink> order_links_;
};

// The frontier positions of the neighbours of a cell, as a bit mask.
std::uint32_t neighbour_mask(const Graph& graph, const std::vector<std::uint16_t>& frontier, std::uint16_t cell) {
    std::uint32_t touch_mask = 0;
    for (std::size_t p = 0; p < frontier.size(); ++p)
        for (const std::uint16_t b : graph.neighbours(cell))
            if (b == frontier[p]) touch_mask |= 1U << p;
    return touch_mask;
}

std::vector<Step> frontier_steps(const Graph& graph, const Cells& order) {
    std::vector<std::size_t> rank(graph.size());
    for (std::size_t i = 0; i < order.size(); ++i) rank[order[i]] = i;
    auto last = [&](std::size_t a) {
        std::size_t latest_rank = rank[a];
        for (const std::uint16_t b : graph.neighbours(a)) latest_rank = std::max(latest_rank, rank[b]);
        return latest_rank;
    };
    std::vector<Step> all;
    std::vector<std::uint16_t> frontier;
    for (std::size_t i = 0; i < order.size(); ++i) {
        Step step;
        step.cell = order[i];
        step.frontier = frontier;
        if (frontier.size() >= widest) return {};
        for (std::size_t p = 0; p < frontier.size(); ++p)
            for (const std::uint16_t b : graph.neighbours(step.cell))
                if (b == frontier[p]) step.neighbours.push_back(p);
        frontier.push_back(step.cell);
        std::vector<std::uint16_t> after;
        for (std::size_t p = 0; p < frontier.size(); ++p) {
            const bool leaves = last(frontier[p]) <= i;
            (leaves ? step.outgoing : step.remaining).push_back(p);
            if (leaves) step.adjacent.push_back(neighbour_mask(graph, frontier, frontier[p]));
            if (!leaves) after.push_back(frontier[p]);
        }
        frontier = after;
        all.push_back(std::move(step));
    }
    return all;
}

constexpr std::int16_t hopeless = 16383;       // this loss or more, such that the sum of two does not overflow
constexpr std::size_t most_places = 13;        // frontier cells, which take a table of 13 MB
constexpr std::size_t most_entries = 1 << 27;  // entries of all tables together, two bytes each
constexpr std::size_t planes = 4;

std::int16_t clamp_loss(std::int64_t loss) { return static_cast<std::int16_t>(std::min<std::int64_t>(loss, hopeless)); }

std::size_t table_size(const std::vector<Step>& steps) {
    std::size_t total_size = 0;
    for (const Step& step : steps)
        if (step.frontier.size() <= most_places) total_size += planes * digit_weight(step.frontier.size());
    return total_size;
}

// Store the elementwise minimum in `to`.
void merge_minimum(std::int16_t* to, const std::int16_t* from, std::size_t number) {
    for (std::size_t k = 0; k < number; ++k) to[k] = std::min(to[k], from[k]);
}

}  // namespace

std::vector<Step> elimination_order(const Graph& graph, Budget& budget) {
    GreedyOrder sweep(graph, budget);
    Cells best;
    double best_cost = std::numeric_limits<double>::max();
    const std::size_t stride = graph.size() / 128 + 1;  // at most 128 starts, as each costs cells times frontier width
    for (std::size_t start = 0; start < graph.size(); start += stride) {
        const double cost = sweep.run_from(start, best_cost);
        if (budget.stop() != Stop::done) return {};
        if (cost < best_cost) {
            best_cost = cost;
            best = sweep.order();
        }
    }
    if (best_cost > costly && graph.size() <= most_waved) {
        const Cells beam_order = BeamSearch(graph, budget).run(best_cost);
        if (!beam_order.empty()) best = beam_order;
    }
    return frontier_steps(graph, best);
}

LossBounds::LossBounds(const Graph& graph, const std::vector<Step>& steps, const std::vector<std::int64_t>& exit,
                       const std::vector<std::int64_t>& thresholds, Budget& budget)
    : number_(graph.number), loss_tables_(steps.size() + 1) {
    best_exit_ = *std::max_element(exit.begin(), exit.end());
    lowest_threshold_ = *std::min_element(thresholds.begin(), thresholds.end());
    const std::size_t loss_size = table_size(steps);
    if (loss_size > most_entries || !budget.room_for(loss_size * sizeof(Loss))) return;
    loss_tables_[steps.size()].assign(planes, {hopeless});
    loss_tables_[steps.size()].back() = {0};  // start and end are known, and no cell is left
    for (std::size_t i = steps.size(); i-- > 0 && !budget.poll();) {
        const Step& step = steps[i];
        if (step.frontier.size() > most_places) continue;
        if (loss_tables_[i + 1].empty())
            loss_tables_[i].assign(planes, std::vector<Loss>(digit_weight(step.frontier.size()), 0));
        else
            loss_tables_[i] =
                join_cell(release_cells(loss_tables_[i + 1], step, exit, thresholds, budget), step, budget);
    }
    if (budget.stop() != Stop::done) loss_tables_.assign(steps.size() + 1, {});
}

// Compute the table of the frontier with its outgoing cells from the table without them.
LossBounds::Table LossBounds::release_cells(const Table& after, const Step& step, const std::vector<std::int64_t>& exit,
                                            const std::vector<std::int64_t>& thresholds, Budget& budget) const {
    Table table = after;
    for (const std::size_t place : step.outgoing) {
        const std::uint16_t cell = place == step.frontier.size() ? step.cell : step.frontier[place];
        insert_digit(table, place, clamp_loss(number_), clamp_loss(thresholds[cell] - lowest_threshold_),
                     clamp_loss(best_exit_ - exit[cell]), budget);
    }
    return table;
}

// Insert the digit of an outgoing cell. An unused cell is skipped. An end of a piece becomes the start or the end of
// the path. The widest tables take some hundredths of a second. If the budget ends first, the table is invalid.
void LossBounds::insert_digit(Table& table, std::size_t place, Loss skip, Loss start, Loss end, Budget& budget) {
    const std::size_t low_weight = digit_weight(place), size = table[0].size();
    Table wider(planes);
    for (std::size_t plane = 0; plane < planes && !budget.poll(); ++plane) {
        wider[plane].resize(3 * size);
        for (std::size_t from = 0; from < size; from += low_weight) {
            const Loss* const plane_losses = table[plane].data() + from;
            Loss* const to = wider[plane].data() + 3 * from;
            for (std::size_t k = 0; k < low_weight; ++k) to[k] = std::min<Loss>(hopeless, plane_losses[k] + skip);
            std::fill_n(to + low_weight, low_weight, hopeless);
            std::copy_n(plane_losses, low_weight, to + 2 * low_weight);
            if (plane < 2) {  // no start yet
                const Loss* const start_losses = table[plane + 2].data() + from;
                for (std::size_t k = 0; k < low_weight; ++k)
                    to[low_weight + k] = std::min<Loss>(to[low_weight + k], start_losses[k] + start);
            }
            if (plane % 2 == 0) {  // no end yet
                const Loss* const end_losses = table[plane + 1].data() + from;
                for (std::size_t k = 0; k < low_weight; ++k)
                    to[low_weight + k] = std::min<Loss>(to[low_weight + k], end_losses[k] + end);
            }
        }
    }
    if (budget.stop() == Stop::done) table = std::move(wider);
}

// Compute the table before the step's cell joins at most two frontier cells from the table afterwards. The digit of
// the cell is the highest.
LossBounds::Table LossBounds::join_cell(const Table& next_table, const Step& step, Budget& budget) {
    const std::size_t size = digit_weight(step.frontier.size());
    Table table;
    for (const std::vector<Loss>& plane : next_table) {
        if (budget.poll()) break;
        std::vector<Loss> best_losses(plane.begin(), plane.begin() + size);
        const Loss *const single_degree = plane.data() + size, *const double_degree = single_degree + size;
        for (std::size_t a = 0; a < step.neighbours.size(); ++a) {
            const std::size_t low_weight = digit_weight(step.neighbours[a]);
            for (std::size_t from = 0; from < size; from += 3 * low_weight)
                merge_minimum(&best_losses[from], single_degree + from + low_weight, 2 * low_weight);
            for (std::size_t b = a + 1; b < step.neighbours.size(); ++b) {
                const std::size_t high_weight = digit_weight(step.neighbours[b]);
                for (std::size_t block = 0; block < size; block += 3 * high_weight)
                    for (std::size_t from = block; from < block + 2 * high_weight; from += 3 * low_weight)
                        merge_minimum(&best_losses[from], double_degree + from + low_weight + high_weight,
                                      2 * low_weight);
            }
        }
        table.push_back(std::move(best_losses));
    }
    return table;
}

}  // namespace passatempo::optimiza
