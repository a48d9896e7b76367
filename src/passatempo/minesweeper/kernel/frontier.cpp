#include "frontier.hpp"

namespace passatempo::minesweeper {

void transpose(const Lists& lists, std::uint32_t things, Lists& turned) {
    // Entry i + 1 is where the next item of list i goes; in the end it is where list i ends.
    turned.start.assign(things + 2, 0);
    for (const std::uint32_t thing : lists.item) ++turned.start[thing + 2];
    for (std::uint32_t thing = 0; thing < things; ++thing) turned.start[thing + 2] += turned.start[thing + 1];
    turned.item.resize(lists.item.size());
    for (std::uint32_t i = 0; i < lists.size(); ++i)
        for (const std::uint32_t* thing = lists.begin(i); thing != lists.end(i); ++thing)
            turned.item[turned.start[*thing + 1]++] = i;
    turned.start.pop_back();
}

// Take the cells around a number, those that are covered; false if they are too few for it.
template <class Around>
bool Frontier::take(std::uint8_t value, const std::uint8_t* cells, Around around) {
    std::uint32_t near[most_neighbours];
    std::size_t number = 0;
    around([&](std::uint32_t other) {
        near[number] = other;  // without a branch: which cells are covered is hard to foresee
        number += is_covered(cells[other]);
    });
    if (number == 0) return value == 0;
    const std::size_t before = seen.item.size();
    seen.item.resize(before + number);
    std::uint32_t *item = seen.item.data() + before, *variable = variable_.data();
    for (std::size_t i = 0; i < number; ++i) {
        if (variable[near[i]] == none) {
            variable[near[i]] = variables();
            cell.push_back(near[i]);
        }
        item[i] = variable[near[i]];
    }
    seen.close();
    undecided.push_back(static_cast<std::uint32_t>(number));
    missing.push_back(value);
    return value <= number;
}

bool Frontier::look(const Surface& surface, const std::uint8_t* cells, std::uint32_t claimed) {
    covered = mines = 0;
    cell.clear();
    seen.clear();
    missing.clear();
    undecided.clear();
    variable_.assign(surface.size(), none);
    const std::uint8_t* code = cells;
    for (int row = 0; row < static_cast<int>(surface.rows()); ++row)
        for (int column = 0; column < static_cast<int>(surface.columns()); ++column, ++code) {
            covered += is_covered(*code);
            if (*code >= unknown) continue;
            if (!take(*code, cells, [&](auto visit) { surface.around(row, column, visit); })) return false;
        }
    if (claimed != none) take(1, cells, [&](auto visit) { visit(claimed); });  // as if a number saw it alone
    transpose(seen, variables(), seers);
    mark.assign(variables(), Mark::open);
    return true;
}

bool Frontier::settle() {
    queue_.clear();
    const auto ready = [&](std::uint32_t number) {
        return undecided[number] != 0 && (missing[number] == 0 || missing[number] == static_cast<std::int32_t>(undecided[number]));
    };
    for (std::uint32_t number = 0; number < seen.size(); ++number)
        if (ready(number)) queue_.push_back(number);
    for (std::size_t at = 0; at < queue_.size(); ++at) {
        const std::uint32_t number = queue_[at];
        if (undecided[number] == 0) continue;  // others settled its variables meanwhile
        const Mark settled = missing[number] == 0 ? Mark::safe : Mark::mine;
        for (const std::uint32_t* v = seen.begin(number); v != seen.end(number); ++v) {
            if (mark[*v] != Mark::open) continue;
            mark[*v] = settled;
            mines += settled == Mark::mine;
            for (const std::uint32_t* other = seers.begin(*v); other != seers.end(*v); ++other) {
                --undecided[*other];
                missing[*other] -= settled == Mark::mine;
                if (missing[*other] < 0 || missing[*other] > static_cast<std::int32_t>(undecided[*other])) return false;
                if (ready(*other)) queue_.push_back(*other);
            }
        }
    }
    return true;
}

}  // namespace passatempo::minesweeper
