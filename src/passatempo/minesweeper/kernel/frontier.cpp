#include "frontier.hpp"

namespace passatempo::minesweeper {

Lists transposed(const Lists& lists, std::uint32_t things) {
    Lists turned;
    turned.start.assign(things + 1, 0);
    for (const std::uint32_t thing : lists.item) ++turned.start[thing + 1];
    for (std::uint32_t thing = 0; thing < things; ++thing) turned.start[thing + 1] += turned.start[thing];
    turned.item.resize(lists.item.size());
    std::vector<std::uint32_t> at(turned.start.begin(), turned.start.end() - 1);
    for (std::uint32_t i = 0; i < lists.size(); ++i)
        for (const std::uint32_t* thing = lists.begin(i); thing != lists.end(i); ++thing) turned.item[at[*thing]++] = i;
    return turned;
}

bool look(const Surface& surface, const std::uint8_t* cells, std::uint32_t claimed, Frontier& frontier) {
    const std::uint32_t size = surface.rows() * surface.columns();
    std::vector<std::uint32_t> variable(size, none);
    const auto see = [&](std::uint32_t cell) {
        if (variable[cell] == none) {
            variable[cell] = frontier.variables();
            frontier.cell.push_back(cell);
        }
        frontier.seen.item.push_back(variable[cell]);
    };
    const auto close = [&](std::uint32_t value) {
        frontier.undecided.push_back(static_cast<std::uint32_t>(frontier.seen.item.size()) - frontier.seen.start.back());
        frontier.missing.push_back(static_cast<std::int32_t>(value));
        frontier.seen.close();
        return value <= frontier.undecided.back();
    };
    for (std::uint32_t cell = 0; cell < size; ++cell) {
        if (is_covered(cells[cell])) ++frontier.covered;
        if (cells[cell] >= unknown) continue;
        surface.around(cell, [&](std::uint32_t other) {
            if (is_covered(cells[other])) see(other);
        });
        if (frontier.seen.item.size() == frontier.seen.start.back()) {
            if (cells[cell] != 0) return false;
        } else if (!close(cells[cell])) {
            return false;
        }
    }
    if (claimed != none) {  // as if a number saw this cell alone
        see(claimed);
        close(1);
    }
    frontier.seers = transposed(frontier.seen, frontier.variables());
    frontier.mark.assign(frontier.variables(), Mark::open);
    return true;
}

bool Frontier::settle() {
    std::vector<std::uint32_t> queue;
    const auto ready = [&](std::uint32_t number) {
        return undecided[number] != 0 && (missing[number] == 0 || missing[number] == static_cast<std::int32_t>(undecided[number]));
    };
    for (std::uint32_t number = 0; number < seen.size(); ++number)
        if (ready(number)) queue.push_back(number);
    for (std::size_t at = 0; at < queue.size(); ++at) {
        const std::uint32_t number = queue[at];
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
                if (ready(*other)) queue.push_back(*other);
            }
        }
    }
    return true;
}

}  // namespace passatempo::minesweeper
