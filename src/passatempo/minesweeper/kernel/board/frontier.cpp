// Counts around every number, then unit propagation to a fixed point.
// Algorithm: unit propagation over single numbers
// Twin: minesweeper/reference.py
#include "board/frontier.hpp"

namespace passatempo::minesweeper {

void transpose(const SparseLists& row_lists, std::uint32_t column_count, SparseLists& column_lists) {
    // Entry i + 1 is the insertion point of list i, and in the end its upper bound.
    column_lists.start.assign(column_count + 2, 0);
    for (const std::uint32_t column : row_lists.indices) ++column_lists.start[column + 2];
    for (std::uint32_t column = 0; column < column_count; ++column)
        column_lists.start[column + 2] += column_lists.start[column + 1];
    column_lists.indices.resize(row_lists.indices.size());
    for (std::uint32_t i = 0; i < row_lists.size(); ++i)
        for (const std::uint32_t* column = row_lists.begin(i); column != row_lists.end(i); ++column)
            column_lists.indices[column_lists.start[*column + 1]++] = i;
    column_lists.start.pop_back();
}

void Frontier::load_cells(const Surface& surface, const std::uint8_t* cells) {
    closed_cells = 0;
    cell_states.assign(surface.places(), CellState::opened);
    for (std::uint32_t row = 0; row < surface.rows(); ++row) {
        CellState* to = cell_states.data() + surface.place(row, 0);
        const std::uint8_t* code = cells + std::size_t{row} * surface.columns();
        for (std::uint32_t column = 0; column < surface.columns(); ++column) {
            const bool is = is_covered(code[column]);
            to[column] = static_cast<CellState>(is);
            closed_cells += is;
        }
    }
}

// Counts around every number, and returns false if one sees too few covered cells. The code has no branches because
// the kind of a cell is hard to predict.
bool Frontier::propagate_numbers(const Surface& surface, const std::uint8_t* cells, Budget& budget) {
    place_slacks_.assign(surface.places(), Slack{});
    near_counts_.assign(surface.places(), 0);
    surface.sum_neighbours(reinterpret_cast<const std::uint8_t*>(cell_states.data()), near_counts_.data(), budget);
    numbers_.resize(surface.places());
    queue_.resize(surface.places());
    Slack* const needs = place_slacks_.data();
    const std::uint8_t* const near = near_counts_.data();
    std::uint32_t* const numbers = numbers_.data();
    std::size_t number_count = 0;
    bool holds = true;
    const std::uint8_t* code = cells;
    for (std::uint32_t row = 0; row < surface.rows() && budget.stop() == Stop::done; ++row) {
        std::uint32_t place = surface.place(row, 0);
        for (const std::uint8_t* end = code + surface.columns(); code != end; ++code, ++place) {
            const unsigned cell_code = *code, near_count = near[place];
            holds &= (cell_code >= unknown) | (cell_code <= near_count);
            needs[place] = {static_cast<std::uint16_t>(cell_code), static_cast<std::uint16_t>(near_count - cell_code)};
            numbers[number_count] = place;
            number_count += (cell_code < unknown) & (near_count != 0);
        }
    }
    numbers_.resize(number_count);
    queue_end_ = 0;
    for (const std::uint32_t place : numbers_) {
        queue_[queue_end_] = place;
        queue_end_ += (needs[place].mines == 0) | (needs[place].free == 0);
    }
    return holds;
}

// Stores the undecided places around a number and returns how many there are.
std::size_t Frontier::open_neighbours(const Surface& surface, std::uint32_t place, std::uint32_t* near) const {
    const CellState* const fates = cell_states.data();
    std::size_t number = 0;
    surface.for_each_neighbour(place, [&](std::uint32_t other) {
        near[number] = other;  // no branch, because undecided cells are hard to predict
        number += is_undecided(fates[other]);
    });
    return number;
}

// Assigns a cell, and returns false if this makes a number impossible.
bool Frontier::assign_cell(const Surface& surface, std::uint32_t place, bool is_mine) {
    cell_states[place] = is_mine ? CellState::mine : CellState::safe;
    ++(is_mine ? mines : safe);
    std::uint16_t Slack::* const kind = is_mine ? &Slack::mines : &Slack::free;
    Slack* const needs = place_slacks_.data();
    std::uint32_t* const queue = queue_.data();
    std::size_t queue_end = queue_end_;
    bool holds = true;
    surface.for_each_observer(place, [&](std::uint32_t number) {
        Slack& need = needs[number];
        const unsigned left = --(need.*kind);
        holds &= left != Slack::below;
        queue[queue_end] = number;  // queued once, when the first of its two slacks reaches 0
        queue_end += (left == 0) & (need.mines + need.free != 0);
    });
    queue_end_ = queue_end;
    return holds;
}

bool Frontier::propagate(const Surface& surface, const std::uint8_t* cells, std::uint32_t claim_cell, Budget& budget) {
    safe = mines = 0;
    const bool large = surface.places() > poll_interval;  // smaller boards finish before a clock check pays
    if (large && (budget.poll() || !budget.room_for(bytes_of_place * surface.places()))) return false;
    load_cells(surface, cells);
    if (!propagate_numbers(surface, cells, budget) || (large && budget.poll())) return false;
    if (claim_cell != none && !assign_cell(surface, surface.place(claim_cell), true)) return false;
    std::uint32_t near[most_neighbours];
    for (std::size_t at = 0; at < queue_end_; ++at) {
        if (at % poll_interval == poll_interval - 1 && budget.poll()) return false;
        const std::uint32_t place = queue_[at];
        const Slack need = place_slacks_[place];
        if (need.mines == 0 && need.free == 0) continue;  // its cells were assigned meanwhile
        const std::size_t number = open_neighbours(surface, place, near);
        for (std::size_t i = 0; i < number; ++i)
            if (!assign_cell(surface, near[i], need.mines != 0)) return false;
    }
    if (large && !budget.room_for(bytes_of_number * numbers_.size())) return false;
    list_variables(surface, budget);
    return budget.stop() == Stop::done;
}

// Numbers the variables and lists them by the remaining numbers.
void Frontier::list_variables(const Surface& surface, Budget& budget) {
    variable_cells.clear();
    neighbours.clear();
    missing_mines.clear();
    place_variables_.resize(surface.places());
    std::uint32_t near[most_neighbours];
    std::size_t number_count = 0;
    for (const std::uint32_t place : numbers_) {
        if (++number_count % poll_interval == 0 && budget.poll()) return;
        if (place_slacks_[place].mines == 0) continue;
        const std::size_t number = open_neighbours(surface, place, near);
        for (std::size_t i = 0; i < number; ++i) {
            if (cell_states[near[i]] == CellState::lonely) {
                cell_states[near[i]] = CellState::open;
                place_variables_[near[i]] = variables();
                variable_cells.push_back(surface.cell(near[i]));
            }
            neighbours.indices.push_back(place_variables_[near[i]]);
        }
        neighbours.close();
        missing_mines.push_back(place_slacks_[place].mines);
    }
    transpose(neighbours, variables(), constraints);
}

}  // namespace passatempo::minesweeper
