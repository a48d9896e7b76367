// Counts the layouts of a part by forward-backward dynamic programming over a decision diagram [Knuth2011].
// 1. `arrange_layers`: orders the groups into layers and gives each active number a slot of the key.
// 2. `expand_layers`: builds states and edges, and merges equal states through `find_state`.
// 3. `prune_states`: keeps the states that reach the end, and reserves their coefficients.
// 4. `count_forward`: the polynomial of the partial layouts of each state.
// 5. `sweep_backward`: the polynomial of the completions of each state, and the shares of each group.
// 6. `draw_layout`: a random path, each edge with a probability proportional to its weight.
#include "play/diagram.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "play/knowledge.hpp"

namespace passatempo::minesweeper::play {

namespace {

constexpr std::uint32_t rows = most_seen + 1;
constexpr int most_missing = most_seen;

constexpr std::array<double, rows * rows> pascal() {
    std::array<double, rows * rows> binomial_table{};
    for (std::uint32_t n = 0; n < rows; ++n) {
        binomial_table[n * rows] = 1;
        for (std::uint32_t k = 1; k <= n; ++k)
            binomial_table[n * rows + k] =
                binomial_table[(n - 1) * rows + k - 1] + (k < n ? binomial_table[(n - 1) * rows + k] : 0);
    }
    return binomial_table;
}

constexpr std::array<double, rows * rows> binomial = pascal();

}  // namespace

double binomial_coefficient(std::uint32_t n, std::uint32_t k) { return binomial[n * rows + k]; }

// Among the active numbers, completes the one whose remaining groups start the fewest others.
void ComponentDiagram::order_groups(const Component& part) {
    const std::uint32_t numbers = part.number_cells.size(), groups = part.groups();
    transpose(part.group_numbers, numbers, number_groups_);
    has_begun_.assign(numbers, 0);
    is_placed_.assign(groups, 0);
    groups_left_.resize(numbers);
    for (std::uint32_t n = 0; n < numbers; ++n) groups_left_[n] = number_groups_.length(n);
    group_order_.clear();
    active_numbers_.clear();
    const auto take = [&](std::uint32_t g) {
        is_placed_[g] = 1;
        group_order_.push_back(g);
        for (const std::uint32_t* n = part.group_numbers.begin(g); n != part.group_numbers.end(g); ++n) {
            --groups_left_[*n];
            if (!has_begun_[*n]) active_numbers_.push_back(*n);
            has_begun_[*n] = 1;
        }
    };
    const auto fresh = [&](std::uint32_t g) {
        std::uint32_t fresh_count = 0;
        for (const std::uint32_t* n = part.group_numbers.begin(g); n != part.group_numbers.end(g); ++n)
            fresh_count += has_begun_[*n] == 0;
        return fresh_count;
    };
    while (group_order_.size() < groups) {
        std::uint32_t best = none;
        std::uint32_t lowest_cost = ~std::uint32_t{0};
        std::erase_if(active_numbers_, [&](std::uint32_t n) { return groups_left_[n] == 0; });
        for (const std::uint32_t n : active_numbers_) {
            std::uint32_t cost = 0;
            for (const std::uint32_t* g = number_groups_.begin(n); g != number_groups_.end(n); ++g)
                if (!is_placed_[*g]) cost += 4 * fresh(*g) + 1;
            if (cost < lowest_cost) lowest_cost = cost, best = n;
        }
        if (best == none)
            for (std::uint32_t n = 0; n < numbers; ++n)
                if (groups_left_[n] != 0 && groups_left_[n] < lowest_cost) lowest_cost = groups_left_[n], best = n;
        if (best == none) {  // groups next to no number
            for (std::uint32_t g = 0; g < groups; ++g)
                if (!is_placed_[g]) take(g);
            return;
        }
        while (groups_left_[best] != 0) {
            std::uint32_t next = none;
            std::uint32_t cheapest = ~std::uint32_t{0};
            for (const std::uint32_t* g = number_groups_.begin(best); g != number_groups_.end(best); ++g)
                if (!is_placed_[*g] && fresh(*g) < cheapest) cheapest = fresh(*g), next = *g;
            take(next);
        }
    }
}

bool ComponentDiagram::arrange_layers(const Component& part) {
    order_groups(part);
    const std::uint32_t numbers = part.number_cells.size();
    layers_.clear();
    touches_.clear();
    groups_left_.assign(numbers, 0);  // from here on it counts cells, not groups
    for (std::uint32_t g = 0; g < part.groups(); ++g)
        for (const std::uint32_t* n = part.group_numbers.begin(g); n != part.group_numbers.end(g); ++n)
            groups_left_[*n] += part.group_cells.length(g);
    has_begun_.assign(numbers, 0);
    slot_of_.assign(numbers, 0);
    std::uint32_t used_slots = 0;  // one bit per slot in use
    for (const std::uint32_t g : group_order_) {
        const std::uint32_t first_touch = touches_.size();
        Layer layer{g, part.group_cells.length(g), first_touch, first_touch, 0};
        for (const std::uint32_t* n = part.group_numbers.begin(g); n != part.group_numbers.end(g); ++n) {
            const bool first = !has_begun_[*n];
            if (first) {
                const std::uint8_t free = std::countr_one(used_slots);
                if (free >= slots) return false;
                used_slots |= 1U << free;
                slot_of_[*n] = free;
                has_begun_[*n] = 1;
            }
            groups_left_[*n] -= layer.cell_count;
            const std::uint8_t rest = groups_left_[*n];
            touches_.push_back({*n, slot_of_[*n], rest, first});
            layer.key_unit += Key{1} << (4 * slot_of_[*n]);
        }
        layer.touch_end = touches_.size();
        for (std::uint32_t t = layer.first_touch; t < layer.touch_end; ++t)
            if (touches_[t].cells_left == 0) used_slots &= ~(1U << touches_[t].slot);
        layers_.push_back(layer);
    }
    return true;
}

std::uint32_t ComponentDiagram::find_state(Key key, std::uint32_t layer_begin) {
    const std::uint32_t new_state = state_keys_.size();
    if (2 * (new_state - layer_begin) >= hash_buckets_.size()) {  // grow, and enter the keys of this layer again
        hash_buckets_.assign(std::max<std::size_t>(64, 2 * hash_buckets_.size()), 0);
        bucket_stamps_.assign(hash_buckets_.size(), 0);
        generation_ = 1;
        for (std::uint32_t s = layer_begin; s < new_state; ++s) {
            std::size_t i = hash(state_keys_[s]) & (hash_buckets_.size() - 1);
            while (bucket_stamps_[i] == generation_) i = (i + 1) & (hash_buckets_.size() - 1);
            bucket_stamps_[i] = generation_;
            hash_buckets_[i] = s;
        }
    }
    std::size_t i = hash(key) & (hash_buckets_.size() - 1);
    for (; bucket_stamps_[i] == generation_; i = (i + 1) & (hash_buckets_.size() - 1))
        if (state_keys_[hash_buckets_[i]] == key) return hash_buckets_[i];
    bucket_stamps_[i] = generation_;
    hash_buckets_[i] = new_state;
    state_keys_.push_back(key);
    return new_state;
}

bool ComponentDiagram::expand_layers(std::span<const int> missing) {
    state_keys_.assign(1, 0);
    edge_begin_.clear();
    edges_.clear();
    layer_begin_.assign(1, 0);
    for (const Layer& layer : layers_) {
        const std::uint32_t layer_start = layer_begin_.back(), end = state_keys_.size();
        layer_begin_.push_back(end);
        ++generation_;
        for (std::uint32_t s = layer_start; s < end; ++s) {
            edge_begin_.push_back(edges_.size());
            Key key = state_keys_[s];
            int min_mines = 0, max_mines = layer.cell_count;
            for (std::uint32_t t = layer.first_touch; t < layer.touch_end; ++t) {
                const Touch& touch = touches_[t];
                int missing_mines = 0;
                if (touch.is_first) {
                    missing_mines = missing[touch.number];
                    if (missing_mines < 0 || missing_mines > most_missing) return false;
                    key |= Key(missing_mines) << (4 * touch.slot);
                } else {
                    missing_mines = key >> (4 * touch.slot) & 15;
                }
                min_mines = std::max(min_mines, missing_mines - touch.cells_left);
                max_mines = std::min(max_mines, missing_mines);
            }
            for (int k = min_mines; k <= max_mines; ++k) {
                const std::uint32_t to = find_state(key - Key(k) * layer.key_unit, end);
                edges_.push_back({to, k});
            }
        }
        if (state_keys_.size() == end) return false;
        if (state_keys_.size() > state_limit) {
            too_wide_ = true;
            return false;
        }
    }
    edge_begin_.push_back(edges_.size());
    edge_begin_.push_back(edges_.size());
    return true;
}

// Finds the states that reach the end, and the range of mines with which each is reached.
void ComponentDiagram::prune_states() {
    const std::uint32_t states = state_keys_.size();
    is_alive_.assign(states, 0);
    is_alive_.back() = 1;
    for (std::uint32_t s = states - 1; s-- > 0;)
        for (std::uint32_t e = edge_begin_[s]; e < edge_begin_[s + 1]; ++e)
            if (is_alive_[edges_[e].target]) {
                is_alive_[s] = 1;
                break;
            }
    min_mines_.assign(states, 1 << 20);
    coefficient_count_.assign(states, 0);  // for now the largest number of mines plus one
    layer_of_.resize(states);
    min_mines_[0] = 0;
    coefficient_count_[0] = 1;
    for (std::uint32_t layer = 0; layer < layer_begin_.size(); ++layer) {
        const std::uint32_t end = layer + 1 < layer_begin_.size() ? layer_begin_[layer + 1] : states;
        for (std::uint32_t s = layer_begin_[layer]; s < end; ++s) {
            layer_of_[s] = layer;
            if (!is_alive_[s]) continue;
            for (std::uint32_t e = edge_begin_[s]; e < edge_begin_[s + 1]; ++e) {
                const Edge& edge = edges_[e];
                min_mines_[edge.target] = std::min(min_mines_[edge.target], min_mines_[s] + edge.mines);
                coefficient_count_[edge.target] =
                    std::max(coefficient_count_[edge.target], coefficient_count_[s] + edge.mines);
            }
        }
    }
    coefficient_start_.resize(states);
    std::uint32_t coefficient_count = 0;
    for (std::uint32_t s = 0; s < states; ++s) {
        coefficient_count_[s] = is_alive_[s] ? coefficient_count_[s] - min_mines_[s] : 0;
        coefficient_start_[s] = coefficient_count;
        coefficient_count += coefficient_count_[s];
    }
    forward_weights_.assign(coefficient_count, 0);
}

void ComponentDiagram::count_forward() {
    forward_weights_[0] = 1;
    for (std::uint32_t s = 0; s + 1 < state_keys_.size(); ++s) {
        if (!is_alive_[s]) continue;
        const std::uint32_t size = layers_[layer_of_[s]].cell_count, length = coefficient_count_[s];
        const double* from = forward_weights_.data() + coefficient_start_[s];
        for (std::uint32_t e = edge_begin_[s]; e < edge_begin_[s + 1]; ++e) {
            const Edge& edge = edges_[e];
            if (!is_alive_[edge.target]) continue;
            const double ways = binomial_coefficient(size, edge.mines);
            double* to = forward_weights_.data() + coefficient_start_[edge.target] +
                         (min_mines_[s] + edge.mines - min_mines_[edge.target]);
            for (std::uint32_t m = 0; m < length; ++m) to[m] += ways * from[m];
        }
    }
}

bool ComponentDiagram::count_layouts(std::span<const int> missing) {
    too_wide_ = false;
    if (!expand_layers(missing)) return false;
    prune_states();
    if (!is_alive_[0]) return false;
    count_forward();
    return true;
}

void ComponentDiagram::sweep_backward(std::span<const double> weight, std::vector<GroupShares>& shares) {
    shares.assign(layers_.size(), {});
    backward_weights_.assign(forward_weights_.size(), 0);
    std::copy(weight.begin(), weight.end(), backward_weights_.begin() + coefficient_start_.back());
    for (std::uint32_t s = state_keys_.size() - 1; s-- > 0;) {
        if (!is_alive_[s]) continue;
        const Layer& layer = layers_[layer_of_[s]];
        const std::uint32_t length = coefficient_count_[s];
        const double* forward = forward_weights_.data() + coefficient_start_[s];
        double* from = backward_weights_.data() + coefficient_start_[s];
        GroupShares& share = shares[layer.group];
        for (std::uint32_t e = edge_begin_[s]; e < edge_begin_[s + 1]; ++e) {
            const Edge& edge = edges_[e];
            if (!is_alive_[edge.target]) continue;
            const double ways = binomial_coefficient(layer.cell_count, edge.mines);
            const double* to = backward_weights_.data() + coefficient_start_[edge.target] +
                               (min_mines_[s] + edge.mines - min_mines_[edge.target]);
            double joint_weight = 0;
            for (std::uint32_t m = 0; m < length; ++m) {
                from[m] += ways * to[m];
                joint_weight += forward[m] * to[m];
            }
            joint_weight *= ways;
            share.mines += edge.mines * joint_weight;
            share.free += (layer.cell_count - edge.mines) * joint_weight;
        }
    }
}

void ComponentDiagram::draw_layout(Stream& stream, std::vector<std::uint32_t>& mines) const {
    mines.assign(layers_.size(), 0);
    std::uint32_t used = 0;
    for (std::uint32_t s = 0, layer = 0; layer < layers_.size(); ++layer) {
        double left = random_unit(stream) * backward(s, used);
        const Edge* next_edge = nullptr;
        for (std::uint32_t e = edge_begin_[s]; e < edge_begin_[s + 1]; ++e) {
            const Edge& edge = edges_[e];
            if (!is_alive_[edge.target]) continue;
            const double edge_weight =
                binomial_coefficient(layers_[layer].cell_count, edge.mines) * backward(edge.target, used + edge.mines);
            if (edge_weight <= 0) continue;
            next_edge = &edge;  // rounding may leave a remainder, which the last possible edge takes
            if (left < edge_weight) break;
            left -= edge_weight;
        }
        mines[layers_[layer].group] = next_edge->mines;
        used += next_edge->mines;
        s = next_edge->target;
    }
}

}  // namespace passatempo::minesweeper::play
