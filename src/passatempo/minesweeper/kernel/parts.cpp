#include "parts.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <numeric>

namespace passatempo::minesweeper {

namespace {

std::uint64_t mixed(std::uint64_t word) {
    word *= 0x9E3779B97F4A7C15;
    return word ^ (word >> 29);
}

// Number the undecided variables by groups; variables with equal seers get equal numbers.
std::vector<std::uint32_t> group(const Frontier& frontier, std::uint32_t& groups, std::vector<std::uint32_t>& first) {
    const std::uint32_t variables = frontier.variables();
    std::vector<std::uint32_t> found(variables, none);
    const std::size_t slots = std::bit_ceil(std::size_t{2} * variables + 1);
    std::vector<std::uint32_t> table(slots, none);
    groups = 0;
    for (std::uint32_t v = 0; v < variables; ++v) {
        if (frontier.mark[v] != Mark::open) continue;
        const std::uint32_t *begin = frontier.seers.begin(v), *end = frontier.seers.end(v);
        std::uint64_t hash = 0;
        for (const std::uint32_t* number = begin; number != end; ++number) hash = mixed(hash + *number + 1);
        std::size_t at = hash >> 7 & (slots - 1);
        for (; table[at] != none; at = (at + 1) & (slots - 1)) {
            const std::uint32_t other = first[table[at]];
            if (std::equal(begin, end, frontier.seers.begin(other), frontier.seers.end(other))) break;
        }
        if (table[at] == none) {
            table[at] = groups++;
            first.push_back(v);
        }
        found[v] = table[at];
    }
    return found;
}

std::uint32_t root(std::vector<std::uint32_t>& parent, std::uint32_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

// Sort things by the class each belongs to, keeping their order; `none` belongs to no class.
Lists sorted_by(const std::vector<std::uint32_t>& classes, std::uint32_t number) {
    Lists lists;
    lists.start.assign(number + 1, 0);
    for (const std::uint32_t c : classes)
        if (c != none) ++lists.start[c + 1];
    for (std::uint32_t c = 0; c < number; ++c) lists.start[c + 1] += lists.start[c];
    lists.item.resize(lists.start.back());
    std::vector<std::uint32_t> at(lists.start.begin(), lists.start.end() - 1);
    for (std::uint32_t i = 0; i < classes.size(); ++i)
        if (classes[i] != none) lists.item[at[classes[i]]++] = i;
    return lists;
}

}  // namespace

std::uint32_t Parts::largest() const { return cells.empty() ? 0 : *std::max_element(cells.begin(), cells.end()); }

Parts split(const Frontier& frontier) {
    std::uint32_t groups = 0;
    std::vector<std::uint32_t> first;
    const std::vector<std::uint32_t> grouped = group(frontier, groups, first);

    const std::uint32_t all = frontier.seen.size();
    std::vector<std::uint32_t> parent(all);
    std::iota(parent.begin(), parent.end(), 0u);
    for (std::uint32_t g = 0; g < groups; ++g) {
        const std::uint32_t v = first[g], one = root(parent, *frontier.seers.begin(v));
        for (const std::uint32_t* number = frontier.seers.begin(v); number != frontier.seers.end(v); ++number)
            parent[root(parent, *number)] = one;
    }

    std::uint32_t number_of_parts = 0;
    std::vector<std::uint32_t> part_of_root(all, none), part_of_number(all, none), part_of_group(groups), local(all, none);
    for (std::uint32_t number = 0; number < all; ++number) {
        if (frontier.undecided[number] == 0) continue;
        std::uint32_t& part = part_of_root[root(parent, number)];
        if (part == none) part = number_of_parts++;
        part_of_number[number] = part;
    }
    for (std::uint32_t g = 0; g < groups; ++g) part_of_group[g] = part_of_number[*frontier.seers.begin(first[g])];

    Parts parts;
    parts.groups = sorted_by(part_of_group, number_of_parts);
    parts.numbers = sorted_by(part_of_number, number_of_parts);
    parts.members = sorted_by(grouped, groups);
    parts.cells.assign(number_of_parts, 0);
    for (std::uint32_t g = 0; g < groups; ++g) parts.cells[part_of_group[g]] += parts.members.length(g);
    parts.missing.reserve(parts.numbers.item.size());
    for (std::uint32_t p = 0; p < number_of_parts; ++p)
        for (const std::uint32_t* number = parts.numbers.begin(p); number != parts.numbers.end(p); ++number) {
            local[*number] = static_cast<std::uint32_t>(number - parts.numbers.begin(p));
            parts.missing.push_back(static_cast<std::uint32_t>(frontier.missing[*number]));
        }
    for (std::uint32_t g = 0; g < groups; ++g) {
        const std::uint32_t v = first[g];
        for (const std::uint32_t* number = frontier.seers.begin(v); number != frontier.seers.end(v); ++number)
            parts.touched.item.push_back(local[*number]);
        parts.touched.close();
    }
    return parts;
}

Network network_of(const Frontier& frontier, const Parts& parts, std::uint32_t part, std::uint32_t columns,
                   std::vector<std::uint32_t>& variables) {
    variables.clear();
    for (const std::uint32_t* g = parts.groups.begin(part); g != parts.groups.end(part); ++g)
        variables.insert(variables.end(), parts.members.begin(*g), parts.members.end(*g));
    std::sort(variables.begin(), variables.end(), [&](auto a, auto b) { return frontier.cell[a] < frontier.cell[b]; });
    std::vector<std::uint32_t> local(frontier.variables(), none);
    Network network;
    network.columns = columns;
    for (const std::uint32_t v : variables) {
        local[v] = network.variables();
        network.cell.push_back(frontier.cell[v]);
    }
    network.start.push_back(0);
    for (const std::uint32_t* number = parts.numbers.begin(part); number != parts.numbers.end(part); ++number) {
        for (const std::uint32_t* v = frontier.seen.begin(*number); v != frontier.seen.end(*number); ++v)
            if (frontier.mark[*v] == Mark::open) network.seen.push_back(local[*v]);
        network.start.push_back(static_cast<std::uint32_t>(network.seen.size()));
        network.missing.push_back(static_cast<std::uint16_t>(frontier.missing[*number]));
    }
    return network;
}

}  // namespace passatempo::minesweeper
