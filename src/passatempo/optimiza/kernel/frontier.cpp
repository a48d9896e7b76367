// Layers of states forward and backward, and the path through them.
// Algorithm: frontier-based search, Simpath (Knuth 2011), over the max-plus semiring
// Twin: optimiza/reference/search.py
#include "frontier.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

#include "budget.hpp"
#include "expansion.hpp"

namespace passatempo::optimiza {
namespace {

// A list that grows without being copied: in pieces, each twice as long as the one before: to copy a hundred megabytes
// takes 0.1 s, more than a search may go on after its time is over.
template <class T>
class Pieces {
public:
    std::size_t size() const { return size_; }
    std::size_t capacity() const { return begin_of(pieces_.size()); }

    T& operator[](std::size_t k) { return at(*this, k); }
    const T& operator[](std::size_t k) const { return at(*this, k); }

    void push_back(const T& item) {
        if (size_ == capacity()) pieces_.emplace_back().reserve(shortest << pieces_.size());
        pieces_[piece_of(size_++)].push_back(item);
    }

    // Forget all items but the first of them; the pieces stay.
    void shrink(std::size_t size) {
        for (std::size_t piece = 0; piece < pieces_.size(); ++piece)
            if (const std::size_t begin = begin_of(piece); begin + pieces_[piece].size() > size)
                pieces_[piece].resize(size > begin ? size - begin : 0);
        size_ = size;
    }

private:
    static constexpr std::size_t shortest = 64;

    static std::size_t begin_of(std::size_t piece) { return (shortest << piece) - shortest; }
    static std::size_t piece_of(std::size_t k) { return std::bit_width(k / shortest + 1) - 1; }

    template <class Self>
    static auto& at(Self& self, std::size_t k) {
        const std::size_t piece = piece_of(k);
        return self.pieces_[piece][k - begin_of(piece)];
    }

    std::vector<std::vector<T>> pieces_;
    std::size_t size_ = 0;
};

// The states of the frontier after a step: an open-addressing hash table over packed arrays.
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

template <class W, bool stuck>
class Frontier {
public:
    Frontier(const Asked<W>& asked, Budget& budget)
        : asked_(asked), graph_(asked.graph), exit_(asked.exit), budget_(budget), steps_(asked.steps) {
        std::vector<std::int64_t> exits;
        for (const W& sum : exit_) exits.push_back(sum.value);
        if (!steps_.empty()) losses_.emplace(graph_, steps_, exits, asked_.least, budget_);
        outlook_.resize(steps_.size());
        for (std::size_t i = 0; i < steps_.size(); ++i) look_out(i);
    }

    Swept run(std::vector<W>& best) {
        if (steps_.empty() || !sweep_forward()) return {};
        best.assign(graph_.size(), W{});
        origin_.resize(graph_.size());
        for (std::size_t s = 0; W::counts && s < graph_.size(); ++s) best[s] = exit_[s].plus(graph_.value);
        for (std::size_t k = 0; k < layers_.back().keys.size(); ++k)  // no path, or one that is complete already
            layers_.back().backward.push_back(W{});
        for (std::size_t i = steps_.size(); i-- > 0;)
            if (!step_backward(i, best)) return {};
        return {true, whole_, lost_};
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
        Change<stuck> change;
        bool found = false;
    };

    void look_out(std::size_t i) {
        Outlook& outlook = outlook_[i];
        for (const std::uint8_t p : steps_[i].staying) {
            const bool own = p == steps_[i].before.size();
            const std::uint16_t cell = own ? steps_[i].cell : steps_[i].before[p];
            outlook.exits.push_back(exit_[cell].value);
            outlook.leasts.push_back(asked_.least[cell]);
        }
        for (std::size_t j = i + 1; j < steps_.size(); ++j) {
            outlook.top = std::max(outlook.top, exit_[steps_[j].cell].value);
            outlook.low = std::min(outlook.low, asked_.least[steps_[j].cell]);
        }
    }

    W gain(const W& weight, const Change<stuck>& change) const {
        const W moved = weight.plus(change.joins * graph_.value);
        return change.end == none ? moved : moved.meet(exit_[change.end]);
    }

    // No more than this can be added after a change: every usable cell, and the greatest exit; and what is asked for.
    // Of that, what must be lost.
    std::int64_t promise(const Change<stuck>& change, std::size_t i) const {
        const auto cells = static_cast<std::int64_t>(steps_.size() - i - 1) + change.usable;
        const std::int64_t all = (change.ended ? 0 : change.top) - (change.started ? 0 : change.low);
        const std::int64_t most = (change.ended ? 0 : losses_->top()) - (change.started ? 0 : losses_->low()) -
                                  losses_->of(i + 1, change.shape, change.started, change.ended);
        return graph_.value * cells + std::min(all, most);
    }

    // A weight with the start is what it has beyond the least that is asked for of that start.
    bool sweep_forward() {
        layers_.resize(steps_.size() + 1);
        layers_[0].add(Key<stuck>{}, W::of(0), 0, 0, budget_);
        for (std::size_t i = 0; i < steps_.size(); ++i) {
            Layer<W, stuck>& here = layers_[i];
            Layer<W, stuck>& after = layers_[i + 1];
            Expansion<stuck> expansion(steps_[i], outlook_[i]);
            for (std::uint32_t state = 0; state < here.keys.size(); ++state) {
                if (spend(state)) return false;
                const bool sound = expansion.run(here.keys[state], [&](const Change<stuck>& change) {
                    if (change.complete) return;
                    W weight = gain(here.forward[state], change);
                    if (change.start != none) weight = weight.plus(-asked_.least[change.start]);
                    const std::int64_t more = weight.value + promise(change, i);
                    if (more < 0) return;
                    const std::size_t wanted = after.wanted();
                    if (wanted < piece || budget_.room_for(wanted))
                        after.add(change.next, weight, more, state, budget_);
                });
                if (budget_.stop() != Stop::done) return false;
                if (!sound) give_up(here.promise[state]);
                if (after.keys.size() >= spread * asked_.beam) give_up(after.keep(asked_.beam, budget_));
            }
            if (after.keys.size() > asked_.beam) give_up(after.keep(asked_.beam, budget_));
            if (W::counts && !whole_) return false;  // a number of paths is of no use without the rest
        }
        return true;
    }

    // A state of a wide frontier takes up to 0.1 ms.
    bool spend(std::uint32_t state) { return budget_.spend() || ((state & 31) == 0 && budget_.poll()); }

    void give_up(std::int64_t promised) {
        whole_ = false;
        lost_ = std::max(lost_, promised);
    }

    // backward: the best completion of a state. Where a change fixes the start s, all paths from s through it are
    // known.
    bool step_backward(std::size_t i, std::vector<W>& best) {
        Layer<W, stuck>& here = layers_[i];
        const Layer<W, stuck>& after = layers_[i + 1];
        if (here.keys.size() * sizeof(W) >= piece && !budget_.room_for(here.keys.size() * sizeof(W))) return false;
        here.backward.shrink(0);
        Expansion<stuck> expansion(steps_[i], outlook_[i]);
        for (std::uint32_t state = 0; state < here.keys.size(); ++state) {
            if (spend(state)) return false;
            here.backward.push_back(W{});
            expansion.run(here.keys[state], [&](const Change<stuck>& change) {
                W onward = W::of(graph_.value);
                if (!change.complete) {
                    const std::uint32_t next = after.find(change.next);
                    onward = next == (Layer<W, stuck>::empty) ? W{} : after.backward[next];
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

    void link(std::size_t layer, const Change<stuck>& change) {
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
            Expansion<stuck>(steps_[layer], outlook_[layer])
                .run(layers_[layer].keys[from], [&](const Change<stuck>& change) {
                    if (found || change.complete || change.next != layers_[layer + 1].keys[state]) return;
                    if (gain(layers_[layer].forward[from], change).value != layers_[layer + 1].forward[state].value)
                        return;
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
            Expansion<stuck>(steps_[layer], outlook_[layer])
                .run(layers_[layer].keys[state], [&](const Change<stuck>& change) {
                    if (found) return;
                    W onward = W::of(graph_.value);
                    if (!change.complete) {
                        const std::uint32_t next = layers_[layer + 1].find(change.next);
                        if (next == (Layer<W, stuck>::empty)) return;
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

    static constexpr std::size_t spread = 4;  // times the beam that a layer may grow to

    const Asked<W>& asked_;
    const Graph& graph_;
    const std::vector<W>& exit_;
    Budget& budget_;
    const std::vector<Step>& steps_;
    std::optional<Losses> losses_;
    std::vector<Outlook> outlook_;
    std::vector<Layer<W, stuck>> layers_;
    std::vector<Origin> origin_;
    std::vector<std::array<std::uint16_t, 2>> links_;
    bool whole_ = true;
    std::int64_t lost_ = 0;
};

}  // namespace

template <class W>
Swept solve_frontier(const Asked<W>& asked, std::vector<W>& best, std::vector<Cells>* paths, Budget& budget) {
    Frontier<W, false> frontier(asked, budget);
    const Swept swept = frontier.run(best);
    if (!swept.done || paths == nullptr) return swept;
    paths->assign(asked.graph.size(), {});
    for (std::size_t s = 0; s < asked.graph.size(); ++s)
        if (best[s].value >= asked.least[s]) (*paths)[s] = frontier.path(s);
    return swept;
}

Swept solve_stuck(const Asked<Best>& asked, std::vector<Best>& best, Budget& budget) {
    return Frontier<Best, true>(asked, budget).run(best);
}

template Swept solve_frontier(const Asked<Best>&, std::vector<Best>&, std::vector<Cells>*, Budget&);
template Swept solve_frontier(const Asked<Tally>&, std::vector<Tally>&, std::vector<Cells>*, Budget&);

}  // namespace passatempo::optimiza
