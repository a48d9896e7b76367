// A number is queued while it misses no mine or no free cell.
#include "play/knowledge.hpp"

#include <algorithm>

namespace passatempo::minesweeper::play {

Neighbourhoods::Neighbourhoods(const Surface& surface) : columns_(surface.columns()) {
    const std::uint32_t cells = surface.rows() * surface.columns();
    for (std::uint32_t cell = 0; cell < cells; ++cell) {
        surface.for_each_neighbour(surface.place(cell), [&](std::uint32_t place) {
            const std::uint32_t other = surface.cell(place);
            if (other < cells && surface.place(other) == place)
                neighbours_.indices.push_back(other);  // otherwise it is padding
        });
        std::sort(neighbours_.indices.begin() + neighbours_.start.back(), neighbours_.indices.end());
        neighbours_.close();
    }
    transpose(neighbours_, cells, observers_);
}

bool Neighbourhoods::sees(std::uint32_t cell, std::uint32_t other) const {
    return std::find(neighbours_.begin(cell), neighbours_.end(cell), other) != neighbours_.end(cell);
}

bool Neighbourhoods::fits() const {
    for (std::uint32_t cell = 0; cell < size(); ++cell)
        if (neighbours(cell).size() > most_seen || observers(cell).size() > most_seen) return false;
    return true;
}

void Knowledge::start(std::uint32_t mines) {
    const std::uint32_t size = neighbourhoods_->size();
    cell_facts_.assign(size, CellKnowledge::unknown);
    cell_numbers_.assign(size, covered);
    mine_neighbours_.assign(size, 0);
    unknown_neighbours_.resize(size);
    for (std::uint32_t cell = 0; cell < size; ++cell)
        unknown_neighbours_[cell] = neighbourhoods_->neighbours(cell).size();
    safe_.clear();
    queue_.clear();
    mines_left_ = mines;
    unknown_cells_ = closed_cells_ = size;
    is_sound_ = true;
}

void Knowledge::check_number(std::uint32_t cell) {
    if (!is_number(cell)) return;
    const int mines_missing = missing_mines(cell), left = unknown_neighbours_[cell];
    if (mines_missing < 0 || mines_missing > left) is_sound_ = false;
    else if (left > 0 && (mines_missing == 0 || mines_missing == left)) queue_.push_back(cell);
}

void Knowledge::open_cell(std::uint32_t cell, std::uint8_t number) {
    if (cell_facts_[cell] == CellKnowledge::open) return;
    --closed_cells_;
    cell_numbers_[cell] = number;
    if (cell_facts_[cell] == CellKnowledge::unknown) {
        --unknown_cells_;
        cell_facts_[cell] = CellKnowledge::open;
        for (const std::uint32_t observer : neighbourhoods_->observers(cell)) {
            --unknown_neighbours_[observer];
            check_number(observer);
        }
    }
    cell_facts_[cell] = CellKnowledge::open;
    check_number(cell);
}

void Knowledge::assign(std::uint32_t cell, bool is_mine) {
    if (cell_facts_[cell] != CellKnowledge::unknown) {
        is_sound_ = is_sound_ && (cell_facts_[cell] == CellKnowledge::mine) == is_mine;
        return;
    }
    cell_facts_[cell] = is_mine ? CellKnowledge::mine : CellKnowledge::safe;
    --unknown_cells_;
    if (is_mine) --mines_left_;
    else safe_.push_back(cell);
    for (const std::uint32_t observer : neighbourhoods_->observers(cell)) {
        --unknown_neighbours_[observer];
        if (is_mine) ++mine_neighbours_[observer];
        check_number(observer);
    }
}

void Knowledge::propagate() {
    for (std::size_t at = 0; at < queue_.size(); ++at) {
        const std::uint32_t number = queue_[at];
        if (unknown_neighbours_[number] == 0) continue;
        const bool mines = missing_mines(number) > 0;
        for (const std::uint32_t cell : neighbourhoods_->neighbours(number))
            if (is_unknown(cell)) assign(cell, mines);
    }
    queue_.clear();
}

}  // namespace passatempo::minesweeper::play
