// Finds the longest paths of a component for all starts by frontier-based search, with a beam for wide layers.
// 1. `bound_remaining_gain`: the most that the unprocessed cells can add after each step.
// 2. `sweep_forward`: the states of every layer and their best prefixes, by Simpath transitions [Knuth2011].
// 3. `gain_bound`: prunes states that cannot reach their threshold, and `keep_best` trims a layer to the beam.
// 4. `step_backward`: the best completion of every state, and from it the best sum of every start.
// 5. `path`: the path of a start, by `trace_back` and `trace_forward` through the layers.
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

// A list that grows without copying, in chunks that double in size. Copying a hundred megabytes takes 0.1 s, longer
// than a search may overrun its time limit.
template <class T>
class ChunkList {
public:
    std::size_t size() const { return size_; }
    std::size_t capacity() const { return chunk_begin(chunks_.size()); }

    T& operator[](std::size_t k) { return at(*this, k); }
    const T& operator[](std::size_t k) const { return at(*this, k); }

    void push_back(const T& member) {
        if (size_ == capacity()) chunks_.emplace_back().reserve(first_chunk_size << chunks_.size());
        chunks_[chunk_index(size_++)].push_back(member);
    }

    // Drop all items after the first `size`. The chunks stay allocated.
    void truncate(std::size_t size) {
        for (std::size_t chunk = 0; chunk < chunks_.size(); ++chunk)
            if (const std::size_t piece_begin = chunk_begin(chunk); piece_begin + chunks_[chunk].size() > size)
                chunks_[chunk].resize(size > piece_begin ? size - piece_begin : 0);
        size_ = size;
    }

private:
    static constexpr std::size_t first_chunk_size = 64;

    static std::size_t chunk_begin(std::size_t chunk) { return (first_chunk_size << chunk) - first_chunk_size; }
    static std::size_t chunk_index(std::size_t k) { return std::bit_width(k / first_chunk_size + 1) - 1; }

    template <class Self>
    static auto& at(Self& self, std::size_t k) {
        const std::size_t chunk = chunk_index(k);
        return self.chunks_[chunk][k - chunk_begin(chunk)];
    }

    std::vector<std::vector<T>> chunks_;
    std::size_t size_ = 0;
};

// The states of the frontier after a step: an open-addressing hash table over packed arrays.
template <class W, bool stuck>
struct Layer {
    ChunkList<Key<stuck>> keys;
    ChunkList<W> forward_weights, backward_weights;
    ChunkList<std::int64_t> surpluses;  // by how much the paths of each state can exceed the threshold
    ChunkList<std::uint32_t> parent_states;
    std::vector<std::uint32_t> hash_slots = std::vector<std::uint32_t>(64, empty_slot);

    static constexpr std::uint32_t empty_slot = 0xffffffff;
    static constexpr std::size_t state_bytes =
        sizeof(Key<stuck>) + sizeof(W) + sizeof(std::int64_t) + sizeof(std::uint32_t);  // per state

    // Bytes that the next state may need. Lists double in size, and hash slots grow fourfold.
    std::size_t growth_demand() const {
        if (keys.size() < keys.capacity() && 2 * (keys.size() + 1) <= hash_slots.size()) return 0;
        return (keys.capacity() + 64) * state_bytes + 4 * hash_slots.size() * sizeof(std::uint32_t);
    }

    std::uint32_t find_state(const Key<stuck>& key) const {
        for (std::size_t at = key.hash();; ++at) {
            const std::uint32_t state = hash_slots[at & (hash_slots.size() - 1)];
            if (state == empty_slot || keys[state] == key) return state;
        }
    }

    // If the budget stops the rehash, lookups may miss states that were added.
    void add_state(const Key<stuck>& key, const W& weight, std::int64_t path_surplus, std::uint32_t from,
                   Budget& budget) {
        std::size_t at = key.hash();
        while (true) {
            std::uint32_t& state = hash_slots[at & (hash_slots.size() - 1)];
            if (state == empty_slot) {
                state = keys.size();
                keys.push_back(key);
                forward_weights.push_back(weight);
                surpluses.push_back(path_surplus);
                parent_states.push_back(from);
                if (2 * keys.size() > hash_slots.size()) rehash(4 * hash_slots.size(), budget);
                return;
            }
            if (keys[state] == key) {
                if (weight.path_sum > forward_weights[state].path_sum) {
                    parent_states[state] = from;
                    surpluses[state] = path_surplus;
                }
                forward_weights[state].merge(weight);
                return;
            }
            ++at;
        }
    }

    // Keep the `state_limit` states of greatest surplus. Return the greatest surplus among the discarded states.
    std::int64_t keep_best(std::size_t state_limit, Budget& budget) {
        std::vector<std::uint32_t> best_states(keys.size());
        std::iota(best_states.begin(), best_states.end(), 0U);
        std::nth_element(best_states.begin(), best_states.begin() + state_limit, best_states.end(),
                         [&](std::uint32_t a, std::uint32_t b) {
                             return surpluses[a] != surpluses[b] ? surpluses[a] > surpluses[b] : a < b;
                         });
        const std::int64_t cut_surplus = surpluses[best_states[state_limit]];
        best_states.resize(state_limit);
        std::sort(best_states.begin(), best_states.end());
        for (std::size_t k = 0; k < state_limit; ++k) {
            keys[k] = keys[best_states[k]];
            forward_weights[k] = forward_weights[best_states[k]];
            surpluses[k] = surpluses[best_states[k]];
            parent_states[k] = parent_states[best_states[k]];
        }
        keys.truncate(state_limit);
        forward_weights.truncate(state_limit);
        surpluses.truncate(state_limit);
        parent_states.truncate(state_limit);
        rehash(hash_slots.size(), budget);
        return cut_surplus;
    }

    void rehash(std::size_t to, Budget& budget) {
        hash_slots.assign(to, empty_slot);
        for (std::uint32_t state = 0; state < keys.size(); ++state) {
            if ((state & 0xFFFF) == 0 && budget.poll()) return;
            std::size_t at = keys[state].hash();
            while (hash_slots[at & (hash_slots.size() - 1)] != empty_slot) ++at;
            hash_slots[at & (hash_slots.size() - 1)] = state;
        }
    }
};

template <class W, bool stuck>
class Frontier {
public:
    Frontier(const SweepRequest<W>& request, Budget& budget)
        : request_(request),
          graph_(request.graph),
          exit_weights_(request.exit_weights),
          budget_(budget),
          steps_(request.steps) {
        std::vector<std::int64_t> exits;
        for (const W& sum : exit_weights_) exits.push_back(sum.path_sum);
        if (!steps_.empty()) loss_bounds_.emplace(graph_, steps_, exits, request_.thresholds, budget_);
        remaining_gains_.resize(steps_.size());
        for (std::size_t i = 0; i < steps_.size(); ++i) bound_remaining_gain(i);
    }

    SweepResult run(std::vector<W>& best) {
        if (steps_.empty() || !sweep_forward()) return {};
        best.assign(graph_.size(), W{});
        start_origins_.resize(graph_.size());
        for (std::size_t s = 0; W::counts_paths && s < graph_.size(); ++s)
            best[s] = exit_weights_[s].plus(graph_.number);
        for (std::size_t k = 0; k < layers_.back().keys.size(); ++k)  // no completion is left to find
            layers_.back().backward_weights.push_back(W{});
        for (std::size_t i = steps_.size(); i-- > 0;)
            if (!step_backward(i, best)) return {};
        return {true, is_complete_, lost_surplus_};
    }

    Cells path(std::size_t start) {
        Cells path(1, start);
        const Origin origin = start_origins_[start];
        if (!origin.is_set) return path;
        cell_links_.assign(graph_.size(), {none, none});
        link_cells(origin.layer, origin.transition);
        trace_back(origin.layer, origin.state);
        if (!origin.transition.is_complete)
            trace_forward(origin.layer + 1, layers_[origin.layer + 1].find_state(origin.transition.next_key));
        std::uint16_t previous_cell = none, current_cell = path[0];
        while (true) {
            const auto [first_link, second_link] = cell_links_[current_cell];
            const std::uint16_t next_cell = first_link != none && first_link != previous_cell ? first_link
                                            : second_link != previous_cell                    ? second_link
                                                                                              : none;
            if (next_cell == none) return path;
            previous_cell = current_cell;
            current_cell = next_cell;
            path.push_back(current_cell);
        }
    }

private:
    struct Origin {
        std::size_t layer = 0;
        std::uint32_t state = 0;
        Transition<stuck> transition;
        bool is_set = false;
    };

    void bound_remaining_gain(std::size_t i) {
        RemainingGain& remaining_gain = remaining_gains_[i];
        for (const std::uint8_t p : steps_[i].remaining) {
            const bool is_step_cell = p == steps_[i].frontier.size();
            const std::uint16_t cell = is_step_cell ? steps_[i].cell : steps_[i].frontier[p];
            remaining_gain.exit_sums.push_back(exit_weights_[cell].path_sum);
            remaining_gain.thresholds.push_back(request_.thresholds[cell]);
        }
        for (std::size_t j = i + 1; j < steps_.size(); ++j) {
            remaining_gain.best_exit = std::max(remaining_gain.best_exit, exit_weights_[steps_[j].cell].path_sum);
            remaining_gain.lowest_threshold =
                std::min(remaining_gain.lowest_threshold, request_.thresholds[steps_[j].cell]);
        }
    }

    W add_gain(const W& weight, const Transition<stuck>& transition) const {
        const W path_weight = weight.plus(transition.join_count * graph_.number);
        return transition.end_cell == none ? path_weight : path_weight.concatenate(exit_weights_[transition.end_cell]);
    }

    // An upper bound on the gain after a transition: every usable cell, the greatest exit and the lowest threshold,
    // less the loss that `LossBounds` proves.
    std::int64_t gain_bound(const Transition<stuck>& transition, std::size_t i) const {
        const auto cell_count = static_cast<std::int64_t>(steps_.size() - i - 1) + transition.usable_count;
        const std::int64_t exit_gain =
            (transition.has_end ? 0 : transition.best_exit) - (transition.has_start ? 0 : transition.lowest_threshold);
        const std::int64_t loss_bound =
            (transition.has_end ? 0 : loss_bounds_->best_exit()) -
            (transition.has_start ? 0 : loss_bounds_->lowest_threshold()) -
            loss_bounds_->lower_bound(i + 1, transition.degree_shape, transition.has_start, transition.has_end);
        return graph_.number * cell_count + std::min(exit_gain, loss_bound);
    }

    // Once the start is known, weights are relative to the threshold of that start.
    bool sweep_forward() {
        layers_.resize(steps_.size() + 1);
        layers_[0].add_state(Key<stuck>{}, W::from_sum(0), 0, 0, budget_);
        for (std::size_t i = 0; i < steps_.size(); ++i) {
            Layer<W, stuck>& current_layer = layers_[i];
            Layer<W, stuck>& next_layer = layers_[i + 1];
            Expansion<stuck> expansion(steps_[i], remaining_gains_[i]);
            for (std::uint32_t state = 0; state < current_layer.keys.size(); ++state) {
                if (spend_state(state)) return false;
                const bool sound =
                    expansion.expand(current_layer.keys[state], [&](const Transition<stuck>& transition) {
                        if (transition.is_complete) return;
                        W weight = add_gain(current_layer.forward_weights[state], transition);
                        if (transition.start_cell != none)
                            weight = weight.plus(-request_.thresholds[transition.start_cell]);
                        const std::int64_t path_surplus = weight.path_sum + gain_bound(transition, i);
                        if (path_surplus < 0) return;
                        const std::size_t growth_bytes = next_layer.growth_demand();
                        if (growth_bytes < free_bytes || budget_.room_for(growth_bytes))
                            next_layer.add_state(transition.next_key, weight, path_surplus, state, budget_);
                    });
                if (budget_.stop() != Stop::done) return false;
                if (!sound) store_loss(current_layer.surpluses[state]);
                if (next_layer.keys.size() >= beam_slack * request_.beam_width)
                    store_loss(next_layer.keep_best(request_.beam_width, budget_));
            }
            if (next_layer.keys.size() > request_.beam_width)
                store_loss(next_layer.keep_best(request_.beam_width, budget_));
            if (W::counts_paths && !is_complete_) return false;  // a partial count of paths is useless
        }
        return true;
    }

    // Poll every 32 states, because a state of a wide frontier takes up to 0.1 ms.
    bool spend_state(std::uint32_t state) { return budget_.spend() || ((state & 31) == 0 && budget_.poll()); }

    void store_loss(std::int64_t lost_surplus) {
        is_complete_ = false;
        lost_surplus_ = std::max(lost_surplus_, lost_surplus);
    }

    // Compute the best completion of every state of a layer. A transition that fixes the start s yields all paths from
    // s through it.
    bool step_backward(std::size_t i, std::vector<W>& best) {
        Layer<W, stuck>& current_layer = layers_[i];
        const Layer<W, stuck>& next_layer = layers_[i + 1];
        if (current_layer.keys.size() * sizeof(W) >= free_bytes &&
            !budget_.room_for(current_layer.keys.size() * sizeof(W)))
            return false;
        current_layer.backward_weights.truncate(0);
        Expansion<stuck> expansion(steps_[i], remaining_gains_[i]);
        for (std::uint32_t state = 0; state < current_layer.keys.size(); ++state) {
            if (spend_state(state)) return false;
            current_layer.backward_weights.push_back(W{});
            expansion.expand(current_layer.keys[state], [&](const Transition<stuck>& transition) {
                W suffix_weight = W::from_sum(graph_.number);
                if (!transition.is_complete) {
                    const std::uint32_t next_state = next_layer.find_state(transition.next_key);
                    suffix_weight =
                        next_state == (Layer<W, stuck>::empty_slot) ? W{} : next_layer.backward_weights[next_state];
                }
                if (suffix_weight.path_sum < 0) return;
                suffix_weight = add_gain(suffix_weight, transition);
                current_layer.backward_weights[state].merge(suffix_weight);
                if (transition.start_cell == none) return;
                const W path_weight = current_layer.forward_weights[state].concatenate(suffix_weight);
                if (path_weight.path_sum > best[transition.start_cell].path_sum)
                    start_origins_[transition.start_cell] = {i, state, transition, true};
                best[transition.start_cell].merge(path_weight);
            });
        }
        return true;
    }

    void link_cells(std::size_t layer, const Transition<stuck>& transition) {
        for (const std::uint16_t other : transition.linked_cells) {
            if (other == none) continue;
            const std::uint16_t cell = steps_[layer].cell;
            (cell_links_[cell][0] == none ? cell_links_[cell][0] : cell_links_[cell][1]) = other;
            (cell_links_[other][0] == none ? cell_links_[other][0] : cell_links_[other][1]) = cell;
        }
    }

    // Recover the transitions that led to a state, from the last to the first.
    void trace_back(std::size_t layer, std::uint32_t state) {
        for (; layer-- > 0;) {
            const std::uint32_t parent_state = layers_[layer + 1].parent_states[state];
            bool is_traced = false;
            Expansion<stuck>(steps_[layer], remaining_gains_[layer])
                .expand(layers_[layer].keys[parent_state], [&](const Transition<stuck>& transition) {
                    if (is_traced || transition.is_complete || transition.next_key != layers_[layer + 1].keys[state])
                        return;
                    if (add_gain(layers_[layer].forward_weights[parent_state], transition).path_sum !=
                        layers_[layer + 1].forward_weights[state].path_sum)
                        return;
                    link_cells(layer, transition);
                    is_traced = true;
                });
            assert(is_traced);
            state = parent_state;
        }
    }

    // Recover the transitions of the best completion of a state.
    void trace_forward(std::size_t layer, std::uint32_t state) {
        for (bool complete = false; !complete; ++layer) {
            bool is_traced = false;
            std::uint32_t to = 0;
            Expansion<stuck>(steps_[layer], remaining_gains_[layer])
                .expand(layers_[layer].keys[state], [&](const Transition<stuck>& transition) {
                    if (is_traced) return;
                    W suffix_weight = W::from_sum(graph_.number);
                    if (!transition.is_complete) {
                        const std::uint32_t next = layers_[layer + 1].find_state(transition.next_key);
                        if (next == (Layer<W, stuck>::empty_slot)) return;
                        to = next;
                        suffix_weight = layers_[layer + 1].backward_weights[to];
                    }
                    if (add_gain(suffix_weight, transition).path_sum != layers_[layer].backward_weights[state].path_sum)
                        return;
                    link_cells(layer, transition);
                    is_traced = true;
                    complete = transition.is_complete;
                });
            assert(is_traced);
            if (!is_traced) return;
            state = to;
        }
    }

    static constexpr std::size_t free_bytes = std::size_t{1} << 20;  // bytes allocated without asking the budget

    static constexpr std::size_t beam_slack = 4;  // a layer is trimmed at this multiple of the beam width

    const SweepRequest<W>& request_;
    const Graph& graph_;
    const std::vector<W>& exit_weights_;
    Budget& budget_;
    const std::vector<Step>& steps_;
    std::optional<LossBounds> loss_bounds_;
    std::vector<RemainingGain> remaining_gains_;
    std::vector<Layer<W, stuck>> layers_;
    std::vector<Origin> start_origins_;
    std::vector<std::array<std::uint16_t, 2>> cell_links_;
    bool is_complete_ = true;
    std::int64_t lost_surplus_ = 0;
};

}  // namespace

template <class W>
SweepResult solve_frontier(const SweepRequest<W>& sweep_request, std::vector<W>& best, std::vector<Cells>* paths,
                           Budget& budget) {
    Frontier<W, false> frontier(sweep_request, budget);
    const SweepResult sweep_outcome = frontier.run(best);
    if (!sweep_outcome.is_finished || paths == nullptr) return sweep_outcome;
    paths->assign(sweep_request.graph.size(), {});
    for (std::size_t s = 0; s < sweep_request.graph.size(); ++s)
        if (best[s].path_sum >= sweep_request.thresholds[s]) (*paths)[s] = frontier.path(s);
    return sweep_outcome;
}

SweepResult solve_maximal(const SweepRequest<Best>& request, std::vector<Best>& best, Budget& budget) {
    return Frontier<Best, true>(request, budget).run(best);
}

template SweepResult solve_frontier(const SweepRequest<Best>&, std::vector<Best>&, std::vector<Cells>*, Budget&);
template SweepResult solve_frontier(const SweepRequest<ModularCount>&, std::vector<ModularCount>&, std::vector<Cells>*,
                                    Budget&);

}  // namespace passatempo::optimiza
