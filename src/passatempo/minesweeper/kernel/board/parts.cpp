// Groups by the hash of their numbers, parts by the numbers they share.
// Algorithm: partition refinement by hashing, union-find with path halving (Tarjan and van Leeuwen 1984)
// Twin: minesweeper/reference.py
#include "board/parts.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace passatempo::minesweeper {

namespace {

constexpr std::uint32_t cells_between_polls = 1U << 14;

std::uint64_t mixed(std::uint64_t word) {
    word *= 0x9E3779B97F4A7C15;
    return word ^ (word >> 29);
}

std::uint32_t root(std::vector<std::uint32_t>& parent, std::uint32_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

// Sort things by the class each belongs to, keeping their order.
void sort_by(const std::vector<std::uint32_t>& classes, std::uint32_t number, Lists& lists) {
    // Entry c + 1 is where the next item of class c goes; in the end it is where the class ends.
    lists.start.assign(number + 2, 0);
    for (const std::uint32_t c : classes) ++lists.start[c + 2];
    for (std::uint32_t c = 0; c < number; ++c) lists.start[c + 2] += lists.start[c + 1];
    lists.item.resize(lists.start.back());
    for (std::uint32_t i = 0; i < classes.size(); ++i) lists.item[lists.start[classes[i] + 1]++] = i;
    lists.start.pop_back();
}

}  // namespace

// Number the variables by groups; those with equal seers get equal numbers.
std::uint32_t Parts::group(const Frontier& frontier, Budget& budget) {
    const std::uint32_t variables = frontier.variables();
    const std::size_t slots = std::bit_ceil(std::size_t{2} * variables + 1);
    group_of_.resize(variables);
    table_.assign(slots, none);
    first_.clear();
    for (std::uint32_t v = 0; v < variables; ++v) {
        if (v % cells_between_polls == cells_between_polls - 1 && budget.poll()) break;
        const std::uint32_t *begin = frontier.seers.begin(v), *end = frontier.seers.end(v);
        std::uint64_t hash = 0;
        for (const std::uint32_t* number = begin; number != end; ++number) hash = mixed(hash + *number + 1);
        std::size_t at = hash >> 7 & (slots - 1);
        for (; table_[at] != none; at = (at + 1) & (slots - 1)) {
            const std::uint32_t other = first_[table_[at]];
            if (std::equal(begin, end, frontier.seers.begin(other), frontier.seers.end(other))) break;
        }
        if (table_[at] == none) {
            table_[at] = first_.size();
            first_.push_back(v);
        }
        group_of_[v] = table_[at];
    }
    return first_.size();
}

void Parts::split(const Frontier& frontier, Budget& budget) {
    const std::uint32_t number_of_groups = group(frontier, budget), all = frontier.seen.size();
    const bool large = all > cells_between_polls;
    if (budget.stop() != Stop::done) return;
    parent_.resize(all);
    std::iota(parent_.begin(), parent_.end(), 0u);
    for (const std::uint32_t v : first_) {
        const std::uint32_t one = root(parent_, *frontier.seers.begin(v));
        for (const std::uint32_t* number = frontier.seers.begin(v); number != frontier.seers.end(v); ++number)
            parent_[root(parent_, *number)] = one;
    }

    if (large && budget.poll()) return;
    std::uint32_t number_of_parts = 0;
    part_of_root_.assign(all, none);
    part_of_.resize(all);
    for (std::uint32_t number = 0; number < all; ++number) {
        std::uint32_t& part = part_of_root_[root(parent_, number)];
        if (part == none) part = number_of_parts++;
        part_of_[number] = part;
    }
    part_of_group_.resize(number_of_groups);
    for (std::uint32_t g = 0; g < number_of_groups; ++g) part_of_group_[g] = part_of_[*frontier.seers.begin(first_[g])];

    if (large && budget.poll()) return;
    sort_by(part_of_group_, number_of_parts, groups);
    sort_by(part_of_, number_of_parts, numbers);
    sort_by(group_of_, number_of_groups, members);
    cells.assign(number_of_parts, 0);
    for (std::uint32_t g = 0; g < number_of_groups; ++g) cells[part_of_group_[g]] += members.length(g);
    if (large && budget.poll()) return;
    local_.resize(all);
    missing.clear();
    for (std::uint32_t p = 0; p < number_of_parts; ++p)
        for (const std::uint32_t* number = numbers.begin(p); number != numbers.end(p); ++number) {
            local_[*number] = number - numbers.begin(p);
            missing.push_back(frontier.missing[*number]);
        }
    touched.clear();
    for (const std::uint32_t v : first_) {
        for (const std::uint32_t* number = frontier.seers.begin(v); number != frontier.seers.end(v); ++number)
            touched.item.push_back(local_[*number]);
        touched.close();
    }
}

}  // namespace passatempo::minesweeper
