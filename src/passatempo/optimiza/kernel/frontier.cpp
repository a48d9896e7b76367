// Layers of states forward and backward, and the path through them.
// Algorithm: frontier-based search, Simpath (Knuth 2011), over the max-plus semiring
// Twin: optimiza/reference/search.py
#include "frontier.hpp"

#include <array>
#include <cassert>

#include "expansion.hpp"
#include "order.hpp"

namespace passatempo::optimiza {
namespace {

// The states after a step: an open-addressing hash table over packed arrays.
template <class W>
struct Layer {
    std::vector<Key> keys;
    std::vector<W> forward, backward;
    std::vector<std::uint32_t> parent;
    std::vector<std::uint32_t> slots = std::vector<std::uint32_t>(64, empty);

    static constexpr std::uint32_t empty = 0xffffffff;
    static constexpr std::size_t size = sizeof(Key) + sizeof(W) + sizeof(std::uint32_t);  // of a state

    // What the next state may ask for: arrays grow to twice their length, slots to four times.
    std::size_t wanted() const {
        if (keys.size() < keys.capacity() && 2 * (keys.size() + 1) <= slots.size()) return 0;
        return 2 * keys.capacity() * size + 4 * slots.size() * sizeof(std::uint32_t);
    }

    std::uint32_t find(const Key& key) const {
        for (std::size_t at = key.hash();; ++at) {
            const std::uint32_t state = slots[at & (slots.size() - 1)];
            if (state == empty || keys[state] == key) return state;
        }
    }

    void add(const Key& key, const W& weight, std::uint32_t from) {
        std::size_t at = key.hash();
        while (true) {
            std::uint32_t& state = slots[at & (slots.size() - 1)];
            if (state == empty) {
                state = keys.size();
                keys.push_back(key);
                forward.push_back(weight);
                parent.push_back(from);
                if (2 * keys.size() > slots.size()) grow();
                return;
            }
            if (keys[state] == key) {
                if (weight.value > forward[state].value) parent[state] = from;
                forward[state].join(weight);
                return;
            }
            ++at;
        }
    }

    void grow() {
        slots.assign(4 * slots.size(), empty);
        for (std::uint32_t state = 0; state < keys.size(); ++state) {
            std::size_t at = keys[state].hash();
            while (slots[at & (slots.size() - 1)] != empty) ++at;
            slots[at & (slots.size() - 1)] = state;
        }
    }
};

template <class W>
class Frontier {
public:
    Frontier(const Graph& graph, const std::vector<W>& exit, std::int64_t least, std::size_t states, Budget& budget)
        : graph_(graph), exit_(exit), least_(least), most_(states), budget_(budget), steps_(plan(graph, budget)) {
        // The greatest exit of the cells that are in the frontier or behind it after each step.
        top_.assign(steps_.size(), 0);
        for (std::size_t i = 0; i < steps_.size(); ++i) {
            for (const std::uint16_t cell : steps_[i].before) top_[i] = std::max(top_[i], exit_[cell].value);
            for (std::size_t j = i; j < steps_.size(); ++j) top_[i] = std::max(top_[i], exit_[steps_[j].cell].value);
        }
    }

    bool run(std::vector<W>& best) {
        if (steps_.empty() || !sweep_forward()) return false;
        best.resize(graph_.size());
        origin_.resize(graph_.size());
        for (std::size_t s = 0; s < graph_.size(); ++s) best[s] = exit_[s].plus(graph_.value);
        layers_.back().backward.assign(layers_.back().keys.size(), W{});  // no path, or one that is complete already
        for (std::size_t i = steps_.size(); i-- > 0;)
            if (!step_backward(i, best)) return false;
        return true;
    }

    Cells path(std::size_t start) {
        Cells path(1, start);
        const Origin origin = origin_[start];
        if (!origin.found) return path;
        links_.assign(graph_.size(), {none, none});
        link(origin.layer, origin.change);
        trace_back(origin.layer, origin.state);
        if (!origin.change.complete) trace_on(origin.layer + 1, layers_[origin.layer + 1].find(origin.change.next));
        std::uint16_t before = none, here = path[0];
        while (true) {
            const auto [one, two] = links_[here];
            const std::uint16_t onward = one != none && one != before ? one : two != before ? two : none;
            if (onward == none) return path;
            before = here;
            here = onward;
            path.push_back(here);
        }
    }

private:
    struct Origin {
        std::size_t layer = 0;
        std::uint32_t state = 0;
        Change change;
        bool found = false;
    };

    W gain(const W& weight, const Change& change) const {
        const W moved = weight.plus(change.joins * graph_.value);
        return change.end == none ? moved : moved.meet(exit_[change.end]);
    }

    // No more than this can be added after a change: every usable cell, and the greatest exit.
    std::int64_t promise(const Change& change, std::size_t i) const {
        const auto cells = static_cast<std::int64_t>(steps_.size() - i - 1) + change.usable;
        return graph_.value * cells + (change.ended ? 0 : top_[i]);
    }

    bool sweep_forward() {
        layers_.resize(steps_.size() + 1);
        layers_[0].add(Key{}, W::of(0), 0);
        std::size_t states = 1;
        for (std::size_t i = 0; i < steps_.size(); ++i) {
            Layer<W>& here = layers_[i];
            Layer<W>& after = layers_[i + 1];
            Expansion expansion(steps_[i]);
            for (std::uint32_t state = 0; state < here.keys.size(); ++state) {
                if (budget_.spend() || states + after.keys.size() > most_) return false;
                const bool sound = expansion.run(here.keys[state], [&](const Change& change) {
                    if (change.complete) return;
                    const W weight = gain(here.forward[state], change);
                    if (weight.value + promise(change, i) < least_) return;
                    const std::size_t wanted = after.wanted();
                    if (wanted < piece || budget_.room_for(wanted)) after.add(change.next, weight, state);
                });
                if (!sound || budget_.stop() != Stop::done) return false;
            }
            states += after.keys.size();
        }
        return true;
    }

    // backward: the best completion of a state. Where a change fixes the start s, all paths from s through it are
    // known.
    bool step_backward(std::size_t i, std::vector<W>& best) {
        Layer<W>& here = layers_[i];
        const Layer<W>& after = layers_[i + 1];
        if (here.keys.size() * sizeof(W) >= piece && !budget_.room_for(here.keys.size() * sizeof(W))) return false;
        here.backward.assign(here.keys.size(), W{});
        Expansion expansion(steps_[i]);
        for (std::uint32_t state = 0; state < here.keys.size(); ++state) {
            if (budget_.spend()) return false;
            expansion.run(here.keys[state], [&](const Change& change) {
                W onward = W::of(graph_.value);
                if (!change.complete) {
                    const std::uint32_t next = after.find(change.next);
                    onward = next == Layer<W>::empty ? W{} : after.backward[next];
                }
                if (onward.value < 0) return;
                onward = gain(onward, change);
                here.backward[state].join(onward);
                if (change.start == none) return;
                const W whole = here.forward[state].meet(onward);
                if (whole.value > best[change.start].value) origin_[change.start] = {i, state, change, true};
                best[change.start].join(whole);
            });
        }
        return true;
    }

    void link(std::size_t layer, const Change& change) {
        for (const std::uint16_t other : change.joined) {
            if (other == none) continue;
            const std::uint16_t cell = steps_[layer].cell;
            (links_[cell][0] == none ? links_[cell][0] : links_[cell][1]) = other;
            (links_[other][0] == none ? links_[other][0] : links_[other][1]) = cell;
        }
    }

    // Find again the changes that led to a state, from the last to the first.
    void trace_back(std::size_t layer, std::uint32_t state) {
        for (; layer-- > 0;) {
            const std::uint32_t from = layers_[layer + 1].parent[state];
            bool found = false;
            Expansion(steps_[layer]).run(layers_[layer].keys[from], [&](const Change& change) {
                if (found || change.complete || change.next != layers_[layer + 1].keys[state]) return;
                if (gain(layers_[layer].forward[from], change).value != layers_[layer + 1].forward[state].value) return;
                link(layer, change);
                found = true;
            });
            assert(found);
            state = from;
        }
    }

    // Find again the changes of the best completion of a state.
    void trace_on(std::size_t layer, std::uint32_t state) {
        for (bool complete = false; !complete; ++layer) {
            bool found = false;
            std::uint32_t to = 0;
            Expansion(steps_[layer]).run(layers_[layer].keys[state], [&](const Change& change) {
                if (found) return;
                W onward = W::of(graph_.value);
                if (!change.complete) {
                    const std::uint32_t next = layers_[layer + 1].find(change.next);
                    if (next == Layer<W>::empty) return;
                    to = next;
                    onward = layers_[layer + 1].backward[to];
                }
                if (gain(onward, change).value != layers_[layer].backward[state].value) return;
                link(layer, change);
                found = true;
                complete = change.complete;
            });
            assert(found);
            if (!found) return;
            state = to;
        }
    }

    static constexpr std::size_t piece = std::size_t{1} << 20;  // bytes that are taken without asking

    const Graph& graph_;
    const std::vector<W>& exit_;
    std::int64_t least_;
    std::size_t most_;
    Budget& budget_;
    std::vector<Step> steps_;
    std::vector<std::int64_t> top_;
    std::vector<Layer<W>> layers_;
    std::vector<Origin> origin_;
    std::vector<std::array<std::uint16_t, 2>> links_;
};

}  // namespace

template <class W>
bool solve_frontier(const Graph& graph, const std::vector<W>& exit, std::vector<W>& best, std::vector<Cells>* paths,
                    std::int64_t least, std::size_t states, Budget& budget) {
    Frontier<W> frontier(graph, exit, least, states, budget);
    if (!frontier.run(best)) return false;
    if (paths != nullptr) {
        paths->clear();
        for (std::size_t s = 0; s < graph.size(); ++s) paths->push_back(frontier.path(s));
    }
    return true;
}

template bool solve_frontier(const Graph&, const std::vector<Best>&, std::vector<Best>&, std::vector<Cells>*,
                             std::int64_t, std::size_t, Budget&);
template bool solve_frontier(const Graph&, const std::vector<Tally>&, std::vector<Tally>&, std::vector<Cells>*,
                             std::int64_t, std::size_t, Budget&);

}  // namespace passatempo::optimiza
