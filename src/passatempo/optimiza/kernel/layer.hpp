// The states of the frontier after a step.
// Algorithm: open-addressing hash table over packed arrays
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "expansion.hpp"
#include "weight.hpp"

namespace passatempo::optimiza {

template <class W, bool stuck>
struct Layer {
    std::vector<Key<stuck>> keys;
    std::vector<W> forward, backward;
    std::vector<std::int64_t> promise;  // of each state: how much more its paths can bring than is asked for
    std::vector<std::uint32_t> parent;
    std::vector<std::uint32_t> slots = std::vector<std::uint32_t>(64, empty);

    static constexpr std::uint32_t empty = 0xffffffff;
    static constexpr std::size_t size =
        sizeof(Key<stuck>) + sizeof(W) + sizeof(std::int64_t) + sizeof(std::uint32_t);  // of a state

    // What the next state may ask for: arrays grow to twice their length, slots to four times.
    std::size_t wanted() const {
        if (keys.size() < keys.capacity() && 2 * (keys.size() + 1) <= slots.size()) return 0;
        return 2 * keys.capacity() * size + 4 * slots.size() * sizeof(std::uint32_t);
    }

    std::uint32_t find(const Key<stuck>& key) const {
        for (std::size_t at = key.hash();; ++at) {
            const std::uint32_t state = slots[at & (slots.size() - 1)];
            if (state == empty || keys[state] == key) return state;
        }
    }

    void add(const Key<stuck>& key, const W& weight, std::int64_t more, std::uint32_t from) {
        std::size_t at = key.hash();
        while (true) {
            std::uint32_t& state = slots[at & (slots.size() - 1)];
            if (state == empty) {
                state = keys.size();
                keys.push_back(key);
                forward.push_back(weight);
                promise.push_back(more);
                parent.push_back(from);
                if (2 * keys.size() > slots.size()) rehash(4 * slots.size());
                return;
            }
            if (keys[state] == key) {
                if (weight.value > forward[state].value) {
                    parent[state] = from;
                    promise[state] = more;
                }
                forward[state].join(weight);
                return;
            }
            ++at;
        }
    }

    // Keep the states that promise most, `most` of them; return the greatest promise that was given up.
    std::int64_t keep(std::size_t most) {
        std::vector<std::uint32_t> chosen(keys.size());
        std::iota(chosen.begin(), chosen.end(), 0U);
        std::nth_element(chosen.begin(), chosen.begin() + most, chosen.end(), [&](std::uint32_t a, std::uint32_t b) {
            return promise[a] != promise[b] ? promise[a] > promise[b] : a < b;
        });
        const std::int64_t lost = promise[chosen[most]];
        chosen.resize(most);
        std::sort(chosen.begin(), chosen.end());
        for (std::size_t k = 0; k < most; ++k) {
            keys[k] = keys[chosen[k]];
            forward[k] = forward[chosen[k]];
            promise[k] = promise[chosen[k]];
            parent[k] = parent[chosen[k]];
        }
        keys.resize(most);
        forward.resize(most);
        promise.resize(most);
        parent.resize(most);
        rehash(slots.size());
        return lost;
    }

    void rehash(std::size_t to) {
        slots.assign(to, empty);
        for (std::uint32_t state = 0; state < keys.size(); ++state) {
            std::size_t at = keys[state].hash();
            while (slots[at & (slots.size() - 1)] != empty) ++at;
            slots[at & (slots.size() - 1)] = state;
        }
    }
};

}  // namespace passatempo::optimiza
