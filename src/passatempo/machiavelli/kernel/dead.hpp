// States known to lead nowhere: a direct-mapped cache that forgets everything in O(1).
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

// A lost entry costs time, never correctness, so collisions simply overwrite. Entries carry the generation that wrote
// them: starting a new search changes the generation and touches no memory.
class Dead {
public:
    Dead() : entries_(smallest) {}

    void forget() {
        stored_ = 0;
        if (++generation_ == 1U << 24) {  // 24 bits of an entry hold the generation
            std::fill(entries_.begin(), entries_.end(), Entry{});
            generation_ = 1;
        }
    }

    bool contains(int place, const State& state) const {
        const Entry entry = key(place, state);
        return entries_[slot(entry)] == entry;
    }

    void insert(int place, const State& state) {
        if (++stored_ > entries_.size() / 2 && entries_.size() < largest) grow();
        const Entry entry = key(place, state);
        entries_[slot(entry)] = entry;
    }

private:
    using Entry = std::array<std::uint64_t, 2>;
    static constexpr std::size_t smallest = 1U << 11;  // 32 kB: stays in the first-level cache
    static constexpr std::size_t largest = 1U << 22;   // 64 MB

    Entry key(int place, const State& state) const {
        assert(place >= 0 && place < 256);
        const std::uint64_t one = std::bit_cast<std::uint32_t>(state.one);
        const std::uint64_t two = std::bit_cast<std::uint32_t>(state.two);
        const std::uint64_t more = std::bit_cast<std::uint32_t>(state.more);
        const std::uint64_t stamp = std::uint64_t{generation_} << 8 | static_cast<std::uint64_t>(place);
        return {one << 32 | two, more << 32 | stamp};
    }

    std::size_t slot(const Entry& entry) const {
        std::uint64_t hash = entry[0] * 0x9E3779B97F4A7C15U ^ entry[1] * 0xC2B2AE3D27D4EB4FU;
        hash ^= hash >> 29;
        return (hash * 0x9E3779B97F4A7C15U >> 32) & (entries_.size() - 1);
    }

    void grow() {
        std::vector<Entry> old(entries_.size() * 4);
        old.swap(entries_);
        for (const Entry& entry : old)
            if ((entry[1] & 0xFFFFFFFFU) >> 8 == generation_) entries_[slot(entry)] = entry;
    }

    std::vector<Entry> entries_;
    std::uint32_t generation_ = 1;
    std::size_t stored_ = 0;
};

}  // namespace passatempo::machiavelli
