// Holds that need no search, and their zones.
// Algorithm: potential of Erdos and Selfridge 1973; pairing (Hales and Jewett 1963)
#include <algorithm>

#include "proof/reduce.hpp"

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

template bool ahead_below(const Edges<1>&);
template Mask<1> zone_ahead(const Edges<1>&);
template bool ahead_below(const Edges<2>&);
template Mask<2> zone_ahead(const Edges<2>&);
template bool ahead_below(const Edges<4>&);
template Mask<4> zone_ahead(const Edges<4>&);
template bool ahead_below(const Edges<8>&);
template Mask<8> zone_ahead(const Edges<8>&);
template Mask<1> zone_below(const Edges<1>&, std::uint64_t);
template Mask<2> zone_below(const Edges<2>&, std::uint64_t);
template Mask<4> zone_below(const Edges<4>&, std::uint64_t);
template Mask<8> zone_below(const Edges<8>&, std::uint64_t);
template void fill(const Edges<1>&, int, Mask<1>&);
template void fill(const Edges<2>&, int, Mask<2>&);
template void fill(const Edges<4>&, int, Mask<4>&);
template void fill(const Edges<8>&, int, Mask<8>&);
template bool match_pairs(const Edges<1>&, Mask<1>&, std::vector<Pair>*);
template bool match_pairs(const Edges<2>&, Mask<2>&, std::vector<Pair>*);
template bool match_pairs(const Edges<4>&, Mask<4>&, std::vector<Pair>*);
template bool match_pairs(const Edges<8>&, Mask<8>&, std::vector<Pair>*);

}  // namespace passatempo::mnk::proof
