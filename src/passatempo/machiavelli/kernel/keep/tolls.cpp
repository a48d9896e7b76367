// Tolls raised and lowered until suits and ranks agree, or nearly.
// Algorithm: Lagrangian decomposition (Guignard and Kim 1987) with subgradient steps of Polyak's length
#include "keep/tolls.hpp"

#include <algorithm>

namespace passatempo::machiavelli {

namespace {

constexpr int most_steps = 60;  // more gain less than they cost
constexpr int patience = 3;     // steps without gain until they become shorter
constexpr Value part = 16;      // of a card's value, the finest difference that counts
constexpr Value little = Lane::group / 50;

}  // namespace

void Lane::build(const Basis& basis, int suit, int start, int groups, const Hopes& hopes) {
    hopes_ = &hopes;
    groups_ = groups;
    nodes_.assign(1, {0, hopes.index(0, {start, 0})});
    reaches_.assign(1, {start, 0});
    ways_.clear();
    for (int place = 0; place < ranks; ++place) {
        begins_[place + 1] = nodes_.size();
        known_.assign(hopes.states(), 0);
        for (std::uint32_t n = begins_[place]; n < begins_[place + 1]; ++n) {
            nodes_[n].ways = ways_.size();
            add_ways(basis, suit, place, Reach{reaches_[n]});
        }
    }
    const std::uint32_t last = ways_.size();
    for (std::uint32_t n = begins_[ranks]; n < nodes_.size(); ++n) nodes_[n].ways = last;
    most_.resize(nodes_.size());
    nodes_.push_back({last, 0});
}

void Lane::add_ways(const Basis& basis, int suit, int place, const Reach& reach) {
    hopes_->each_way(basis, suit, place, reach, [&](const Hopes::Way& it) {
        Way& way = ways_.emplace_back();
        way.to = node_of(place + 1, it.next);
        way.over = it.over;
        way.kept = ones(it.added);
    });
}

// The node of a state.
int Lane::node_of(int place, const Reach& reach) {
    const std::uint32_t index = hopes_->index(place, reach);
    std::uint16_t& known = known_[index - hopes_->index(place, {})];
    if (known == 0) {
        known = nodes_.size();
        nodes_.push_back({0, index});
        reaches_.push_back(reach);
    }
    return known;
}

// The most of every node, from the last place to the first.
void Lane::sweep(int suit, const Prices& prices) {
    std::fill(most_.begin() + begins_[ranks], most_.end(), 0);
    for (int place = ranks - 1; place >= 0; --place)
        for (std::uint32_t n = begins_[place]; n < begins_[place + 1]; ++n) {
            Value most = impossible;
            for (std::uint32_t w = nodes_[n].ways; w < nodes_[n + 1].ways; ++w)
                most = std::max(most, by(ways_[w], suit, place, prices));
            most_[n] = most;
        }
}

// The cards that are left to sets where all is done as is best by the prices swept.
void Lane::follow(int suit, const Prices& prices, std::array<Row, ranks>& left) const {
    std::uint32_t n = 0;
    for (int place = 0; place < ranks; ++place) {
        std::uint32_t w = nodes_[n].ways;
        while (by(ways_[w], suit, place, prices) != most_[n]) ++w;
        left[place][suit] = ways_[w].over;
        n = ways_[w].to;
    }
}

void Lane::keep_table() {
    table_.resize(hopes_->size());
    for (std::size_t n = 0; n < most_.size(); ++n) table_[nodes_[n].index] = most_[n];
}

std::size_t Lane::held() const {
    return sizeof(Lane) + nodes_.capacity() * sizeof(Node) + reaches_.capacity() * sizeof(Reach) +
           ways_.capacity() * sizeof(Way) + known_.capacity() * sizeof(std::uint16_t) +
           (most_.capacity() + table_.capacity()) * sizeof(Value);
}

// To begin with, cards in sets are worth their shares of those that stay; what is not laid costs its value.
void Tolls::begin(const Offer& offer, const Standing& standing) {
    unit_ = 1;
    for (const auto& weights : offer.weight)
        for (const Value weight : weights) unit_ = std::max(unit_, weight);
    prices_.value = 2 * Lane::group / unit_;
    for (int place = 0; place < ranks; ++place) {
        leavings_[place].clear();
        const int sets = most_sets(offer.may[place]);
        for (int i = 0; i < suits; ++i)
            for (int over = 0; over <= std::min<int>(two::copies, offer.may[place][i]); ++over) {
                const int laid = std::min(over, sets);
                prices_.tolls[place][i][over] = Lane::group / Standing::whole * standing.share(i, place, laid) +
                                                prices_.value * offer.weight[place][i] * (laid - over);
            }
    }
    used_ = {};
}

Lane& Tolls::add_lane(int suit) {
    if (lanes_[suit].size() == used_[suit]) lanes_[suit].emplace_back();
    return lanes_[suit][used_[suit]++];
}

int Tolls::lower(Value need, int enough, Budget& budget) {
    const Value target = Lane::group * enough + Lane::group / 2;
    Value lowest = -impossible, share = Lane::group;  // of Polyak's step, in parts of a whole
    for (int steps = 0, idle = 0; steps < most_steps && !budget.poll(); ++steps, ++idle) {
        Left left, taken;
        Value gain = 0;
        const Value bound = look(need, left, taken, gain);
        if (bound < lowest - little) idle = 0;
        if (bound < lowest) {
            lowest = bound;
            best_ = prices_;
        }
        if (lowest < Lane::group * (enough + 1)) break;
        if (idle >= patience) {
            share = share * 3 / 4;
            idle = 0;
        }
        if (left == taken && need == gain) break;
        move(left, taken, (need - gain) * part / unit_, (bound - target) * share / Lane::group);
    }
    keep_tables();
    const Value most = std::max<Value>(lowest, 0) / Lane::group;
    return static_cast<int>(std::min<Value>(most, deck));
}

// A bound, and what suits would leave, ranks would take and value they would gain.
Value Tolls::look(Value need, Left& left, Left& taken, Value& gain) {
    Value bound = -prices_.value * need;
    for (int i = 0; i < suits; ++i) {
        Lane* best = nullptr;
        for (std::size_t k = 0; k < used_[i]; ++k) {
            lanes_[i][k].sweep(i, prices_);
            if (best == nullptr || lanes_[i][k].most() > best->most()) best = &lanes_[i][k];
        }
        best->follow(i, prices_, left);
        bound += best->most();
    }
    for (int place = 0; place < ranks; ++place) {
        Value most = 0;
        const Leaving& it = take(place, prices_, most);
        taken[place] = it.over;
        gain += it.gain;
        bound += most;
    }
    return bound;
}

const Leaving& Tolls::take(int place, const Prices& prices, Value& most) const {
    const Leaving* best = nullptr;
    const auto& toll = prices.tolls[place];
    for (const Leaving& it : leavings_[place]) {
        const Value here = prices.value * it.gain + Lane::group * it.kept - toll[0][it.over[0]] - toll[1][it.over[1]] -
                           toll[2][it.over[2]] - toll[3][it.over[3]];
        if (best != nullptr && here <= most) continue;
        most = here;
        best = &it;
    }
    return *best;
}

// What a suit leaves and the rank does not take becomes cheaper to leave, what the rank takes dearer to keep.
void Tolls::move(const Left& left, const Left& taken, Value lacks, Value distance) {
    int differ = 0;
    for (int place = 0; place < ranks; ++place)
        for (int i = 0; i < suits; ++i) differ += left[place][i] != taken[place][i];
    const Value square = 2 * differ * part * part + lacks * lacks;
    if (square == 0) return;
    const Value step = distance * part * part / square;
    for (int place = 0; place < ranks; ++place)
        for (int i = 0; i < suits; ++i) {
            if (left[place][i] == taken[place][i]) continue;
            prices_.tolls[place][i][left[place][i]] -= step;
            prices_.tolls[place][i][taken[place][i]] += step;
        }
    prices_.value = std::max<Value>(0, prices_.value + step * lacks / part / unit_);
}

void Tolls::keep_tables() {
    sets_[ranks] = 0;
    for (int place = ranks - 1; place >= 0; --place) {
        Value most = 0;
        take(place, best_, most);
        sets_[place] = sets_[place + 1] + most;
    }
    for (int i = 0; i < suits; ++i)
        for (std::size_t k = 0; k < used_[i]; ++k) {
            lanes_[i][k].sweep(i, best_);
            lanes_[i][k].keep_table();
        }
}

std::size_t Tolls::held() const {
    std::size_t bytes = 0;
    for (const auto& lanes : lanes_)
        for (const Lane& lane : lanes) bytes += lane.held();
    for (const auto& leavings : leavings_) bytes += leavings.capacity() * sizeof(Leaving);
    return bytes;
}

}  // namespace passatempo::machiavelli
