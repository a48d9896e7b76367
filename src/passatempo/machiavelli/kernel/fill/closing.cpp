// Starts asked about one after the other, each state on the way for all of them at once.
// Twin: machiavelli/reference/search.py
#include "fill/closing.hpp"

namespace passatempo::machiavelli {

std::optional<bool> Closing::possible(const Tracks& tracks, Budget& budget) {
    tracks_ = &tracks;
    budget_ = &budget;
    for (int i = 0; i < suits; ++i) on_[i] = &tracks.merged(i);
    batch_.list(tracks);
    for (std::size_t first = 0; first < batch_.size(); first += Batch::most) {
        if (take(first)) return true;
        if (budget.stop() != Stop::done) return std::nullopt;
    }
    return false;
}

// Is there a filling from one of these starts?
bool Closing::take(std::size_t first) {
    begin(first);
    const int added = tracks_->offer().jokers;
    for (target_ = 0; target_ < batch_.taken() && budget_->stop() == Stop::done; ++target_) {
        const std::size_t state = look(0, added, batch_.nodes_of(target_), true);
        if (budget_->stop() == Stop::done && holds(goes(0, added, state), target_)) return true;
        unmark(alive_, target_);
    }
    return false;
}

void Closing::begin(std::size_t first) {
    batch_.take(first);
    for (int i = 0; i < suits; ++i) mark_nodes(i);
    for (auto& layers : layers_) {
        layers.resize(tracks_->offer().jokers + 1);
        for (Layer& layer : layers) {
            layer.states.clear();
            layer.goes.clear();
        }
    }
    alive_.assign(batch_.words(), 0);
    for (std::size_t k = 0; k < batch_.taken(); ++k) mark(alive_, k);
}

void Closing::mark_nodes(int suit) {
    const Track& track = *on_[suit];
    on_nodes_[suit].assign(track.nodes() * batch_.words(), 0);
    for (std::size_t node = 0; node < track.nodes(); ++node)
        for (const Way& way : track.ways(node))
            join(batch_.bits(on_nodes_[suit], node), batch_.on_way(suit, track.number(way)));
}

// The number of this state, after it was found from which starts its ways end well, of all that go through its nodes.
// Where it was come to from the start in hand it may be left as soon as that is one of them, for then all is found.
std::size_t Closing::look(int place, int left, const Nodes& nodes, bool in_hand) {
    Layer& layer = layers_[place][left];
    const std::size_t known = layer.states.size(), state = layer.states.number(nodes);
    if (state < known) return state;
    layer.goes.resize((state + 1) * batch_.words());
    if (place == ranks) {
        if (left == 0) join(goes(place, left, state), alive_);
        return state;
    }
    auto& asked = asked_[place];
    asked = alive_;
    bool some = true;
    for (int i = 0; i < suits; ++i) some = cut(asked, batch_.bits(on_nodes_[i], nodes[i]));
    if (some && !budget_->spend() && list(place, left, nodes))
        choices_[place].any([&](const Ways& ways, int added) { return go(place, left, state, ways, added, in_hand); });
    return state;
}

bool Closing::list(int place, int left, const Nodes& nodes) {
    return choices_[place].list(on_, nodes, left, tracks_->room(place + 1, left), {});
}

// True where nothing more is asked of the state that is left this way.
bool Closing::go(int place, int left, std::size_t state, const Ways& ways, int added, bool in_hand) {
    auto &asked = asked_[place], &met = met_[place];
    met = asked;
    if (!meet(met, ways)) return false;
    const Nodes next = after(ways);
    if (place + 1 < ranks && need_of(on_, next).any > tracks_->room(place + 1, left - added)) return false;
    const bool then_in_hand = in_hand && holds(met, target_);
    const std::size_t then = look(place + 1, left - added, next, then_in_hand);
    if (budget_->stop() != Stop::done) return true;
    if (!cut(met, goes(place + 1, left - added, then))) return false;
    join(goes(place, left, state), met);
    return !take_out(asked, met) || (in_hand && holds(met, target_));
}

// Those of these starts from which all these ways can be gone.
bool Closing::meet(Bits some, const Ways& ways) const {
    for (int i = 0; i < suits; ++i)
        if (!cut(some, batch_.on_way(i, on_[i]->number(*ways[i])))) return false;
    return true;
}

// Along states from which the start in hand ends well.
std::vector<int> Closing::filling() {
    std::vector<int> cards;
    int left = tracks_->offer().jokers;
    Nodes nodes = batch_.nodes_of(target_);
    for (int place = 0; place < ranks; ++place)
        if (!list(place, left, nodes) || !follow(place, left, nodes, cards)) break;
    return cards;
}

bool Closing::follow(int place, int& left, Nodes& nodes, std::vector<int>& cards) {
    return choices_[place].any([&](const Ways& ways, int added) {
        for (int i = 0; i < suits; ++i)
            if (!holds(batch_.on_way(i, on_[i]->number(*ways[i])), target_)) return false;
        const auto next = layers_[place + 1][left - added].states.find(after(ways));
        if (!next || !holds(goes(place + 1, left - added, *next), target_)) return false;
        for (int i = 0; i < suits; ++i) cards.insert(cards.end(), ways[i]->added, tracks_->card_at(place, i));
        left -= added;
        nodes = after(ways);
        return true;
    });
}

std::size_t Closing::held() const {
    std::size_t bytes = batch_.held();
    for (const auto& nodes : on_nodes_) bytes += nodes.capacity() * sizeof(Word);
    for (const auto& layers : layers_)
        for (const Layer& layer : layers) bytes += layer.states.held() + layer.goes.capacity() * sizeof(Word);
    return bytes;
}

}  // namespace passatempo::machiavelli
