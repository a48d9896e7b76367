// First the states and edges, then which of them reach the end, then the polynomials of these alone.
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
    std::array<double, rows * rows> made{};
    for (std::uint32_t n = 0; n < rows; ++n) {
        made[n * rows] = 1;
        for (std::uint32_t k = 1; k <= n; ++k)
            made[n * rows + k] = made[(n - 1) * rows + k - 1] + (k < n ? made[(n - 1) * rows + k] : 0);
    }
    return made;
}

constexpr std::array<double, rows * rows> binomial = pascal();

}  // namespace

double choose(std::uint32_t n, std::uint32_t k) { return binomial[n * rows + k]; }

// Of the numbers begun, end the one next whose groups begin the fewest others.
void Diagram::order(const Part& part) {
    const std::uint32_t numbers = part.number.size(), groups = part.groups();
    transpose(part.numbers, numbers, of_number_);
    begun_.assign(numbers, 0);
    done_.assign(groups, 0);
    left_.resize(numbers);
    for (std::uint32_t n = 0; n < numbers; ++n) left_[n] = of_number_.length(n);
    order_.clear();
    active_.clear();
    const auto take = [&](std::uint32_t g) {
        done_[g] = 1;
        order_.push_back(g);
        for (const std::uint32_t* n = part.numbers.begin(g); n != part.numbers.end(g); ++n) {
            --left_[*n];
            if (!begun_[*n]) active_.push_back(*n);
            begun_[*n] = 1;
        }
    };
    const auto fresh = [&](std::uint32_t g) {
        std::uint32_t found = 0;
        for (const std::uint32_t* n = part.numbers.begin(g); n != part.numbers.end(g); ++n) found += begun_[*n] == 0;
        return found;
    };
    while (order_.size() < groups) {
        std::uint32_t best = none;
        std::uint32_t least = ~std::uint32_t{0};
        std::erase_if(active_, [&](std::uint32_t n) { return left_[n] == 0; });
        for (const std::uint32_t n : active_) {
            std::uint32_t cost = 0;
            for (const std::uint32_t* g = of_number_.begin(n); g != of_number_.end(n); ++g)
                if (!done_[*g]) cost += 4 * fresh(*g) + 1;
            if (cost < least) least = cost, best = n;
        }
        if (best == none)
            for (std::uint32_t n = 0; n < numbers; ++n)
                if (left_[n] != 0 && left_[n] < least) least = left_[n], best = n;
        if (best == none) {  // groups that no number sees any more
            for (std::uint32_t g = 0; g < groups; ++g)
                if (!done_[g]) take(g);
            return;
        }
        while (left_[best] != 0) {
            std::uint32_t next = none;
            std::uint32_t cheapest = ~std::uint32_t{0};
            for (const std::uint32_t* g = of_number_.begin(best); g != of_number_.end(best); ++g)
                if (!done_[*g] && fresh(*g) < cheapest) cheapest = fresh(*g), next = *g;
            take(next);
        }
    }
}

bool Diagram::arrange(const Part& part) {
    order(part);
    const std::uint32_t numbers = part.number.size();
    layers_.clear();
    touches_.clear();
    left_.assign(numbers, 0);  // from here on cells, not groups
    for (std::uint32_t g = 0; g < part.groups(); ++g)
        for (const std::uint32_t* n = part.numbers.begin(g); n != part.numbers.end(g); ++n)
            left_[*n] += part.cells.length(g);
    begun_.assign(numbers, 0);
    slot_of_.assign(numbers, 0);
    std::uint32_t taken = 0;  // one bit for each slot in use
    for (const std::uint32_t g : order_) {
        const std::uint32_t begin = touches_.size();
        Layer layer{g, part.cells.length(g), begin, begin, 0};
        for (const std::uint32_t* n = part.numbers.begin(g); n != part.numbers.end(g); ++n) {
            const bool first = !begun_[*n];
            if (first) {
                const std::uint8_t free = std::countr_one(taken);
                if (free >= slots) return false;
                taken |= 1U << free;
                slot_of_[*n] = free;
                begun_[*n] = 1;
            }
            left_[*n] -= layer.size;
            const std::uint8_t rest = left_[*n];
            touches_.push_back({*n, slot_of_[*n], rest, first});
            layer.unit += Key{1} << (4 * slot_of_[*n]);
        }
        layer.touch_end = touches_.size();
        for (std::uint32_t t = layer.touch; t < layer.touch_end; ++t)
            if (touches_[t].rest == 0) taken &= ~(1U << touches_[t].slot);
        layers_.push_back(layer);
    }
    return true;
}

std::uint32_t Diagram::state(Key key, std::uint32_t layer_begin) {
    const std::uint32_t made = key_.size();
    if (2 * (made - layer_begin) >= bucket_.size()) {  // grow, and enter the layer again
        bucket_.assign(std::max<std::size_t>(64, 2 * bucket_.size()), 0);
        stamp_.assign(bucket_.size(), 0);
        generation_ = 1;
        for (std::uint32_t s = layer_begin; s < made; ++s) {
            std::size_t i = hash(key_[s]) & (bucket_.size() - 1);
            while (stamp_[i] == generation_) i = (i + 1) & (bucket_.size() - 1);
            stamp_[i] = generation_;
            bucket_[i] = s;
        }
    }
    std::size_t i = hash(key) & (bucket_.size() - 1);
    for (; stamp_[i] == generation_; i = (i + 1) & (bucket_.size() - 1))
        if (key_[bucket_[i]] == key) return bucket_[i];
    stamp_[i] = generation_;
    bucket_[i] = made;
    key_.push_back(key);
    return made;
}

bool Diagram::expand(std::span<const int> missing) {
    key_.assign(1, 0);
    edge_begin_.clear();
    edges_.clear();
    layer_begin_.assign(1, 0);
    for (const Layer& layer : layers_) {
        const std::uint32_t begin = layer_begin_.back(), end = key_.size();
        layer_begin_.push_back(end);
        ++generation_;
        for (std::uint32_t s = begin; s < end; ++s) {
            edge_begin_.push_back(edges_.size());
            Key key = key_[s];
            int fewest = 0, most = layer.size;
            for (std::uint32_t t = layer.touch; t < layer.touch_end; ++t) {
                const Touch& touch = touches_[t];
                int value = 0;
                if (touch.first) {
                    value = missing[touch.number];
                    if (value < 0 || value > most_missing) return false;
                    key |= Key(value) << (4 * touch.slot);
                } else {
                    value = key >> (4 * touch.slot) & 15;
                }
                fewest = std::max(fewest, value - touch.rest);
                most = std::min(most, value);
            }
            for (int k = fewest; k <= most; ++k) {
                const std::uint32_t to = state(key - Key(k) * layer.unit, end);
                edges_.push_back({to, k});
            }
        }
        if (key_.size() == end) return false;
        if (key_.size() > most_states) {
            too_wide_ = true;
            return false;
        }
    }
    edge_begin_.push_back(edges_.size());
    edge_begin_.push_back(edges_.size());
    return true;
}

// Which states reach the end, and with how many mines they can be reached.
void Diagram::prune() {
    const std::uint32_t states = key_.size();
    alive_.assign(states, 0);
    alive_.back() = 1;
    for (std::uint32_t s = states - 1; s-- > 0;)
        for (std::uint32_t e = edge_begin_[s]; e < edge_begin_[s + 1]; ++e)
            if (alive_[edges_[e].to]) {
                alive_[s] = 1;
                break;
            }
    low_.assign(states, 1 << 20);
    length_.assign(states, 0);  // here the greatest number of mines, plus one
    layer_of_.resize(states);
    low_[0] = 0;
    length_[0] = 1;
    for (std::uint32_t layer = 0; layer < layer_begin_.size(); ++layer) {
        const std::uint32_t end = layer + 1 < layer_begin_.size() ? layer_begin_[layer + 1] : states;
        for (std::uint32_t s = layer_begin_[layer]; s < end; ++s) {
            layer_of_[s] = layer;
            if (!alive_[s]) continue;
            for (std::uint32_t e = edge_begin_[s]; e < edge_begin_[s + 1]; ++e) {
                const Edge& edge = edges_[e];
                low_[edge.to] = std::min(low_[edge.to], low_[s] + edge.mines);
                length_[edge.to] = std::max(length_[edge.to], length_[s] + edge.mines);
            }
        }
    }
    at_.resize(states);
    std::uint32_t values = 0;
    for (std::uint32_t s = 0; s < states; ++s) {
        length_[s] = alive_[s] ? length_[s] - low_[s] : 0;
        at_[s] = values;
        values += length_[s];
    }
    poly_.assign(values, 0);
}

void Diagram::sum() {
    poly_[0] = 1;
    for (std::uint32_t s = 0; s + 1 < key_.size(); ++s) {
        if (!alive_[s]) continue;
        const std::uint32_t size = layers_[layer_of_[s]].size, length = length_[s];
        const double* from = poly_.data() + at_[s];
        for (std::uint32_t e = edge_begin_[s]; e < edge_begin_[s + 1]; ++e) {
            const Edge& edge = edges_[e];
            if (!alive_[edge.to]) continue;
            const double ways = choose(size, edge.mines);
            double* to = poly_.data() + at_[edge.to] + (low_[s] + edge.mines - low_[edge.to]);
            for (std::uint32_t m = 0; m < length; ++m) to[m] += ways * from[m];
        }
    }
}

bool Diagram::fill(std::span<const int> missing) {
    too_wide_ = false;
    if (!expand(missing)) return false;
    prune();
    if (!alive_[0]) return false;
    sum();
    return true;
}

void Diagram::sweep(std::span<const double> weight, std::vector<Shares>& shares) {
    shares.assign(layers_.size(), {});
    back_.assign(poly_.size(), 0);
    std::copy(weight.begin(), weight.end(), back_.begin() + at_.back());
    for (std::uint32_t s = key_.size() - 1; s-- > 0;) {
        if (!alive_[s]) continue;
        const Layer& layer = layers_[layer_of_[s]];
        const std::uint32_t length = length_[s];
        const double* forward = poly_.data() + at_[s];
        double* from = back_.data() + at_[s];
        Shares& share = shares[layer.group];
        for (std::uint32_t e = edge_begin_[s]; e < edge_begin_[s + 1]; ++e) {
            const Edge& edge = edges_[e];
            if (!alive_[edge.to]) continue;
            const double ways = choose(layer.size, edge.mines);
            const double* to = back_.data() + at_[edge.to] + (low_[s] + edge.mines - low_[edge.to]);
            double both = 0;
            for (std::uint32_t m = 0; m < length; ++m) {
                from[m] += ways * to[m];
                both += forward[m] * to[m];
            }
            both *= ways;
            share.mines += edge.mines * both;
            share.free += (layer.size - edge.mines) * both;
        }
    }
}

void Diagram::draw(Stream& stream, std::vector<std::uint32_t>& mines) const {
    mines.assign(layers_.size(), 0);
    std::uint32_t used = 0;
    for (std::uint32_t s = 0, layer = 0; layer < layers_.size(); ++layer) {
        double left = unit(stream) * backward(s, used);
        const Edge* chosen = nullptr;
        for (std::uint32_t e = edge_begin_[s]; e < edge_begin_[s + 1]; ++e) {
            const Edge& edge = edges_[e];
            if (!alive_[edge.to]) continue;
            const double here = choose(layers_[layer].size, edge.mines) * backward(edge.to, used + edge.mines);
            if (here <= 0) continue;
            chosen = &edge;  // the last possible one, should rounding leave something over
            if (left < here) break;
            left -= here;
        }
        mines[layers_[layer].group] = chosen->mines;
        used += chosen->mines;
        s = chosen->to;
    }
}

}  // namespace passatempo::minesweeper::play
