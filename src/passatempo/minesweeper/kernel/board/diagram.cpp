// States made layer by layer, and their places for coefficients.
// Algorithm: top-down compilation of a decision diagram, states merged by hashing
#include "board/diagram.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

namespace passatempo::minesweeper {

namespace {

constexpr std::uint32_t states_between_polls = 1U << 14;

}  // namespace

void Index::clear() {
    keys_.clear();
    table_.clear();
}

std::uint32_t Index::look_up(const Key& key) {
    const std::size_t mask = table_.size() - 1;
    std::size_t at = hash(key) & mask;
    for (; table_[at] != none; at = (at + 1) & mask)
        if (keys_[table_[at]] == key) return table_[at];
    const std::uint32_t fresh = keys_.size();
    table_[at] = fresh;
    keys_.push_back(key);
    if (2 * keys_.size() > table_.size()) rebuild();
    return fresh;
}

void Index::rebuild() {
    table_.assign(std::bit_ceil(4 * keys_.size()), none);
    const std::size_t mask = table_.size() - 1;
    for (std::uint32_t i = 0; i < keys_.size(); ++i) {
        std::size_t at = hash(keys_[i]) & mask;
        while (table_[at] != none) at = (at + 1) & mask;
        table_[at] = i;
    }
}

Built Builder::build(const Parts& parts, std::uint32_t part, Manner manner, Budget& budget, Diagrams& diagrams) {
    first_ = diagrams.states();
    first_layer_ = diagrams.layer.size();
    Built built = grow(parts, part, manner, budget, diagrams);
    if (built == Built::whole && manner.counted) built = place_coefficients(manner.most, budget, diagrams);
    if (built != Built::whole) diagrams.shrink(first_layer_, first_);
    const std::uint32_t layers = diagrams.layer.size() - first_layer_;
    diagrams.parts.push_back({first_layer_, layers, first_, layers == 0 ? first_ : diagrams.states() - 1});
    return built;
}

void Builder::start(const Parts& parts, std::uint32_t part) {
    const std::uint32_t numbers = parts.numbers.length(part);
    missing_ = parts.missing.data() + parts.numbers.start[part];
    bits_ = std::bit_width(*std::max_element(missing_, missing_ + numbers));
    per_half_ = 64 / bits_;
    left_.assign(numbers, 0);
    slot_.resize(numbers);
    opened_.assign(numbers, 0);
    free_.clear();
    for (unsigned i = std::min(2 * per_half_, numbers); i-- > 0;)
        free_.push_back({i % per_half_ * bits_, i >= per_half_});
    for (const std::uint32_t* g = parts.groups.begin(part); g != parts.groups.end(part); ++g)
        for (const std::uint32_t* n = parts.touched.begin(*g); n != parts.touched.end(*g); ++n)
            left_[*n] += parts.members.length(*g);
}

Built Builder::grow(const Parts& parts, std::uint32_t part, Manner manner, Budget& budget, Diagrams& diagrams) {
    start(parts, part);
    const std::vector<std::uint32_t>& order = orders_.best(parts, part, 2 * per_half_, budget);
    if (budget.stop() != Stop::done) return Built::stopped;
    if (order.empty()) return Built::too_wide;
    keys_.assign(1, Key{});
    for (const std::uint32_t g : order) {
        const std::uint32_t group = parts.groups.begin(part)[g];
        diagrams.group.push_back(group);
        diagrams.cells.push_back(parts.members.length(group));
        diagrams.layer.push_back(diagrams.states());
        const Built built = settle(parts, group, manner.most, budget, diagrams);
        if (built != Built::whole) return built;
    }
    assert(keys_.size() == 1 && keys_[0] == Key{});
    diagrams.edge.push_back(diagrams.edge.back());  // the last state leads nowhere
    diagrams.fewest.push_back(0);
    return Built::whole;
}

// Give the numbers of a group that are new a slot; what this adds to every key.
Key Builder::open(const Parts& parts, std::uint32_t group) {
    Key added;
    sides_.clear();
    for (const std::uint32_t* n = parts.touched.begin(group); n != parts.touched.end(group); ++n) {
        if (!opened_[*n]) {
            opened_[*n] = 1;
            slot_[*n] = free_.back();
            free_.pop_back();
            (slot_[*n].high ? added.high : added.low) |= std::uint64_t{missing_[*n]} << slot_[*n].shift;
        }
        left_[*n] -= parts.members.length(group);
        sides_.push_back({slot_[*n], left_[*n]});
    }
    return added;
}

// Numbers without unsettled cells are 0 in every state: their slots are free again.
void Builder::close(const Parts& parts, std::uint32_t group) {
    for (const std::uint32_t* n = parts.touched.begin(group); n != parts.touched.end(group); ++n)
        if (left_[*n] == 0) free_.push_back(slot_[*n]);
}

// Go from one layer to the next: put 0, 1, ... mines into the group wherever its numbers allow it.
Built Builder::settle(const Parts& parts, std::uint32_t group, std::uint64_t most_states, Budget& budget,
                      Diagrams& diagrams) {
    const Key added = open(parts, group);
    Key mine;  // one, off every number of the group
    for (const Side& side : sides_) (side.slot.high ? mine.high : mine.low) |= std::uint64_t{1} << side.slot.shift;
    const std::uint32_t size = parts.members.length(group);
    const std::uint32_t base = diagrams.states() + keys_.size();
    const std::uint64_t mask = (std::uint64_t{1} << bits_) - 1;
    index_.clear();
    for (Key key : keys_) {
        if (budget.spend()) return Built::stopped;
        key.low += added.low;
        key.high += added.high;
        std::uint32_t least = 0, most = size;
        for (const Side& side : sides_) {
            const auto value =
                static_cast<std::uint32_t>((side.slot.high ? key.high : key.low) >> side.slot.shift & mask);
            most = std::min(most, value);
            if (value > side.left) least = std::max(least, value - side.left);
        }
        key.low -= least * mine.low;
        key.high -= least * mine.high;
        diagrams.fewest.push_back(least);
        for (std::uint32_t k = least; k <= most; ++k) {
            diagrams.next.push_back(base + index_.find(key));
            key.low -= mine.low;
            key.high -= mine.high;
        }
        diagrams.edge.push_back(diagrams.next.size());
    }
    if (index_.keys().empty()) return Built::contradictory;
    if (base - first_ + index_.keys().size() > most_states) return Built::too_wide;
    keys_.swap(index_.keys());
    close(parts, group);
    return Built::whole;
}

// Which numbers of mines each state can have behind it, and where their coefficients stand.
Built Builder::place_coefficients(std::uint64_t limit, Budget& budget, Diagrams& diagrams) {
    const std::uint32_t states = diagrams.states();
    diagrams.least.resize(states, none);
    diagrams.place.resize(states + 1);
    greatest_.assign(states - first_, 0);
    diagrams.least[first_] = 0;
    const std::uint64_t start = diagrams.place[first_];
    std::uint64_t at = start;
    for (std::uint32_t s = first_; s < states; ++s) {
        const std::uint32_t most = greatest_[s - first_];
        at += most - diagrams.least[s] + 1;
        if (at - start > limit || at > none) return Built::too_wide;
        if (s % states_between_polls == states_between_polls - 1 && budget.poll()) return Built::stopped;
        diagrams.place[s + 1] = at;
        std::uint32_t k = diagrams.fewest[s];
        for (std::uint32_t e = diagrams.edge[s]; e < diagrams.edge[s + 1]; ++e, ++k) {
            const std::uint32_t to = diagrams.next[e];
            diagrams.least[to] = std::min(diagrams.least[to], diagrams.least[s] + k);
            greatest_[to - first_] = std::max(greatest_[to - first_], most + k);
        }
    }
    return Built::whole;
}

void Diagrams::clear() {
    shrink(0, 0);
    parts.clear();
}

void Diagrams::shrink(std::uint32_t layers, std::uint32_t states_left) {
    group.resize(layers);
    cells.resize(layers);
    layer.resize(layers);
    fewest.resize(states_left);
    edge.resize(states_left + 1);
    next.resize(edge.back());
    least.resize(std::min<std::size_t>(least.size(), states_left));
    place.resize(std::min<std::size_t>(place.size(), states_left + 1));
}

}  // namespace passatempo::minesweeper
