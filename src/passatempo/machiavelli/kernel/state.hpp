// The state of the searches between two ranks, and a cache of values of states.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <vector>

#include "cards.hpp"

namespace passatempo::machiavelli {

// The open runs of each suit after a rank, by length: one card, two, or three and more. Only the last kind may end at
// once. So at least `single_runs + double_runs` cards of the next rank continue runs.
struct State {
    Row single_runs{}, double_runs{}, long_runs{};
};

// The rank of a circle before which the fewest states are possible. `open(rank, suit)` is the most runs of a suit that
// can continue there.
template <class Open>
int cheapest_cut(Open&& open) {
    int best_rank = 0;
    double fewest = 1e300;
    for (int rank = 0; rank < ranks; ++rank) {
        double states = 1;
        for (int suit = 0; suit < suits; ++suit) {
            const double runs = open(rank, suit);
            states *= (runs + 1) * (runs + 2) * (runs + 3) / 6;
        }
        if (states < fewest) {
            fewest = states;
            best_rank = rank;
        }
    }
    return best_rank;
}

// A direct-mapped cache. A lost entry costs time, never correctness, so collisions simply overwrite. Entries carry the
// generation that wrote them, so a new search changes the generation and touches no memory. Each search starts with the
// smallest table. Neither its size nor the slot of an entry depends on earlier calls. So equal calls take the same
// nodes and, with a node limit, give the same answer.
template <class Payload>
class Cache {
public:
    Cache() : slots_(min_slots) {}

    void clear() {
        store_count_ = 0;
        slot_count_ = min_slots;
        if (++generation_ == 1U << 16) {
            std::fill(slots_.begin(), slots_.end(), Slot{});
            generation_ = 1;
        }
    }

    // The value of a state before `place` with `wild` jokers left, or null if it is not known.
    const Payload* find(int place, int wild, const State& state) const {
        if (store_count_ == 0) return nullptr;  // most searches store nothing
        const Key key = make_key(place, wild, state);
        const Slot& cache_slot = slots_[slot_index(key)];
        return cache_slot.key == key ? &cache_slot.payload : nullptr;
    }

    void put(int place, int wild, const State& state, Payload payload) {
        if (++store_count_ > slot_count_ / 2 && slot_count_ < max_slots) grow();
        const Key key = make_key(place, wild, state);
        slots_[slot_index(key)] = {key, payload};
    }

    std::size_t memory_bytes() const { return slots_.capacity() * sizeof(Slot); }

private:
    struct Key {
        std::uint64_t high_word, low_word;
        bool operator==(const Key&) const = default;
    };
    struct Slot {
        Key key;
        [[no_unique_address]] Payload payload;
    };
    static constexpr std::size_t min_slots = 1U << 11;  // fits in the nearest levels of the processor's cache
    static constexpr std::size_t max_slots = 1U << 22;
    static constexpr std::uint64_t key_mask = 0xFFFFFFFF0000FFFFU;  // of the low half of a key, without the generation

    Key make_key(int place, int wild, const State& state) const {
        assert(place >= 0 && place < 256 && wild >= 0 && wild < 256);
        const std::uint64_t single_bits = std::bit_cast<std::uint32_t>(state.single_runs);
        const std::uint64_t double_bits = std::bit_cast<std::uint32_t>(state.double_runs);
        const std::uint64_t long_bits = std::bit_cast<std::uint32_t>(state.long_runs);
        const auto rest = static_cast<std::uint32_t>(place | wild << 8) | generation_ << 16;
        return {single_bits << 32 | double_bits, long_bits << 32 | rest};
    }

    std::size_t slot_index(const Key& key) const {
        std::uint64_t hash = key.high_word * 0x9E3779B97F4A7C15U ^ (key.low_word & key_mask) * 0xC2B2AE3D27D4EB4FU;
        hash ^= hash >> 29;
        return (hash * 0x9E3779B97F4A7C15U >> 32) & (slot_count_ - 1);
    }

    // An entry stays or moves to one of the new slots, so none is overwritten.
    void grow() {
        const std::size_t before = slot_count_;
        slot_count_ *= 4;
        if (slots_.size() < slot_count_) slots_.resize(slot_count_);
        for (std::size_t at = 0; at < before; ++at) {
            const Slot old_slot = slots_[at];
            if ((old_slot.key.low_word & 0xFFFFFFFFU) >> 16 != generation_) continue;
            slots_[at] = Slot{};
            slots_[slot_index(old_slot.key)] = old_slot;
        }
    }

    std::vector<Slot> slots_;
    std::size_t slot_count_ = min_slots;
    std::uint32_t generation_ = 1;
    std::size_t store_count_ = 0;
};

}  // namespace passatempo::machiavelli
