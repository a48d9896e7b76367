// Looking around every number, and settling cells until nothing follows.
// Algorithm: unit propagation over single numbers
// Twin: minesweeper/reference.py
#include "board/frontier.hpp"

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

void Frontier::cover(const Surface& surface, const std::uint8_t* cells) {
    covered = 0;
    fate.assign(surface.places(), Fate::opened);
    for (std::uint32_t row = 0; row < surface.rows(); ++row) {
        Fate* to = fate.data() + surface.place(row, 0);
        const std::uint8_t* code = cells + std::size_t{row} * surface.columns();
        for (std::uint32_t column = 0; column < surface.columns(); ++column) {
            const bool is = is_covered(code[column]);
            to[column] = static_cast<Fate>(is);
            covered += is;
        }
    }
}

// Look around every number; false if one sees too few covered cells. Which cells are numbers, and which of them settle
// others, is hard to foresee: hence no branches.
bool Frontier::look(const Surface& surface, const std::uint8_t* cells, Budget& budget) {
    need_.assign(surface.places(), Need{});
    near_.assign(surface.places(), 0);
    surface.sum_around(reinterpret_cast<const std::uint8_t*>(fate.data()), near_.data(), budget);
    numbers_.resize(surface.places());
    queue_.resize(surface.places());
    Need* const needs = need_.data();
    const std::uint8_t* const near = near_.data();
    std::uint32_t* const numbers = numbers_.data();
    std::size_t listed = 0;
    bool holds = true;
    const std::uint8_t* code = cells;
    for (std::uint32_t row = 0; row < surface.rows() && budget.stop() == Stop::done; ++row) {
        std::uint32_t place = surface.place(row, 0);
        for (const std::uint8_t* end = code + surface.columns(); code != end; ++code, ++place) {
            const unsigned value = *code, number = near[place];
            holds &= (value >= unknown) | (value <= number);
            needs[place] = {static_cast<std::uint16_t>(value), static_cast<std::uint16_t>(number - value)};
            numbers[listed] = place;
            listed += (value < unknown) & (number != 0);
        }
    }
    numbers_.resize(listed);
    queued_ = 0;
    for (const std::uint32_t place : numbers_) {
        queue_[queued_] = place;
        queued_ += (needs[place].mines == 0) | (needs[place].free == 0);
    }
    return holds;
}

// Write down the undecided places around one, and say how many there are.
std::size_t Frontier::undecided_around(const Surface& surface, std::uint32_t place, std::uint32_t* near) const {
    const Fate* const fates = fate.data();
    std::size_t number = 0;
    surface.around(place, [&](std::uint32_t other) {
        near[number] = other;  // without a branch: which cells are undecided is hard to foresee
        number += is_undecided(fates[other]);
    });
    return number;
}

// Settle a cell; false if a number that sees it cannot hold any more.
bool Frontier::decide(const Surface& surface, std::uint32_t place, bool is_mine) {
    fate[place] = is_mine ? Fate::mine : Fate::safe;
    ++(is_mine ? mines : safe);
    std::uint16_t Need::* const kind = is_mine ? &Need::mines : &Need::free;
    Need* const needs = need_.data();
    std::uint32_t* const queue = queue_.data();
    std::size_t queued = queued_;
    bool holds = true;
    surface.seers(place, [&](std::uint32_t number) {
        Need& need = needs[number];
        const unsigned left = --(need.*kind);
        holds &= left != Need::below;
        queue[queued] = number;  // each once, when the first of its two needs is met
        queued += (left == 0) & (need.mines + need.free != 0);
    });
    queued_ = queued;
    return holds;
}

bool Frontier::settle(const Surface& surface, const std::uint8_t* cells, std::uint32_t claimed, Budget& budget) {
    safe = mines = 0;
    const bool large = surface.places() > between_polls;  // smaller boards are done before the clock is worth a look
    if (large && (budget.poll() || !budget.room_for(bytes_of_place * surface.places()))) return false;
    cover(surface, cells);
    if (!look(surface, cells, budget) || (large && budget.poll())) return false;
    if (claimed != none && !decide(surface, surface.place(claimed), true)) return false;
    std::uint32_t near[most_neighbours];
    for (std::size_t at = 0; at < queued_; ++at) {
        if (at % between_polls == between_polls - 1 && budget.poll()) return false;
        const std::uint32_t place = queue_[at];
        const Need need = need_[place];
        if (need.mines == 0 && need.free == 0) continue;  // others settled its cells meanwhile
        const std::size_t number = undecided_around(surface, place, near);
        for (std::size_t i = 0; i < number; ++i)
            if (!decide(surface, near[i], need.mines != 0)) return false;
    }
    if (large && !budget.room_for(bytes_of_number * numbers_.size())) return false;
    list(surface, budget);
    return budget.stop() == Stop::done;
}

// Number the variables, and list them by the numbers that are left.
void Frontier::list(const Surface& surface, Budget& budget) {
    cell.clear();
    seen.clear();
    missing.clear();
    variable_.resize(surface.places());
    std::uint32_t near[most_neighbours];
    std::size_t listed = 0;
    for (const std::uint32_t place : numbers_) {
        if (++listed % between_polls == 0 && budget.poll()) return;
        if (need_[place].mines == 0) continue;
        const std::size_t number = undecided_around(surface, place, near);
        for (std::size_t i = 0; i < number; ++i) {
            if (fate[near[i]] == Fate::lonely) {
                fate[near[i]] = Fate::open;
                variable_[near[i]] = variables();
                cell.push_back(surface.cell(near[i]));
            }
            seen.item.push_back(variable_[near[i]]);
        }
        seen.close();
        missing.push_back(need_[place].mines);
    }
    transpose(seen, variables(), seers);
}

}  // namespace passatempo::minesweeper
