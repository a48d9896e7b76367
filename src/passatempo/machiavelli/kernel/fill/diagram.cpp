// Forwards from all starts, place by place, then backwards from the ends.
// Twin: machiavelli/reference/search.py
#include "fill/diagram.hpp"

#include <algorithm>

namespace passatempo::machiavelli {

namespace {

constexpr std::size_t word = 64;                // bits of a word
constexpr std::size_t most_starts = 32 * word;  // at once
constexpr std::int32_t none = -1;

// Those of a's bits that b has, too; whether there are any.
bool cut(std::span<std::uint64_t> a, std::span<const std::uint64_t> b) {
    std::uint64_t some = 0;
    for (std::size_t w = 0; w < a.size(); ++w) some |= a[w] &= b[w];
    return some != 0;
}

bool overlap(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
    for (std::size_t w = 0; w < a.size(); ++w)
        if ((a[w] & b[w]) != 0) return true;
    return false;
}

void join(std::span<std::uint64_t> a, std::span<const std::uint64_t> b) {
    for (std::size_t w = 0; w < a.size(); ++w) a[w] |= b[w];
}

void mark(std::span<std::uint64_t> bits, std::size_t k) { bits[k / word] |= std::uint64_t{1} << k % word; }

int layer_of(int left, bool with) { return 2 * left + (with ? 1 : 0); }

std::uint64_t hash_of(const Nodes& nodes) {
    std::uint64_t key = 0;
    for (const int node : nodes) key = (key << 16) + node;
    key *= 0x9E3779B97F4A7C15U;
    return key ^ key >> 32;
}

}  // namespace

bool Diagram::find(const Tracks& tracks, const Aim& aim, Budget& budget) {
    tracks_ = &tracks;
    aim_ = aim;
    added_ = tracks.offer().jokers;
    cards_ = 0;
    pairs_ = {};
    for (int i = 0; i < suits; ++i) on_[i] = &tracks.merged(i);
    for (auto& layers : layers_) layers.resize(layer_of(added_, true) + 1);
    for (auto& layers : with_) layers.resize(layer_of(added_, true) + 1);
    starts_.clear();
    list_starts(0, {}, 0);
    for (std::size_t first = 0; first < starts_.size(); first += most_starts)
        if (!sweep(first, budget)) return false;
    return true;
}

// All starts of the suits together which do not need too many cards; of the suits before this one they are chosen.
void Diagram::list_starts(int suit, Starts start, int needed) {
    if (suit == suits) {
        if (needed <= tracks_->room(0, added_)) starts_.push_back(start);
        return;
    }
    for (int k = 0; k < tracks_->starts(suit); ++k) {
        start[suit] = k;
        list_starts(suit + 1, start, needed + tracks_->from(suit, k).need(0).any);
    }
}

bool Diagram::sweep(std::size_t first, Budget& budget) {
    begin(first, std::min(starts_.size(), first + most_starts));
    if (!go_forward(budget)) return false;
    for (int place = ranks - 1; place >= 0; --place) {
        if (budget.poll()) return false;
        go_back(place);
    }
    return true;
}

// The starts from the first on to the last, each with a state of its own.
void Diagram::begin(std::size_t first, std::size_t last) {
    words_ = (last - first + word - 1) / word;
    met_.assign(words_, 0);
    good_.assign(words_, 0);
    for (auto& layers : layers_)
        for (Layer& layer : layers) clear(layer);
    for (auto& edges : edges_) edges.clear();
    for (int i = 0; i < suits; ++i) mark_ways(i, first, last);
    Layer& layer = layers_[0][layer_of(added_, false)];
    for (std::size_t k = first; k < last; ++k) {
        Nodes nodes;
        for (int i = 0; i < suits; ++i) nodes[i] = on_[i]->start_of(starts_[k][i]);
        mark(bits(layer.from, number(layer, nodes)), k - first);
    }
}

// From which of these starts each way of a suit can be gone.
void Diagram::mark_ways(int suit, std::size_t first, std::size_t last) {
    const Track& track = *on_[suit];
    const std::size_t lanes = tracks_->starts(suit);
    std::vector<Word> of_lane(lanes * words_);
    for (std::size_t k = first; k < last; ++k) mark(bits(of_lane, starts_[k][suit]), k - first);
    on_ways_[suit].assign(track.size() * words_, 0);
    for (std::size_t way = 0; way < track.size(); ++way)
        for (std::size_t lane = 0; lane < lanes; ++lane)
            if ((track.lanes_on(track.way(way)) >> lane & 1) != 0) join(bits(on_ways_[suit], way), bits(of_lane, lane));
}

bool Diagram::go_forward(Budget& budget) {
    for (int place = 0; place < ranks; ++place)
        for (int at = layer_of(added_, true); at >= 0; --at)
            for (std::size_t state = 0; state < layers_[place][at].states.size(); ++state) {
                if (budget.spend()) return false;
                expand(place, at, state);
            }
    return true;
}

void Diagram::expand(int place, int at, std::size_t state) {
    const Layer& layer = layers_[place][at];
    const int left = at / 2;
    std::array<bool, suits> shut;
    for (int i = 0; i < suits; ++i) shut[i] = has(aim_.excluded, tracks_->card_at(place, i));
    if (!choices_.list(on_, layer.states[state], left, tracks_->room(place + 1, left), shut)) return;
    choices_.any([&](const Ways& ways, int added) {
        bool with = at % 2 != 0;
        for (int i = 0; i < suits; ++i)
            with = with || (ways[i]->added > 0 && has(aim_.wanted, tracks_->card_at(place, i)));
        Edge edge{};
        edge.from = state;
        edge.at = at;
        edge.then = layer_of(left - added, with);
        add_edge(place, edge, ways, with);
        return false;
    });
}

void Diagram::add_edge(int place, Edge edge, const Ways& ways, bool with) {
    Nodes nodes;
    for (int i = 0; i < suits; ++i) {
        edge.ways[i] = on_[i]->number(*ways[i]);
        nodes[i] = ways[i]->to;
    }
    const int left = edge.then / 2;
    if (!with && hopeless(place + 1, left, nodes)) return;
    if (place == ranks - 1 && left > 0) return;
    if (!meet(bits(layers_[place][edge.at].from, edge.from), edge)) return;
    Layer& next = layers_[place + 1][edge.then];
    edge.to = number(next, nodes);
    join(bits(next.from, edge.to), met_);
    edges_[place].push_back(edge);
}

// Can no card that is wanted be added from there on?
bool Diagram::hopeless(int place, int left, const Nodes& nodes) const {
    return left == 0 || place == ranks || need_of(on_, nodes).wanted > tracks_->room(place, left);
}

// The starts from which this edge can be gone, after it was come to from these.
bool Diagram::meet(std::span<const Word> from, const Edge& edge) {
    std::copy(from.begin(), from.end(), met_.begin());
    for (int i = 0; i < suits; ++i)
        if (!cut(met_, bits(on_ways_[i], edge.ways[i]))) return false;
    return true;
}

std::size_t Diagram::number(Layer& layer, const Nodes& nodes) {
    if (layer.table.size() < 2 * (layer.states.size() + 1)) {
        layer.table.assign(layer.table.empty() ? 64 : 4 * layer.table.size(), none);
        for (std::size_t k = 0; k < layer.states.size(); ++k) slot(layer, layer.states[k]) = k;
    }
    std::int32_t& known = slot(layer, nodes);
    if (known == none) {
        known = layer.states.size();
        layer.states.push_back(nodes);
        layer.from.resize(layer.states.size() * words_);
    }
    return known;
}

// Where the number of a state is, or would be.
std::int32_t& Diagram::slot(Layer& layer, const Nodes& nodes) {
    for (std::size_t at = hash_of(nodes);; ++at) {
        std::int32_t& known = layer.table[at &= layer.table.size() - 1];
        if (known == none || layer.states[known] == nodes) return known;
    }
}

// What has room keeps it: the same is asked again and again.
void Diagram::clear(Layer& layer) {
    layer.states.clear();
    layer.from.clear();
    layer.goes.clear();
    layer.later.clear();
    layer.table.clear();
}

void Diagram::go_back(int place) {
    if (place == ranks - 1) {
        Layer& end = layers_[ranks][layer_of(0, true)];
        end.goes = end.from;
    }
    for (int at = 0; at <= layer_of(added_, true); ++at) {
        Layer& layer = layers_[place][at];
        layer.goes.assign(layer.from.size(), 0);
        if (!aim_.pairs || at / 2 == 0 || at / 2 == added_) continue;
        layer.later.assign(layer.states.size(), 0);
        auto& with = with_[place % 2][at];
        if (with.size() < layer.from.size() * deck) with.resize(layer.from.size() * deck);
    }
    for (const Edge& edge : edges_[place]) go_back(place, edge);
}

void Diagram::go_back(int place, const Edge& edge) {
    Layer& from = layers_[place][edge.at];
    const Layer& to = layers_[place + 1][edge.then];
    if (!meet(bits(from.from, edge.from), edge)) return;
    std::array<int, most_copies> added{};
    std::size_t number = 0;
    for (int i = 0; i < suits; ++i)
        for (int k = 0; k < on_[i]->way(edge.ways[i]).added; ++k) added[number++] = tracks_->card_at(place, i);
    const std::span<const int> cards{added.data(), number};
    good_ = met_;
    const bool goes = !to.goes.empty() && cut(good_, bits(to.goes, edge.to));
    if (goes) {
        join(bits(from.goes, edge.from), good_);
        for (const int c : cards) cards_ |= only(c);
    }
    if (!aim_.pairs) return;
    for (std::size_t a = 0; a < cards.size(); ++a) {
        for (std::size_t b = 0; goes && b < a; ++b) pair(cards[a], cards[b]);
        pair_up(place, cards[a], edge);
    }
    if (edge.at / 2 < added_) keep_later(place, edge, goes ? cards : std::span<const int>{});
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
    for (const int c : added) add_later(place, edge, c, good_);
    const auto& later = layers_[place + 1][edge.then].later;
    if (later.empty()) return;
    for (int c = 0; c < deck; ++c) {
        if (!has(later[edge.to], c)) continue;
        good_ = met_;
        if (cut(good_, with(place + 1, edge.then, edge.to, c))) add_later(place, edge, c, good_);
    }
}

void Diagram::add_later(int place, const Edge& edge, int card, std::span<const Word> starts) {
    CardSet& later = layers_[place][edge.at].later[edge.from];
    const std::span<Word> known = with(place, edge.at, edge.from, card);
    if (has(later, card)) join(known, starts);
    else std::copy(starts.begin(), starts.end(), known.begin());
    later |= only(card);
}

std::size_t Diagram::held() const {
    std::size_t bytes = starts_.capacity() * sizeof(Starts);
    for (const auto& ways : on_ways_) bytes += ways.capacity() * sizeof(Word);
    for (const auto& layers : layers_)
        for (const Layer& layer : layers)
            bytes += layer.states.capacity() * sizeof(Nodes) + layer.table.capacity() * sizeof(std::int32_t) +
                     (layer.from.capacity() + layer.goes.capacity()) * sizeof(Word) +
                     layer.later.capacity() * sizeof(CardSet);
    for (const auto& layers : with_)
        for (const auto& with : layers) bytes += with.capacity() * sizeof(Word);
    for (const auto& edges : edges_) bytes += edges.capacity() * sizeof(Edge);
    return bytes;
}

}  // namespace passatempo::machiavelli
