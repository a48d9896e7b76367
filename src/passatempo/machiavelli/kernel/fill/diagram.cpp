// Forwards from all starts, place by place, then backwards from the ends.
// Twin: machiavelli/reference/search.py
#include "fill/diagram.hpp"

namespace passatempo::machiavelli {

namespace {

constexpr std::int32_t none = -1;

// The comparison of arrays is a call.
bool same(const Nodes& a, const Nodes& b) {
    return ((a[0] ^ b[0]) | (a[1] ^ b[1]) | (a[2] ^ b[2]) | (a[3] ^ b[3])) == 0;
}

std::uint64_t hash_of(const Nodes& nodes) {
    std::uint64_t key = 0;
    for (const int node : nodes) key = (key << 16) + node;
    key *= 0x9E3779B97F4A7C15U;
    return key ^ key >> 32;
}

}  // namespace

void Batch::list(const Tracks& tracks) {
    tracks_ = &tracks;
    starts_.clear();
    list(0, {}, 0);
}

// Of the suits before this one they are chosen.
void Batch::list(int suit, Start start, int needed) {
    if (suit == suits) {
        if (needed <= Tracks::room(tracks_->offer().jokers)) starts_.push_back(start);
        return;
    }
    for (int k = 0; k < tracks_->starts(suit); ++k) {
        start[suit] = k;
        list(suit + 1, start, needed + tracks_->from(suit, k).need(0));
    }
}

void Batch::take(std::size_t first) {
    first_ = first;
    taken_ = std::min(starts_.size() - first, most);
    words_ = (taken_ + word - 1) / word;
    for (int i = 0; i < suits; ++i) mark_ways(i);
}

void Batch::mark_ways(int suit) {
    const Track& track = tracks_->merged(suit);
    const std::size_t lanes = tracks_->starts(suit);
    std::vector<Word> of_lane(lanes * words_);
    for (std::size_t k = 0; k < taken_; ++k) mark(bits(of_lane, starts_[first_ + k][suit]), k);
    ways_[suit].assign(track.size() * words_, 0);
    for (std::size_t way = 0; way < track.size(); ++way)
        for (std::size_t lane = 0; lane < lanes; ++lane)
            if ((track.lanes_on(track.way(way)) >> lane & 1) != 0) join(bits(ways_[suit], way), bits(of_lane, lane));
}

Nodes Batch::nodes_of(std::size_t start) const {
    Nodes nodes;
    for (int i = 0; i < suits; ++i) nodes[i] = tracks_->merged(i).start_of(starts_[first_ + start][i]);
    return nodes;
}

std::size_t Batch::held() const {
    std::size_t bytes = starts_.capacity() * sizeof(Start);
    for (const auto& ways : ways_) bytes += ways.capacity() * sizeof(Word);
    return bytes;
}

std::size_t States::number(const Nodes& nodes) {
    if (table_.size() < 2 * (all_.size() + 1)) {
        table_.assign(table_.empty() ? 64 : 4 * table_.size(), none);
        for (std::size_t k = 0; k < all_.size(); ++k) table_[slot(all_[k])] = k;
    }
    std::int32_t& known = table_[slot(nodes)];
    if (known == none) {
        known = all_.size();
        all_.push_back(nodes);
    }
    return known;
}

// Where the number of a state is, or would be.
std::size_t States::slot(const Nodes& nodes) const {
    std::size_t at = hash_of(nodes) & (table_.size() - 1);
    while (table_[at] != none && !same(all_[table_[at]], nodes)) at = (at + 1) & (table_.size() - 1);
    return at;
}

bool Diagram::find(const Tracks& tracks, Budget& budget) {
    tracks_ = &tracks;
    added_ = tracks.offer().jokers;
    pairs_ = {};
    for (int i = 0; i < suits; ++i) on_[i] = &tracks.merged(i);
    for (auto& layers : layers_) layers.resize(added_ + 1);
    for (auto& layers : with_) layers.resize(added_ + 1);
    batch_.list(tracks);
    for (std::size_t first = 0; first < batch_.size(); first += Batch::most)
        if (!sweep(first, budget)) return false;
    return true;
}

bool Diagram::sweep(std::size_t first, Budget& budget) {
    begin(first);
    if (!go_forward(budget)) return false;
    for (int place = ranks - 1; place >= 0; --place) {
        if (budget.poll()) return false;
        go_back(place);
    }
    return true;
}

// As many starts as are handled at once, each with a state of its own.
void Diagram::begin(std::size_t first) {
    batch_.take(first);
    met_.assign(batch_.words(), 0);
    for (auto& layers : layers_)
        for (Layer& layer : layers) clear(layer);
    for (auto& edges : edges_) edges.clear();
    Layer& layer = layers_[0][added_];
    for (std::size_t k = 0; k < batch_.taken(); ++k)
        mark(batch_.bits(layer.from, number(layer, batch_.nodes_of(k))), k);
}

bool Diagram::go_forward(Budget& budget) {
    for (int place = 0; place < ranks; ++place)
        for (int left = added_; left >= 0; --left)
            for (std::size_t state = 0; state < layers_[place][left].states.size(); ++state) {
                if (budget.spend()) return false;
                expand(place, left, state);
            }
    return true;
}

void Diagram::expand(int place, int left, std::size_t state) {
    const Layer& layer = layers_[place][left];
    if (!choices_.list(on_, layer.states[state], left)) return;
    choices_.any([&](const Ways& ways, int added) {
        Edge edge{};
        edge.from = state;
        edge.at = left;
        edge.then = left - added;
        add_edge(place, edge, ways);
        return false;
    });
}

void Diagram::add_edge(int place, Edge edge, const Ways& ways) {
    for (int i = 0; i < suits; ++i) edge.ways[i] = on_[i]->number(*ways[i]);
    if (place == ranks - 1 && edge.then > 0) return;
    if (!come_to(batch_.bits(layers_[place][edge.at].from, edge.from), edge)) return;
    Layer& next = layers_[place + 1][edge.then];
    edge.to = number(next, after(ways));
    join(batch_.bits(next.from, edge.to), met_);
    edges_[place].push_back(edge);
}

// The starts from which this edge can be gone, after it was come to from these.
bool Diagram::come_to(ConstBits from, const Edge& edge) {
    const auto on = [&](int i) { return batch_.on_way(i, edge.ways[i]); };
    return meet(met_, from, on(0), on(1), on(2), on(3));
}

std::size_t Diagram::number(Layer& layer, const Nodes& nodes) {
    const std::size_t number = layer.states.number(nodes);
    layer.from.resize(layer.states.size() * batch_.words());
    return number;
}

// What has room keeps it: the same is asked again and again.
void Diagram::clear(Layer& layer) {
    layer.states.clear();
    layer.from.clear();
    layer.goes.clear();
    layer.later.clear();
}

void Diagram::go_back(int place) {
    if (place == ranks - 1) {
        Layer& end = layers_[ranks][0];
        end.goes = end.from;
    }
    for (int left = 0; left <= added_; ++left) {
        Layer& layer = layers_[place][left];
        layer.goes.assign(layer.from.size(), 0);
        if (left == 0 || left == added_) continue;
        layer.later.assign(layer.states.size(), 0);
        Later& with = with_[place % 2][left];
        with.slots.resize(layer.states.size() * deck);
        with.starts.clear();
    }
    for (const Edge& edge : edges_[place]) go_back(place, edge);
}

void Diagram::go_back(int place, const Edge& edge) {
    Layer& from = layers_[place][edge.at];
    const Layer& to = layers_[place + 1][edge.then];
    if (!come_to(batch_.bits(from.from, edge.from), edge)) return;
    std::array<int, most_copies> added{};
    std::size_t number = 0;
    for (int i = 0; i < suits; ++i)
        for (int k = 0; k < on_[i]->way(edge.ways[i]).added; ++k) added[number++] = tracks_->card_at(place, i);
    const std::span<const int> cards{added.data(), number};
    const bool goes =
        !to.goes.empty() && join_common(batch_.bits(from.goes, edge.from), met_, batch_.bits(to.goes, edge.to));
    for (std::size_t a = 0; a < cards.size(); ++a) {
        for (std::size_t b = 0; goes && b < a; ++b) pair(cards[a], cards[b]);
        pair_up(place, cards[a], edge);
    }
    if (edge.at < added_) keep_later(place, edge, goes ? cards : std::span<const int>{});
}

// With each card that is added later, from a start that comes to this edge.
void Diagram::pair_up(int place, int first, const Edge& edge) {
    const auto& later = layers_[place + 1][edge.then].later;
    if (later.empty()) return;
    for (int c = 0; c < deck; ++c)
        if (has(later[edge.to] & ~pairs_[first], c) && overlap(met_, with(place + 1, edge.then, edge.to, c)))
            pair(first, c);
}

void Diagram::pair(int a, int b) {
    pairs_[a] |= only(b);
    pairs_[b] |= only(a);
}

void Diagram::keep_later(int place, const Edge& edge, std::span<const int> added) {
    const Layer& to = layers_[place + 1][edge.then];
    for (const int c : added) add_later(place, edge, c, batch_.bits(to.goes, edge.to));
    if (to.later.empty()) return;
    for (int c = 0; c < deck; ++c)
        if (has(to.later[edge.to], c)) add_later(place, edge, c, with(place + 1, edge.then, edge.to, c));
}

// From those starts that come to this edge.
void Diagram::add_later(int place, const Edge& edge, int card, ConstBits starts) {
    CardSet& later = layers_[place][edge.at].later[edge.from];
    Later& with = with_[place % 2][edge.at];
    std::int32_t& slot = with.slots[edge.from * deck + card];
    if (has(later, card)) {
        join_common(batch_.bits(with.starts, slot), met_, starts);
        return;
    }
    const std::size_t size = with.starts.size();
    slot = size / batch_.words();
    with.starts.resize(size + batch_.words());
    if (meet(batch_.bits(with.starts, slot), met_, starts)) later |= only(card);
    else with.starts.resize(size);
}

std::size_t Diagram::held() const {
    std::size_t bytes = batch_.held();
    for (const auto& layers : layers_)
        for (const Layer& layer : layers)
            bytes += layer.states.held() + (layer.from.capacity() + layer.goes.capacity()) * sizeof(Word) +
                     layer.later.capacity() * sizeof(CardSet);
    for (const auto& layers : with_)
        for (const Later& later : layers)
            bytes += later.slots.capacity() * sizeof(std::int32_t) + later.starts.capacity() * sizeof(Word);
    for (const auto& edges : edges_) bytes += edges.capacity() * sizeof(Edge);
    return bytes;
}

}  // namespace passatempo::machiavelli
