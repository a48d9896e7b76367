// Starts listed suit by suit, and marked on the ways that they can go.
// Twin: machiavelli/reference/search.py
#include "fill/batch.hpp"

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

}  // namespace passatempo::machiavelli
