// The state of the searches between two ranks, and a cache of what is known of states.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <vector>

#include "cards.hpp"

namespace passatempo::machiavelli {

// The runs of each suit that are open after a rank, by their length: one card, two, or three and more.
// Only the last may end at once, so the runs of a suit go on with at least `one + two` cards of the next rank.
struct State {
    Row one{}, two{}, more{};
};

// The rank of a circle before which the fewest states are possible, where so many runs of a suit at most can go on
// there: open(rank, suit).
template <class Open>
int cheapest_cut(Open&& open) {
    int best = 0;
    double fewest = 1e300;
    for (int rank = 0; rank < ranks; ++rank) {
        double states = 1;
        for (int suit = 0; suit < suits; ++suit) {
            const double runs = open(rank, suit);
            states *= (runs + 1) * (runs + 2) * (runs + 3) / 6;
        }
        if (states < fewest) {
            fewest = states;
            best = rank;
        }
    }
    return best;
}

// A direct-mapped cache. A lost entry costs time, never correctness, so collisions simply overwrite. Entries carry the
// generation that wrote them: a new search changes the generation and touches no memory. Each search begins with the
// smallest table, and neither its size nor the place of an entry depends on what was asked before: the same question
// takes the same nodes, and where a search has so many nodes and no more, the same answer.
template <class Known>
class Cache {
public:
    Cache() : entries_(smallest) {}

    void forget() {
        stored_ = 0;
        used_ = smallest;
        if (++generation_ == 1U << 16) {
            std::fill(entries_.begin(), entries_.end(), Entry{});
            generation_ = 1;
        }
    }

    // What is known of a state before `place` with `wild` jokers left; null if nothing.
    const Known* find(int place, int wild, const State& state) const {
        if (stored_ == 0) return nullptr;  // most searches go straight to an end
        const Key key = make_key(place, wild, state);
        const Entry& entry = entries_[slot(key)];
        return entry.key == key ? &entry.known : nullptr;
    }

    void put(int place, int wild, const State& state, Known known) {
        if (++stored_ > used_ / 2 && used_ < largest) grow();
        const Key key = make_key(place, wild, state);
        entries_[slot(key)] = {key, known};
    }

    std::size_t held() const { return entries_.capacity() * sizeof(Entry); }

private:
    struct Key {
        std::uint64_t high, low;
        bool operator==(const Key&) const = default;
    };
    struct Entry {
        Key key;
        [[no_unique_address]] Known known;
    };
    static constexpr std::size_t smallest = 1U << 11;  // stays in the nearest levels of the processor's cache
    static constexpr std::size_t largest = 1U << 22;
    static constexpr std::uint64_t ours = 0xFFFFFFFF0000FFFFU;  // of the low half of a key, without the generation

    Key make_key(int place, int wild, const State& state) const {
        assert(place >= 0 && place < 256 && wild >= 0 && wild < 256);
        const std::uint64_t one = std::bit_cast<std::uint32_t>(state.one);
        const std::uint64_t two = std::bit_cast<std::uint32_t>(state.two);
        const std::uint64_t more = std::bit_cast<std::uint32_t>(state.more);
        const auto rest = static_cast<std::uint32_t>(place | wild << 8) | generation_ << 16;
        return {one << 32 | two, more << 32 | rest};
    }

    std::size_t slot(const Key& key) const {
        std::uint64_t hash = key.high * 0x9E3779B97F4A7C15U ^ (key.low & ours) * 0xC2B2AE3D27D4EB4FU;
        hash ^= hash >> 29;
        return (hash * 0x9E3779B97F4A7C15U >> 32) & (used_ - 1);
    }

    // An entry stays, or goes behind those in use until now: none is overwritten.
    void grow() {
        const std::size_t before = used_;
        used_ *= 4;
        if (entries_.size() < used_) entries_.resize(used_);
        for (std::size_t at = 0; at < before; ++at) {
            const Entry entry = entries_[at];
            if ((entry.key.low & 0xFFFFFFFFU) >> 16 != generation_) continue;
            entries_[at] = Entry{};
            entries_[slot(entry.key)] = entry;
        }
    }

    std::vector<Entry> entries_;
    std::size_t used_ = smallest;
    std::uint32_t generation_ = 1;
    std::size_t stored_ = 0;
};

}  // namespace passatempo::machiavelli
