// States layer by layer, and the positions of their coefficients.
// Algorithm: top-down compilation of a decision diagram, states merged by hashing
#include "board/diagram.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

namespace passatempo::minesweeper {

namespace {

constexpr std::uint32_t states_between_polls = 1U << 14;

}  // namespace

void StateIndex::clear() {
    keys_.clear();
    hash_table_.clear();
}

std::uint32_t StateIndex::look_up(const StateKey& key) {
    const std::size_t mask = hash_table_.size() - 1;
    std::size_t at = hash(key) & mask;
    for (; hash_table_[at] != none; at = (at + 1) & mask)
        if (keys_[hash_table_[at]] == key) return hash_table_[at];
    const std::uint32_t fresh = keys_.size();
    hash_table_[at] = fresh;
    keys_.push_back(key);
    if (2 * keys_.size() > hash_table_.size()) rebuild();
    return fresh;
}

void StateIndex::rebuild() {
    hash_table_.assign(std::bit_ceil(4 * keys_.size()), none);
    const std::size_t mask = hash_table_.size() - 1;
    for (std::uint32_t i = 0; i < keys_.size(); ++i) {
        std::size_t at = hash(keys_[i]) & mask;
        while (hash_table_[at] != none) at = (at + 1) & mask;
        hash_table_[at] = i;
    }
}

BuildStatus DiagramBuilder::build(const Components& parts, std::uint32_t part, Reduction reduction, Budget& budget,
                                  Diagrams& diagrams) {
    first_state_ = diagrams.state_count();
    first_layer_ = diagrams.layer_start.size();
    BuildStatus build_status = build_layers(parts, part, reduction, budget, diagrams);
    if (build_status == BuildStatus::complete && reduction.has_coefficients)
        build_status = place_coefficients(reduction.state_limit, budget, diagrams);
    if (build_status != BuildStatus::complete) diagrams.shrink(first_layer_, first_state_);
    const std::uint32_t layers = diagrams.layer_start.size() - first_layer_;
    diagrams.parts.push_back(
        {first_layer_, layers, first_state_, layers == 0 ? first_state_ : diagrams.state_count() - 1});
    return build_status;
}

void DiagramBuilder::start_component(const Components& parts, std::uint32_t part) {
    const std::uint32_t numbers = parts.numbers.length(part);
    missing_mines_ = parts.missing_mines.data() + parts.numbers.start[part];
    field_bits_ = std::bit_width(*std::max_element(missing_mines_, missing_mines_ + numbers));
    per_half_ = 64 / field_bits_;
    cells_left_.assign(numbers, 0);
    number_slots_.resize(numbers);
    has_slot_.assign(numbers, 0);
    free_slots_.clear();
    for (unsigned i = std::min(2 * per_half_, numbers); i-- > 0;)
        free_slots_.push_back({i % per_half_ * field_bits_, i >= per_half_});
    for (const std::uint32_t* g = parts.groups.begin(part); g != parts.groups.end(part); ++g)
        for (const std::uint32_t* n = parts.scopes.begin(*g); n != parts.scopes.end(*g); ++n)
            cells_left_[*n] += parts.members.length(*g);
}

BuildStatus DiagramBuilder::build_layers(const Components& parts, std::uint32_t part, Reduction reduction,
                                         Budget& budget, Diagrams& diagrams) {
    start_component(parts, part);
    const std::vector<std::uint32_t>& order = orders_.find_order(parts, part, 2 * per_half_, budget);
    if (budget.stop() != Stop::done) return BuildStatus::stopped;
    if (order.empty()) return BuildStatus::too_wide;
    layer_keys_.assign(1, StateKey{});
    for (const std::uint32_t g : order) {
        const std::uint32_t group = parts.groups.begin(part)[g];
        diagrams.layer_group.push_back(group);
        diagrams.layer_cells.push_back(parts.members.length(group));
        diagrams.layer_start.push_back(diagrams.state_count());
        const BuildStatus layer_status = expand_layer(parts, group, reduction.state_limit, budget, diagrams);
        if (layer_status != BuildStatus::complete) return layer_status;
    }
    assert(layer_keys_.size() == 1 && layer_keys_[0] == StateKey{});
    diagrams.edge_start.push_back(diagrams.edge_start.back());  // the last state has no edges
    diagrams.first_edge_mines.push_back(0);
    return BuildStatus::complete;
}

// Gives the new numbers of a group a slot, and returns what they add to every key.
StateKey DiagramBuilder::open_slots(const Components& parts, std::uint32_t group) {
    StateKey key_increment;
    sides_.clear();
    for (const std::uint32_t* n = parts.scopes.begin(group); n != parts.scopes.end(group); ++n) {
        if (!has_slot_[*n]) {
            has_slot_[*n] = 1;
            number_slots_[*n] = free_slots_.back();
            free_slots_.pop_back();
            (number_slots_[*n].high ? key_increment.high : key_increment.low) |= std::uint64_t{missing_mines_[*n]}
                                                                                 << number_slots_[*n].shift;
        }
        cells_left_[*n] -= parts.members.length(group);
        sides_.push_back({number_slots_[*n], cells_left_[*n]});
    }
    return key_increment;
}

// Frees the slots of completed numbers, which are 0 in every state.
void DiagramBuilder::release_slots(const Components& parts, std::uint32_t group) {
    for (const std::uint32_t* n = parts.scopes.begin(group); n != parts.scopes.end(group); ++n)
        if (cells_left_[*n] == 0) free_slots_.push_back(number_slots_[*n]);
}

// Builds the next layer by putting every possible number of mines into the group.
BuildStatus DiagramBuilder::expand_layer(const Components& parts, std::uint32_t group, std::uint64_t state_limit,
                                         Budget& budget, Diagrams& diagrams) {
    const StateKey key_increment = open_slots(parts, group);
    StateKey mine;  // one mine in every number of the group
    for (const Side& side : sides_) (side.slot.high ? mine.high : mine.low) |= std::uint64_t{1} << side.slot.shift;
    const std::uint32_t size = parts.members.length(group);
    const std::uint32_t base = diagrams.state_count() + layer_keys_.size();
    const std::uint64_t mask = (std::uint64_t{1} << field_bits_) - 1;
    index_.clear();
    for (StateKey key : layer_keys_) {
        if (budget.spend()) return BuildStatus::stopped;
        key.low += key_increment.low;
        key.high += key_increment.high;
        std::uint32_t min_mines = 0, max_mines = size;
        for (const Side& side : sides_) {
            const auto missing_mines =
                static_cast<std::uint32_t>((side.slot.high ? key.high : key.low) >> side.slot.shift & mask);
            max_mines = std::min(max_mines, missing_mines);
            if (missing_mines > side.cells_left) min_mines = std::max(min_mines, missing_mines - side.cells_left);
        }
        key.low -= min_mines * mine.low;
        key.high -= min_mines * mine.high;
        diagrams.first_edge_mines.push_back(min_mines);
        for (std::uint32_t k = min_mines; k <= max_mines; ++k) {
            diagrams.edge_target.push_back(base + index_.find_or_add(key));
            key.low -= mine.low;
            key.high -= mine.high;
        }
        diagrams.edge_start.push_back(diagrams.edge_target.size());
    }
    if (index_.keys().empty()) return BuildStatus::contradictory;
    if (base - first_state_ + index_.keys().size() > state_limit) return BuildStatus::too_wide;
    layer_keys_.swap(index_.keys());
    release_slots(parts, group);
    return BuildStatus::complete;
}

// Computes the range of mines with which each state is reached, and the offset of its coefficients.
BuildStatus DiagramBuilder::place_coefficients(std::uint64_t limit, Budget& budget, Diagrams& diagrams) {
    const std::uint32_t states = diagrams.state_count();
    diagrams.min_mines.resize(states, none);
    diagrams.coefficient_start.resize(states + 1);
    max_mines_.assign(states - first_state_, 0);
    diagrams.min_mines[first_state_] = 0;
    const std::uint64_t start = diagrams.coefficient_start[first_state_];
    std::uint64_t at = start;
    for (std::uint32_t s = first_state_; s < states; ++s) {
        const std::uint32_t max_mines = max_mines_[s - first_state_];
        at += max_mines - diagrams.min_mines[s] + 1;
        if (at - start > limit || at > none) return BuildStatus::too_wide;
        if (s % states_between_polls == states_between_polls - 1 && budget.poll()) return BuildStatus::stopped;
        diagrams.coefficient_start[s + 1] = at;
        std::uint32_t k = diagrams.first_edge_mines[s];
        for (std::uint32_t e = diagrams.edge_start[s]; e < diagrams.edge_start[s + 1]; ++e, ++k) {
            const std::uint32_t to = diagrams.edge_target[e];
            diagrams.min_mines[to] = std::min(diagrams.min_mines[to], diagrams.min_mines[s] + k);
            max_mines_[to - first_state_] = std::max(max_mines_[to - first_state_], max_mines + k);
        }
    }
    return BuildStatus::complete;
}

void Diagrams::clear() {
    shrink(0, 0);
    parts.clear();
}

void Diagrams::shrink(std::uint32_t layers, std::uint32_t states_left) {
    layer_group.resize(layers);
    layer_cells.resize(layers);
    layer_start.resize(layers);
    first_edge_mines.resize(states_left);
    edge_start.resize(states_left + 1);
    edge_target.resize(edge_start.back());
    min_mines.resize(std::min<std::size_t>(min_mines.size(), states_left));
    coefficient_start.resize(std::min<std::size_t>(coefficient_start.size(), states_left + 1));
}

}  // namespace passatempo::minesweeper
