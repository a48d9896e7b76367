// Reductions of a state, each with the proof that it changes no value; holds that need no search, and their zones.
// Algorithm: domination, pairing (Hales and Jewett 1963), potential of Erdos and Selfridge 1973
#include "proof/reduce.hpp"

#include <algorithm>

namespace passatempo::mnk::proof {

namespace {

// What the edges through each cell weigh together; cells in no edge are left as they are.
template <int W>
using Weights = std::array<std::uint64_t, 64 * W>;

template <int W>
void weigh(const Edges<W>& edges, const Mask<W>& cells, Weights<W>& weights) {
    cells.each([&](int x) { weights[x] = 0; });
    for (const Mask<W>& edge : edges) {
        const std::uint64_t share = weight(edge.count());
        edge.each([&](int x) { weights[x] += share; });
    }
}

}  // namespace

// N(x) within N(y) for both sides' lines at once, so that nobody needs x while y is free: play y, pretend x, and swap
// the two names when the opponent takes the other one. Every line completed or killed in the pretended game is
// completed or killed in the real one.
template <int W>
void Reducer<W>::meet(const State<W>& state) {
    cells_a_ = cells_of(state.a);
    cells_b_ = cells_of(state.b);
    potential_ = 0;
    cells_a_.each([&](int x) {
        meet_a_[x] = cells_a_;
        weight_[x] = 0;
    });
    for (const Mask<W>& edge : state.a) {
        const std::uint64_t share = weight(edge.count());
        potential_ += share;
        edge.each([&](int x) {
            meet_a_[x] &= edge;
            weight_[x] += share;
        });
    }
    if (state.b.empty()) return;
    cells_b_.each([&](int x) { meet_b_[x] = cells_b_; });
    for (const Mask<W>& edge : state.b) edge.each([&](int x) { meet_b_[x] &= edge; });
}

// The cell with the greatest sum of 2^-|E| over the attacker's lines through it.
template <int W>
int Reducer<W>::heaviest_cell() const {
    int found = 0;
    std::uint64_t most = 0;
    cells_a_.each([&](int x) {
        if (weight_[x] > most) {
            most = weight_[x];
            found = x;
        }
    });
    return found;
}

// Twins: N(x) = N(y), and neither lies in a line of the defender. Drop every edge through them. The defender answers x
// by y and y by x, which kills each such edge, and no threat of his depends on it; a sub-hypergraph is never better for
// the attacker, so the value stays. An attacker who ignores a threat to play x loses at once, as with any other move.
template <int W>
bool Reducer<W>::drop_twins(State<W>& state, Removed<W>& removed, std::vector<Pair>* noted) {
    Mask<W> gone;
    (cells_a_ - cells_b_).each([&](int x) {
        if (gone.test(x)) return;
        Mask<W> others = meet_a_[x] - cells_b_ - gone;
        others.reset(x);
        if (others.none()) return;
        int twin = -1;
        others.each([&](int y) {
            if (twin < 0 && meet_a_[y].test(x)) twin = y;
        });
        if (twin < 0) return;
        gone.set(x);
        gone.set(twin);
        if (noted != nullptr) noted->push_back({x, twin, false});
    });
    if (gone.none()) return false;
    removed.zone |= gone;
    std::erase_if(state.a, [&](const Mask<W>& edge) { return edge.meets(gone); });
    return true;
}

// Free exchange, attacker to move: an edge {x, y} where x lies in no other edge and neither in a line of the defender,
// who threatens nothing. Give y to the attacker and x to the defender. If the attacker wins afterwards he can force it
// (y threatens x); if the defender holds afterwards he held before by treating {x, y} as a pair.
template <int W>
bool Reducer<W>::exchange(State<W>& state, Removed<W>& removed, std::vector<Pair>* noted) {
    for (const Mask<W>& edge : state.b)
        if (edge.has(1)) return false;
    for (std::size_t i = 0; i < state.a.size(); ++i) {
        const Mask<W> edge = state.a[i];
        if (!edge.has(2) || edge.meets(cells_b_)) continue;
        int lone = -1;
        edge.each([&](int x) {
            if (meet_a_[x] == edge) lone = x;  // another edge through x would contain this one
        });
        if (lone < 0) continue;
        Mask<W> rest = edge;
        rest.reset(lone);
        state.a.erase(state.a.begin() + i);
        shrink(state.a, rest.first());
        removed.zone |= edge;
        removed.carrier |= edge;
        ++removed.moves;
        if (noted != nullptr) noted->push_back({lone, rest.first(), true});
        return true;
    }
    return false;
}

// Cells hang together through edges. A component that the defender holds with the attacker to move, and that no line of
// his touches, is dropped: he answers inside it.
template <int W>
const std::vector<Mask<W>>& Reducer<W>::components(const Edges<W>& edges) {
    parts_.clear();
    Mask<W> rest = cells_of(edges);
    while (rest.any()) {
        Mask<W> part, seen = Mask<W>::of(rest.first());
        while (seen != part) {
            part = seen;
            for (const Mask<W>& edge : edges)
                if (edge.meets(seen)) seen |= edge;
        }
        parts_.push_back(part);
        rest -= part;
    }
    return parts_;
}

template <int W>
void Reducer<W>::drop_held(State<W>& state, Removed<W>& removed) {
    const std::size_t before = state.a.size();
    const std::vector<Mask<W>>& parts = components(state.a);
    if (parts.size() == 1 && parts[0].count() + std::size_t{0} < 2 * before) return;  // `judge` looks at it
    for (const Mask<W>& part : parts) {
        if (part.meets(cells_b_)) continue;
        inside_.clear();
        for (const Mask<W>& edge : state.a)
            if (edge.meets(part)) inside_.push_back(edge);
        Mask<W> zone;
        if (ahead_below(inside_)) zone = zone_ahead(inside_);
        else if (!use_.matching || static_cast<std::size_t>(part.count()) < 2 * inside_.size() ||
                 !match_pairs(inside_, zone))
            continue;
        removed.zone |= zone;
        std::erase_if(state.a, [&](const Mask<W>& edge) { return edge.meets(part); });
    }
    if (state.a.size() != before) meet(state);
}

template <int W>
Removed<W> Reducer<W>::reduce(State<W>& state, std::vector<Pair>* noted) {
    Removed<W> removed;
    meet(state);
    for (bool changed = true; changed;) {
        changed = (use_.twins && drop_twins(state, removed, noted)) ||
                  (use_.exchange && state.attacking && exchange(state, removed, noted));
        if (changed) meet(state);
    }
    if (use_.components) drop_held(state, removed);
    return removed;
}

template <int W>
bool Reducer<W>::dominates(int y, int x) const {
    const std::size_t at = x;
    return (!cells_a_.test(x) || meet_a_[at].test(y)) && (!cells_b_.test(x) || meet_b_[at].test(y));
}

template <int W>
Mask<W> Reducer<W>::dominators(int x) const {
    const std::size_t at = x;
    Mask<W> found = cells_a_.test(x) ? meet_a_[at] : meet_b_[at];
    if (cells_a_.test(x) && cells_b_.test(x)) found &= meet_b_[at];
    found.reset(x);
    return found;
}

// Of cells that dominate each other the lowest stays.
template <int W>
Mask<W> Reducer<W>::undominated(const Mask<W>& cells) const {
    if (!use_.domination) return cells;
    Mask<W> kept = cells;
    cells.each([&](int x) {
        bool needless = false;
        dominators(x).each([&](int y) { needless = needless || y < x || !dominates(x, y); });
        if (needless) kept.reset(x);
    });
    return kept;
}

template <int W>
void Reducer<W>::prune(Outlook<W>& outlook) const {
    if (outlook.prunable) outlook.replies = undominated(outlook.replies);
}

template <int W>
void Reducer<W>::cover_dominated(const State<W>& state, const Mask<W>& looked, const Mask<W>& common, Mask<W>& zone) {
    meet(state);
    (((cells_a_ | cells_b_) - looked) & common).each([&](int x) {
        const Mask<W> better = dominators(x);
        if (better.any() && !better.meets(zone)) zone.set(better.first());
    });
}

namespace {

// The cells of the edges of one cell.
template <int W>
Mask<W> threats(const Edges<W>& edges) {
    Mask<W> cells;
    for (const Mask<W>& edge : edges)
        if (edge.has(1)) cells |= edge;
    return cells;
}

}  // namespace

template <int W>
Finding<W> Reducer<W>::judge(const State<W>& state, Outlook<W>& outlook) {
    if (state.a.empty()) return {Verdict::held, 0, {}};
    outlook.potential = potential_;
    return state.attacking ? judge_attack(state, outlook) : judge_defence(state, outlook);
}

template <int W>
Finding<W> Reducer<W>::judge_attack(const State<W>& state, Outlook<W>& outlook) {
    for (const Mask<W>& edge : state.a)
        if (edge.has(1)) return {Verdict::wins, 1, edge};
    const Mask<W> forced = threats(state.b);
    if (forced.count() >= 2) {  // he stops one of the lines only
        Mask<W> zone = Mask<W>::of(forced.first());
        zone.set((forced - zone).first());
        fill(state.a, 2, zone);
        return {Verdict::held, 0, zone};
    }
    if (outlook.potential + weight_[heaviest_cell()] < whole) return {Verdict::held, 0, zone_ahead(state.a)};
    if (forced.any()) {
        outlook.replies = forced;
        return {};
    }
    Mask<W> seen;
    for (const Mask<W>& edge : state.a) {
        if (!edge.has(2)) continue;
        if (edge.meets(seen))  // two threats at once
            for (const Mask<W>& other : state.a)
                if (other.has(2) && other != edge && other.meets(edge)) return {Verdict::wins, 2, edge | other};
        seen |= edge;
    }
    outlook.replies = cells_a_ | cells_b_;
    outlook.prunable = true;
    return {};
}

// The defender's mark on the heaviest cell, where the potential decides after it: its zone.
template <int W>
std::optional<Mask<W>> Reducer<W>::ahead(const Edges<W>& edges) {
    const int heaviest = heaviest_cell();
    if (potential_ - weight_[heaviest] >= whole) return std::nullopt;
    inside_ = edges;
    strike(inside_, heaviest);
    if (!ahead_below(inside_)) return std::nullopt;
    Mask<W> zone = zone_ahead(inside_);
    zone.set(heaviest);
    return zone;
}

template <int W>
Finding<W> Reducer<W>::judge_defence(const State<W>& state, Outlook<W>& outlook) {
    if (const Mask<W> own = threats(state.b); own.any()) {  // he completes a line
        Mask<W> zone = Mask<W>::of(own.first());
        fill(state.a, 1, zone);
        return {Verdict::held, 0, zone};
    }
    const Mask<W> forced = threats(state.a);
    if (forced.count() >= 2) return {Verdict::wins, 1, forced};
    if (outlook.potential < whole) return {Verdict::held, 0, zone_below(state.a, whole)};
    if (forced.any()) {
        outlook.replies = forced;
        outlook.parried = forced;
        return {};
    }
    if (const std::optional<Mask<W>> zone = ahead(state.a)) return {Verdict::held, 0, *zone};
    // Two edges of two cells with a common one: he must play inside their union, or threaten something himself.
    Mask<W> inside = cells_a_ | cells_b_, own;
    for (const Mask<W>& edge : state.b)
        if (edge.has(2)) own |= edge;
    std::vector<Mask<W>> pairs;
    for (const Mask<W>& edge : state.a) {
        if (!edge.has(2)) continue;
        for (const Mask<W>& other : pairs)
            if (other.meets(edge) && !((other | edge).contains(inside))) {
                inside &= other | edge;
                outlook.parried |= other | edge;
            }
        pairs.push_back(edge);
    }
    inside |= own;
    if (inside.none()) return {Verdict::wins, 2, outlook.parried};
    outlook.replies = inside;
    outlook.prunable = true;
    return {};
}

template <int W>
bool ahead_below(const Edges<W>& edges) {
    const std::uint64_t sum = potential(edges);
    if (sum >= whole) return false;
    Weights<W> weights;
    const Mask<W> cells = cells_of(edges);
    weigh(edges, cells, weights);
    std::uint64_t most = 0;
    cells.each([&](int x) { most = std::max(most, weights[x]); });
    return sum + most < whole;
}

// Edges that lose cells one after the other, and what they weigh together.
template <int W>
class Thinning {
public:
    explicit Thinning(const Edges<W>& edges) : edges_(edges), sum_(potential(edges)) {}

    // Which edges go through a cell, and how much all would weigh without it.
    std::uint64_t sum_without(int cell) {
        through_.clear();
        std::uint64_t sum = sum_;
        for (std::size_t e = 0; e < edges_.size(); ++e)
            if (edges_[e].test(cell)) {
                through_.push_back(e);
                sum += gain(edges_[e]);
            }
        return sum;
    }

    // Visit the edges through the cell last asked for, each with what it gains by its loss.
    template <class Visit>
    void each(Visit visit) {
        for (const std::size_t e : through_) visit(edges_[e], gain(edges_[e]));
    }

    // Take the cell last asked for out of all edges.
    void take(int cell, std::uint64_t sum) {
        for (const std::size_t e : through_) edges_[e].reset(cell);
        sum_ = sum;
    }

private:
    static std::uint64_t gain(const Mask<W>& edge) { return weight(edge.count() - 1) - weight(edge.count()); }

    Edges<W> edges_;
    std::vector<std::size_t> through_;
    std::uint64_t sum_;
};

template <int W>
Mask<W> zone_ahead(const Edges<W>& edges) {
    Weights<W> weights;
    Mask<W> zone = cells_of(edges);
    weigh(edges, zone, weights);
    const auto heaviest = [&] {
        std::uint64_t most = 0;
        zone.each([&](int y) { most = std::max(most, weights[y]); });
        return most;
    };
    Thinning<W> inside(edges);
    std::uint64_t most = heaviest();
    const Mask<W> all = zone;
    all.each([&](int x) {
        const std::uint64_t sum = inside.sum_without(x);
        if (sum >= whole || (weights[x] < most && sum + most >= whole)) return;  // weights only grow
        zone.reset(x);
        inside.each([&](const Mask<W>& edge, std::uint64_t gain) { edge.each([&](int y) { weights[y] += gain; }); });
        if (const std::uint64_t now = heaviest(); sum + now < whole) {
            inside.take(x, sum);
            most = now;
            return;
        }
        zone.set(x);
        inside.each([&](const Mask<W>& edge, std::uint64_t gain) { edge.each([&](int y) { weights[y] -= gain; }); });
    });
    return zone;
}

template <int W>
Mask<W> zone_below(const Edges<W>& edges, std::uint64_t bound) {
    Thinning<W> inside(edges);
    Mask<W> zone = cells_of(edges);
    const Mask<W> all = zone;
    all.each([&](int x) {
        const std::uint64_t sum = inside.sum_without(x);
        if (sum >= bound) return;
        inside.take(x, sum);
        zone.reset(x);
    });
    return zone;
}

// Two augmenting walks for every edge (Kuhn's algorithm).
template <int W>
bool match_pairs(const Edges<W>& edges, Mask<W>& zone, std::vector<Pair>* noted) {
    std::array<std::int16_t, 64 * W> owner;
    owner.fill(-1);
    Mask<W> seen;
    const auto find = [&](auto&& self, std::size_t e) -> bool {
        bool found = false;
        edges[e].each([&](int x) {
            if (found || seen.test(x)) return;
            seen.set(x);
            auto& holder = owner[x];
            if (holder >= 0 && !self(self, holder)) return;
            holder = static_cast<std::int16_t>(e);
            found = true;
        });
        return found;
    };
    for (std::size_t e = 0; e < edges.size(); ++e)
        for (int twice = 0; twice < 2; ++twice) {
            seen = {};
            if (!find(find, e)) return false;
        }
    std::vector<int> first(edges.size(), -1);
    for (int x = 0; x < 64 * W; ++x) {
        if (owner[x] < 0) continue;
        zone.set(x);
        int& partner = first[owner[x]];
        if (partner >= 0 && noted != nullptr) noted->push_back({partner, x, false});
        partner = x;
    }
    return true;
}

template <int W>
void fill(const Edges<W>& edges, int need, Mask<W>& zone) {
    for (const Mask<W>& edge : edges) {
        int missing = need - (edge & zone).count();
        if (missing <= 0) continue;
        (edge - zone).each([&](int x) {
            if (missing-- > 0) zone.set(x);
        });
    }
}

template class Reducer<1>;
template bool ahead_below(const Edges<1>&);
template Mask<1> zone_ahead(const Edges<1>&);
template Mask<1> zone_below(const Edges<1>&, std::uint64_t);
template void fill(const Edges<1>&, int, Mask<1>&);
template bool match_pairs(const Edges<1>&, Mask<1>&, std::vector<Pair>*);
template class Reducer<2>;
template bool ahead_below(const Edges<2>&);
template Mask<2> zone_ahead(const Edges<2>&);
template Mask<2> zone_below(const Edges<2>&, std::uint64_t);
template void fill(const Edges<2>&, int, Mask<2>&);
template bool match_pairs(const Edges<2>&, Mask<2>&, std::vector<Pair>*);
template class Reducer<4>;
template bool ahead_below(const Edges<4>&);
template Mask<4> zone_ahead(const Edges<4>&);
template Mask<4> zone_below(const Edges<4>&, std::uint64_t);
template void fill(const Edges<4>&, int, Mask<4>&);
template bool match_pairs(const Edges<4>&, Mask<4>&, std::vector<Pair>*);
template class Reducer<8>;
template bool ahead_below(const Edges<8>&);
template Mask<8> zone_ahead(const Edges<8>&);
template Mask<8> zone_below(const Edges<8>&, std::uint64_t);
template void fill(const Edges<8>&, int, Mask<8>&);
template bool match_pairs(const Edges<8>&, Mask<8>&, std::vector<Pair>*);

}  // namespace passatempo::mnk::proof
