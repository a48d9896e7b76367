// The states of the frontier after a step.
// Algorithm: open-addressing hash table over packed arrays
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "budget.hpp"
#include "expansion.hpp"
#include "pieces.hpp"
#include "weight.hpp"

namespace passatempo::optimiza {

template <class W, bool stuck>
struct Layer {
    Pieces<Key<stuck>> keys;
    Pieces<W> forward, backward;
    Pieces<std::int64_t> promise;  // of each state: how much more its paths can bring than is asked for
    Pieces<std::uint32_t> parent;
    std::vector<std::uint32_t> slots = std::vector<std::uint32_t>(64, empty);

    static constexpr std::uint32_t empty = 0xffffffff;
    static constexpr std::size_t size =
        sizeof(Key<stuck>) + sizeof(W) + sizeof(std::int64_t) + sizeof(std::uint32_t);  // of a state

    // What the next state may ask for: lists grow to twice their length, slots to four times.
    std::size_t wanted() const {
        if (keys.size() < keys.capacity() && 2 * (keys.size() + 1) <= slots.size()) return 0;
        return (keys.capacity() + 64) * size + 4 * slots.size() * sizeof(std::uint32_t);
    }

    std::uint32_t find(const Key<stuck>& key) const {
        for (std::size_t at = key.hash();; ++at) {
            const std::uint32_t state = slots[at & (slots.size() - 1)];
            if (state == empty || keys[state] == key) return state;
        }
    }

    // Where the budget stops, what was added may not be found any more.
    void add(const Key<stuck>& key, const W& weight, std::int64_t more, std::uint32_t from, Budget& budget) {
        std::size_t at = key.hash();
        while (true) {
            std::uint32_t& state = slots[at & (slots.size() - 1)];
            if (state == empty) {
                state = keys.size();
                keys.push_back(key);
                forward.push_back(weight);
                promise.push_back(more);
                parent.push_back(from);
                if (2 * keys.size() > slots.size()) rehash(4 * slots.size(), budget);
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
    std::int64_t keep(std::size_t most, Budget& budget) {
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
        keys.shrink(most);
        forward.shrink(most);
        promise.shrink(most);
        parent.shrink(most);
        rehash(slots.size(), budget);
        return lost;
    }

    void rehash(std::size_t to, Budget& budget) {
        slots.assign(to, empty);
        for (std::uint32_t state = 0; state < keys.size(); ++state) {
            if ((state & 0xFFFF) == 0 && budget.poll()) return;
            std::size_t at = keys[state].hash();
            while (slots[at & (slots.size() - 1)] != empty) ++at;
            slots[at & (slots.size() - 1)] = state;
        }
    }
};

}  // namespace passatempo::optimiza
