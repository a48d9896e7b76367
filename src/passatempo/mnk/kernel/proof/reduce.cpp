// Reduces a state without changing its value, and decides simple states by pairing and potential [Erdos1973].
// 1. `index_state` computes the common part of all edges through each cell.
// 2. `drop_twins` and `apply_exchange` remove pairs of cells (Hales and Jewett 1963).
// 3. `drop_components` removes components that the defender holds.
// 4. `match_pairs` gives each edge of a component two cells of its own [Kuhn1955].
// 5. `judge_state` decides a state by its threats, or by its potential [Erdos1973].
// 6. `prune_replies` removes dominated moves.
// The comment of each reduction proves that the value stays the same.
#include "proof/reduce.hpp"

#include <algorithm>

namespace passatempo::mnk::proof {

namespace {

// The total weight of the edges through each cell. Cells in no edge keep their old value.
template <int W>
using Weights = std::array<std::uint64_t, 64 * W>;

template <int W>
void weigh_cells(const Edges<W>& edges, const Mask<W>& cells, Weights<W>& weights) {
    cells.for_each([&](int x) { weights[x] = 0; });
    for (const Mask<W>& edge : edges) {
        const std::uint64_t share = edge_weight(edge.count());
        edge.for_each([&](int x) { weights[x] += share; });
    }
}

}  // namespace

// Domination: if N(x) is a subset of N(y) for the lines of both sides, nobody needs x while y is free. Play y, pretend
// x, and swap the two names if the opponent takes the other cell. Every line completed or killed in the pretended game
// is also completed or killed in the real one.
template <int W>
void Reducer<W>::index_state(const State<W>& state) {
    attacker_cells_ = cells_of(state.attacker_edges);
    defender_cells_ = cells_of(state.defender_edges);
    potential_sum_ = 0;
    attacker_cells_.for_each([&](int x) {
        attacker_meets_[x] = attacker_cells_;
        cell_weights_[x] = 0;
    });
    for (const Mask<W>& edge : state.attacker_edges) {
        const std::uint64_t share = edge_weight(edge.count());
        potential_sum_ += share;
        edge.for_each([&](int x) {
            attacker_meets_[x] &= edge;
            cell_weights_[x] += share;
        });
    }
    if (state.defender_edges.empty()) return;
    defender_cells_.for_each([&](int x) { defender_meets_[x] = defender_cells_; });
    for (const Mask<W>& edge : state.defender_edges) edge.for_each([&](int x) { defender_meets_[x] &= edge; });
}

// The cell with the greatest sum of 2^-|E| over the attacker's lines through it.
template <int W>
int Reducer<W>::heaviest_cell() const {
    int heavy_cell = 0;
    std::uint64_t max_weight = 0;
    attacker_cells_.for_each([&](int x) {
        if (cell_weights_[x] > max_weight) {
            max_weight = cell_weights_[x];
            heavy_cell = x;
        }
    });
    return heavy_cell;
}

// Twins: N(x) = N(y), and no line of the defender contains x or y. Drop every edge through them. The defender answers x
// by y and y by x, which kills each such edge, and none of his threats needs it. Fewer edges are never better for the
// attacker, so the value stays. An attacker who ignores a threat to play x loses at once, as with any other move.
template <int W>
bool Reducer<W>::drop_twins(State<W>& state, Reduction<W>& reduction, std::vector<CellPair>* pair_log) {
    Mask<W> twin_cells;
    (attacker_cells_ - defender_cells_).for_each([&](int x) {
        if (twin_cells.test(x)) return;
        Mask<W> twin_candidates = attacker_meets_[x] - defender_cells_ - twin_cells;
        twin_candidates.reset(x);
        if (twin_candidates.none()) return;
        int twin = -1;
        twin_candidates.for_each([&](int y) {
            if (twin < 0 && attacker_meets_[y].test(x)) twin = y;
        });
        if (twin < 0) return;
        twin_cells.set(x);
        twin_cells.set(twin);
        if (pair_log != nullptr) pair_log->push_back({x, twin, false});
    });
    if (twin_cells.none()) return false;
    reduction.zone_cells |= twin_cells;
    std::erase_if(state.attacker_edges, [&](const Mask<W>& edge) { return edge.meets(twin_cells); });
    return true;
}

// Free exchange, attacker to move: an edge {x, y} that no line of the defender meets, where x is in no other edge and
// the defender threatens nothing. Give y to the attacker and x to the defender. If the attacker then wins, he can force
// it (y threatens x). If the defender then holds, he held before by treating {x, y} as a pair.
template <int W>
bool Reducer<W>::apply_exchange(State<W>& state, Reduction<W>& reduction, std::vector<CellPair>* pair_log) {
    for (const Mask<W>& edge : state.defender_edges)
        if (edge.has_count(1)) return false;
    for (std::size_t i = 0; i < state.attacker_edges.size(); ++i) {
        const Mask<W> edge = state.attacker_edges[i];
        if (!edge.has_count(2) || edge.meets(defender_cells_)) continue;
        int lone = -1;
        edge.for_each([&](int x) {
            if (attacker_meets_[x] == edge) lone = x;  // another edge through x would contain this one
        });
        if (lone < 0) continue;
        Mask<W> rest = edge;
        rest.reset(lone);
        state.attacker_edges.erase(state.attacker_edges.begin() + i);
        shrink_edges(state.attacker_edges, rest.first());
        reduction.zone_cells |= edge;
        reduction.carrier_cells |= edge;
        ++reduction.move_count;
        if (pair_log != nullptr) pair_log->push_back({lone, rest.first(), true});
        return true;
    }
    return false;
}

// Find the components of cells connected by edges. A component is dropped if the defender holds it with the attacker to
// move and no line of the defender meets it, because the defender then answers inside it.
template <int W>
const std::vector<Mask<W>>& Reducer<W>::components(const Edges<W>& edges) {
    components_.clear();
    Mask<W> rest = cells_of(edges);
    while (rest.any()) {
        Mask<W> part, next_part = Mask<W>::single(rest.first());
        while (next_part != part) {
            part = next_part;
            for (const Mask<W>& edge : edges)
                if (edge.meets(next_part)) next_part |= edge;
        }
        components_.push_back(part);
        rest -= part;
    }
    return components_;
}

template <int W>
void Reducer<W>::drop_components(State<W>& state, Reduction<W>& reduction) {
    const std::size_t before = state.attacker_edges.size();
    const std::vector<Mask<W>>& parts = components(state.attacker_edges);
    if (parts.size() == 1 && parts[0].count() + std::size_t{0} < 2 * before) return;  // `judge_state` decides it
    for (const Mask<W>& part : parts) {
        if (part.meets(defender_cells_)) continue;
        part_edges_.clear();
        for (const Mask<W>& edge : state.attacker_edges)
            if (edge.meets(part)) part_edges_.push_back(edge);
        Mask<W> zone;
        if (holds_by_potential(part_edges_)) zone = attack_zone(part_edges_);
        else if (!reductions_.matching || static_cast<std::size_t>(part.count()) < 2 * part_edges_.size() ||
                 !match_pairs(part_edges_, zone))
            continue;
        reduction.zone_cells |= zone;
        std::erase_if(state.attacker_edges, [&](const Mask<W>& edge) { return edge.meets(part); });
    }
    if (state.attacker_edges.size() != before) index_state(state);
}

template <int W>
Reduction<W> Reducer<W>::reduce_state(State<W>& state, std::vector<CellPair>* pair_log) {
    Reduction<W> reduction;
    index_state(state);
    for (bool has_change = true; has_change;) {
        has_change = (reductions_.twins && drop_twins(state, reduction, pair_log)) ||
                     (reductions_.exchange && state.attacker_moves && apply_exchange(state, reduction, pair_log));
        if (has_change) index_state(state);
    }
    if (reductions_.components) drop_components(state, reduction);
    return reduction;
}

template <int W>
bool Reducer<W>::dominates(int y, int x) const {
    const std::size_t at = x;
    return (!attacker_cells_.test(x) || attacker_meets_[at].test(y)) &&
           (!defender_cells_.test(x) || defender_meets_[at].test(y));
}

template <int W>
Mask<W> Reducer<W>::dominators(int x) const {
    const std::size_t at = x;
    Mask<W> dominator_cells = attacker_cells_.test(x) ? attacker_meets_[at] : defender_meets_[at];
    if (attacker_cells_.test(x) && defender_cells_.test(x)) dominator_cells &= defender_meets_[at];
    dominator_cells.reset(x);
    return dominator_cells;
}

// Among cells that dominate each other, the lowest stays.
template <int W>
Mask<W> Reducer<W>::minimal_moves(const Mask<W>& cells) const {
    if (!reductions_.domination) return cells;
    Mask<W> minimal_cells = cells;
    cells.for_each([&](int x) {
        bool needless = false;
        dominators(x).for_each([&](int y) { needless = needless || y < x || !dominates(x, y); });
        if (needless) minimal_cells.reset(x);
    });
    return minimal_cells;
}

template <int W>
void Reducer<W>::prune_replies(ResidualState<W>& outlook) const {
    if (outlook.is_prunable) outlook.reply_cells = minimal_moves(outlook.reply_cells);
}

template <int W>
void Reducer<W>::add_dominators(const State<W>& state, const Mask<W>& reply_cells, const Mask<W>& common,
                                Mask<W>& zone) {
    index_state(state);
    (((attacker_cells_ | defender_cells_) - reply_cells) & common).for_each([&](int x) {
        const Mask<W> better = dominators(x);
        if (better.any() && !better.meets(zone)) zone.set(better.first());
    });
}

namespace {

// The cells of all edges with one cell.
template <int W>
Mask<W> immediate_threats(const Edges<W>& edges) {
    Mask<W> cells;
    for (const Mask<W>& edge : edges)
        if (edge.has_count(1)) cells |= edge;
    return cells;
}

}  // namespace

template <int W>
Decision<W> Reducer<W>::judge_state(const State<W>& state, ResidualState<W>& outlook) {
    if (state.attacker_edges.empty()) return {Verdict::held, 0, {}};
    outlook.potential = potential_sum_;
    return state.attacker_moves ? judge_attack(state, outlook) : judge_defence(state, outlook);
}

template <int W>
Decision<W> Reducer<W>::judge_attack(const State<W>& state, ResidualState<W>& outlook) {
    for (const Mask<W>& edge : state.attacker_edges)
        if (edge.has_count(1)) return {Verdict::wins, 1, edge};
    const Mask<W> threat_cells = immediate_threats(state.defender_edges);
    if (threat_cells.count() >= 2) {  // the attacker stops only one of the lines
        Mask<W> zone = Mask<W>::single(threat_cells.first());
        zone.set((threat_cells - zone).first());
        fill_zone(state.attacker_edges, 2, zone);
        return {Verdict::held, 0, zone};
    }
    if (outlook.potential + cell_weights_[heaviest_cell()] < full_weight)
        return {Verdict::held, 0, attack_zone(state.attacker_edges)};
    if (threat_cells.any()) {
        outlook.reply_cells = threat_cells;
        return {};
    }
    Mask<W> pair_cells;
    for (const Mask<W>& edge : state.attacker_edges) {
        if (!edge.has_count(2)) continue;
        if (edge.meets(pair_cells))  // two threats at once
            for (const Mask<W>& other : state.attacker_edges)
                if (other.has_count(2) && other != edge && other.meets(edge)) return {Verdict::wins, 2, edge | other};
        pair_cells |= edge;
    }
    outlook.reply_cells = attacker_cells_ | defender_cells_;
    outlook.is_prunable = true;
    return {};
}

// The zone of the defender's mark on the heaviest cell, if the potential decides the state after it.
template <int W>
std::optional<Mask<W>> Reducer<W>::zone_after_mark(const Edges<W>& edges) {
    const int heaviest = heaviest_cell();
    if (potential_sum_ - cell_weights_[heaviest] >= full_weight) return std::nullopt;
    part_edges_ = edges;
    strike_edges(part_edges_, heaviest);
    if (!holds_by_potential(part_edges_)) return std::nullopt;
    Mask<W> zone = attack_zone(part_edges_);
    zone.set(heaviest);
    return zone;
}

template <int W>
Decision<W> Reducer<W>::judge_defence(const State<W>& state, ResidualState<W>& outlook) {
    if (const Mask<W> defender_cells = immediate_threats(state.defender_edges);
        defender_cells.any()) {  // he completes a line
        Mask<W> zone = Mask<W>::single(defender_cells.first());
        fill_zone(state.attacker_edges, 1, zone);
        return {Verdict::held, 0, zone};
    }
    const Mask<W> threat_cells = immediate_threats(state.attacker_edges);
    if (threat_cells.count() >= 2) return {Verdict::wins, 1, threat_cells};
    if (outlook.potential < full_weight) return {Verdict::held, 0, zone_below(state.attacker_edges, full_weight)};
    if (threat_cells.any()) {
        outlook.reply_cells = threat_cells;
        outlook.threat_cells = threat_cells;
        return {};
    }
    if (const std::optional<Mask<W>> zone = zone_after_mark(state.attacker_edges)) return {Verdict::held, 0, *zone};
    // If two edges of two cells share a cell, the defender must play inside their union or make a threat himself.
    Mask<W> inside = attacker_cells_ | defender_cells_, defender_cells;
    for (const Mask<W>& edge : state.defender_edges)
        if (edge.has_count(2)) defender_cells |= edge;
    std::vector<Mask<W>> pairs;
    for (const Mask<W>& edge : state.attacker_edges) {
        if (!edge.has_count(2)) continue;
        for (const Mask<W>& other : pairs)
            if (other.meets(edge) && !((other | edge).contains(inside))) {
                inside &= other | edge;
                outlook.threat_cells |= other | edge;
            }
        pairs.push_back(edge);
    }
    inside |= defender_cells;
    if (inside.none()) return {Verdict::wins, 2, outlook.threat_cells};
    outlook.reply_cells = inside;
    outlook.is_prunable = true;
    return {};
}

template <int W>
bool holds_by_potential(const Edges<W>& edges) {
    const std::uint64_t sum = potential_sum(edges);
    if (sum >= full_weight) return false;
    Weights<W> weights;
    const Mask<W> cells = cells_of(edges);
    weigh_cells(edges, cells, weights);
    std::uint64_t max_weight = 0;
    cells.for_each([&](int x) { max_weight = std::max(max_weight, weights[x]); });
    return sum + max_weight < full_weight;
}

// Edges that lose cells one by one, with their total weight.
template <int W>
class EdgeThinning {
public:
    explicit EdgeThinning(const Edges<W>& edges) : edges_(edges), weight_sum_(potential_sum(edges)) {}

    // Find the edges through a cell, and compute the total weight without that cell.
    std::uint64_t sum_without(int cell) {
        cell_edges_.clear();
        std::uint64_t sum = weight_sum_;
        for (std::size_t e = 0; e < edges_.size(); ++e)
            if (edges_[e].test(cell)) {
                cell_edges_.push_back(e);
                sum += weight_gain(edges_[e]);
            }
        return sum;
    }

    // Visit the edges found by the last `sum_without`, each with the weight that it gains without the cell.
    template <class Visit>
    void for_each(Visit visit) {
        for (const std::size_t e : cell_edges_) visit(edges_[e], weight_gain(edges_[e]));
    }

    // Remove the cell of the last `sum_without` from all edges.
    void remove_cell(int cell, std::uint64_t sum) {
        for (const std::size_t e : cell_edges_) edges_[e].reset(cell);
        weight_sum_ = sum;
    }

private:
    static std::uint64_t weight_gain(const Mask<W>& edge) {
        return edge_weight(edge.count() - 1) - edge_weight(edge.count());
    }

    Edges<W> edges_;
    std::vector<std::size_t> cell_edges_;
    std::uint64_t weight_sum_;
};

template <int W>
Mask<W> attack_zone(const Edges<W>& edges) {
    Weights<W> weights;
    Mask<W> zone = cells_of(edges);
    weigh_cells(edges, zone, weights);
    const auto heaviest = [&] {
        std::uint64_t max_weight = 0;
        zone.for_each([&](int y) { max_weight = std::max(max_weight, weights[y]); });
        return max_weight;
    };
    EdgeThinning<W> inside(edges);
    std::uint64_t max_weight = heaviest();
    const Mask<W> all = zone;
    all.for_each([&](int x) {
        const std::uint64_t sum = inside.sum_without(x);
        if (sum >= full_weight || (weights[x] < max_weight && sum + max_weight >= full_weight))
            return;  // weights only grow
        zone.reset(x);
        inside.for_each(
            [&](const Mask<W>& edge, std::uint64_t gain) { edge.for_each([&](int y) { weights[y] += gain; }); });
        if (const std::uint64_t next_heaviest = heaviest(); sum + next_heaviest < full_weight) {
            inside.remove_cell(x, sum);
            max_weight = next_heaviest;
            return;
        }
        zone.set(x);
        inside.for_each(
            [&](const Mask<W>& edge, std::uint64_t gain) { edge.for_each([&](int y) { weights[y] -= gain; }); });
    });
    return zone;
}

template <int W>
Mask<W> zone_below(const Edges<W>& edges, std::uint64_t bound) {
    EdgeThinning<W> inside(edges);
    Mask<W> zone = cells_of(edges);
    const Mask<W> all = zone;
    all.for_each([&](int x) {
        const std::uint64_t sum = inside.sum_without(x);
        if (sum >= bound) return;
        inside.remove_cell(x, sum);
        zone.reset(x);
    });
    return zone;
}

// Find two augmenting paths for every edge (Kuhn's algorithm).
template <int W>
bool match_pairs(const Edges<W>& edges, Mask<W>& zone, std::vector<CellPair>* pair_log) {
    std::array<std::int16_t, 64 * W> owner;
    owner.fill(-1);
    Mask<W> visit_mask;
    const auto find = [&](auto&& self, std::size_t e) -> bool {
        bool has_match = false;
        edges[e].for_each([&](int x) {
            if (has_match || visit_mask.test(x)) return;
            visit_mask.set(x);
            auto& holder = owner[x];
            if (holder >= 0 && !self(self, holder)) return;
            holder = static_cast<std::int16_t>(e);
            has_match = true;
        });
        return has_match;
    };
    for (std::size_t e = 0; e < edges.size(); ++e)
        for (int twice = 0; twice < 2; ++twice) {
            visit_mask = {};
            if (!find(find, e)) return false;
        }
    std::vector<int> first(edges.size(), -1);
    for (int x = 0; x < 64 * W; ++x) {
        if (owner[x] < 0) continue;
        zone.set(x);
        int& partner = first[owner[x]];
        if (partner >= 0 && pair_log != nullptr) pair_log->push_back({partner, x, false});
        partner = x;
    }
    return true;
}

template <int W>
void fill_zone(const Edges<W>& edges, int need, Mask<W>& zone) {
    for (const Mask<W>& edge : edges) {
        int missing = need - (edge & zone).count();
        if (missing <= 0) continue;
        (edge - zone).for_each([&](int x) {
            if (missing-- > 0) zone.set(x);
        });
    }
}

template class Reducer<1>;
template bool holds_by_potential(const Edges<1>&);
template Mask<1> attack_zone(const Edges<1>&);
template Mask<1> zone_below(const Edges<1>&, std::uint64_t);
template void fill_zone(const Edges<1>&, int, Mask<1>&);
template bool match_pairs(const Edges<1>&, Mask<1>&, std::vector<CellPair>*);
template class Reducer<2>;
template bool holds_by_potential(const Edges<2>&);
template Mask<2> attack_zone(const Edges<2>&);
template Mask<2> zone_below(const Edges<2>&, std::uint64_t);
template void fill_zone(const Edges<2>&, int, Mask<2>&);
template bool match_pairs(const Edges<2>&, Mask<2>&, std::vector<CellPair>*);
template class Reducer<4>;
template bool holds_by_potential(const Edges<4>&);
template Mask<4> attack_zone(const Edges<4>&);
template Mask<4> zone_below(const Edges<4>&, std::uint64_t);
template void fill_zone(const Edges<4>&, int, Mask<4>&);
template bool match_pairs(const Edges<4>&, Mask<4>&, std::vector<CellPair>*);
template class Reducer<8>;
template bool holds_by_potential(const Edges<8>&);
template Mask<8> attack_zone(const Edges<8>&);
template Mask<8> zone_below(const Edges<8>&, std::uint64_t);
template void fill_zone(const Edges<8>&, int, Mask<8>&);
template bool match_pairs(const Edges<8>&, Mask<8>&, std::vector<CellPair>*);

}  // namespace passatempo::mnk::proof
