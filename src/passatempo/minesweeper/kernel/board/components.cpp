// Groups by the hash of their numbers, and parts by shared numbers.
// Algorithm: partition refinement by hashing, union-find with path halving (Tarjan and van Leeuwen 1984)
// Twin: minesweeper/reference.py
#include "board/components.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace passatempo::minesweeper {

namespace {

constexpr std::uint32_t cells_between_polls = 1U << 14;

std::uint64_t mix_hash(std::uint64_t word) {
    word *= 0x9E3779B97F4A7C15;
    return word ^ (word >> 29);
}

std::uint32_t find_root(std::vector<std::uint32_t>& parent, std::uint32_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

// Sorts items by class, stably.
void sort_by(const std::vector<std::uint32_t>& classes, std::uint32_t number, SparseLists& lists) {
    // Entry c + 1 is the insertion point of class c, and in the end its upper bound.
    lists.start.assign(number + 2, 0);
    for (const std::uint32_t c : classes) ++lists.start[c + 2];
    for (std::uint32_t c = 0; c < number; ++c) lists.start[c + 2] += lists.start[c + 1];
    lists.indices.resize(lists.start.back());
    for (std::uint32_t i = 0; i < classes.size(); ++i) lists.indices[lists.start[classes[i] + 1]++] = i;
    lists.start.pop_back();
}

}  // namespace

// Numbers the variables by group. Variables with equal observers share a group.
std::uint32_t Components::group_cells(const Frontier& frontier, Budget& budget) {
    const std::uint32_t variables = frontier.variables();
    const std::size_t slots = std::bit_ceil(std::size_t{2} * variables + 1);
    group_of_.resize(variables);
    hash_table_.assign(slots, none);
    group_leaders_.clear();
    for (std::uint32_t v = 0; v < variables; ++v) {
        if (v % cells_between_polls == cells_between_polls - 1 && budget.poll()) break;
        const std::uint32_t *first_constraint = frontier.constraints.begin(v), *end = frontier.constraints.end(v);
        std::uint64_t hash = 0;
        for (const std::uint32_t* number = first_constraint; number != end; ++number)
            hash = mix_hash(hash + *number + 1);
        std::size_t at = hash >> 7 & (slots - 1);
        for (; hash_table_[at] != none; at = (at + 1) & (slots - 1)) {
            const std::uint32_t other = group_leaders_[hash_table_[at]];
            if (std::equal(first_constraint, end, frontier.constraints.begin(other), frontier.constraints.end(other)))
                break;
        }
        if (hash_table_[at] == none) {
            hash_table_[at] = group_leaders_.size();
            group_leaders_.push_back(v);
        }
        group_of_[v] = hash_table_[at];
    }
    return group_leaders_.size();
}

void Components::split_frontier(const Frontier& frontier, Budget& budget) {
    const std::uint32_t number_of_groups = group_cells(frontier, budget), number_count = frontier.neighbours.size();
    const bool large = number_count > cells_between_polls;
    if (budget.stop() != Stop::done) return;
    number_parents_.resize(number_count);
    std::iota(number_parents_.begin(), number_parents_.end(), 0u);
    for (const std::uint32_t v : group_leaders_) {
        const std::uint32_t root_number = find_root(number_parents_, *frontier.constraints.begin(v));
        for (const std::uint32_t* number = frontier.constraints.begin(v); number != frontier.constraints.end(v);
             ++number)
            number_parents_[find_root(number_parents_, *number)] = root_number;
    }

    if (large && budget.poll()) return;
    std::uint32_t number_of_parts = 0;
    part_of_root_.assign(number_count, none);
    part_of_.resize(number_count);
    for (std::uint32_t number = 0; number < number_count; ++number) {
        std::uint32_t& part = part_of_root_[find_root(number_parents_, number)];
        if (part == none) part = number_of_parts++;
        part_of_[number] = part;
    }
    part_of_group_.resize(number_of_groups);
    for (std::uint32_t g = 0; g < number_of_groups; ++g)
        part_of_group_[g] = part_of_[*frontier.constraints.begin(group_leaders_[g])];

    if (large && budget.poll()) return;
    sort_by(part_of_group_, number_of_parts, groups);
    sort_by(part_of_, number_of_parts, numbers);
    sort_by(group_of_, number_of_groups, members);
    cell_counts.assign(number_of_parts, 0);
    for (std::uint32_t g = 0; g < number_of_groups; ++g) cell_counts[part_of_group_[g]] += members.length(g);
    if (large && budget.poll()) return;
    local_numbers_.resize(number_count);
    missing_mines.clear();
    for (std::uint32_t p = 0; p < number_of_parts; ++p)
        for (const std::uint32_t* number = numbers.begin(p); number != numbers.end(p); ++number) {
            local_numbers_[*number] = number - numbers.begin(p);
            missing_mines.push_back(frontier.missing_mines[*number]);
        }
    scopes.clear();
    for (const std::uint32_t v : group_leaders_) {
        for (const std::uint32_t* number = frontier.constraints.begin(v); number != frontier.constraints.end(v);
             ++number)
            scopes.indices.push_back(local_numbers_[*number]);
        scopes.close();
    }
}

}  // namespace passatempo::minesweeper
