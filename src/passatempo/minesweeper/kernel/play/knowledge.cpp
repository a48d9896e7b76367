// Each number waits in a queue while it misses no mine, or no free cell.
#include "play/knowledge.hpp"

#include <algorithm>

namespace passatempo::minesweeper::play {

Ground::Ground(const Surface& surface) : columns_(surface.columns()) {
    const std::uint32_t cells = surface.rows() * surface.columns();
    for (std::uint32_t cell = 0; cell < cells; ++cell) {
        surface.around(surface.place(cell), [&](std::uint32_t place) {
            const std::uint32_t other = surface.cell(place);
            if (other < cells && surface.place(other) == place) near_.item.push_back(other);  // else it is padding
        });
        std::sort(near_.item.begin() + near_.start.back(), near_.item.end());
        near_.close();
    }
    transpose(near_, cells, seers_);
}

bool Ground::sees(std::uint32_t cell, std::uint32_t other) const {
    return std::find(near_.begin(cell), near_.end(cell), other) != near_.end(cell);
}

bool Ground::fits() const {
    for (std::uint32_t cell = 0; cell < size(); ++cell)
        if (near(cell).size() > most_seen || seers(cell).size() > most_seen) return false;
    return true;
}

void Knowledge::start(std::uint32_t mines) {
    const std::uint32_t size = ground_->size();
    fact_.assign(size, Fact::unknown);
    shown_.assign(size, covered);
    mines_around_.assign(size, 0);
    unknown_around_.resize(size);
    for (std::uint32_t cell = 0; cell < size; ++cell) unknown_around_[cell] = ground_->near(cell).size();
    safe_.clear();
    queue_.clear();
    mines_left_ = mines;
    unknown_cells_ = covered_ = size;
    sound_ = true;
}

void Knowledge::look(std::uint32_t cell) {
    if (!is_number(cell)) return;
    const int missing_here = missing(cell), left = unknown_around_[cell];
    if (missing_here < 0 || missing_here > left) sound_ = false;
    else if (left > 0 && (missing_here == 0 || missing_here == left)) queue_.push_back(cell);
}

void Knowledge::open(std::uint32_t cell, std::uint8_t shown) {
    if (fact_[cell] == Fact::open) return;
    --covered_;
    shown_[cell] = shown;
    if (fact_[cell] == Fact::unknown) {
        --unknown_cells_;
        fact_[cell] = Fact::open;
        for (const std::uint32_t seer : ground_->seers(cell)) {
            --unknown_around_[seer];
            look(seer);
        }
    }
    fact_[cell] = Fact::open;
    look(cell);
}

void Knowledge::settle(std::uint32_t cell, bool is_mine) {
    if (fact_[cell] != Fact::unknown) {
        sound_ = sound_ && (fact_[cell] == Fact::mine) == is_mine;
        return;
    }
    fact_[cell] = is_mine ? Fact::mine : Fact::safe;
    --unknown_cells_;
    if (is_mine) --mines_left_;
    else safe_.push_back(cell);
    for (const std::uint32_t seer : ground_->seers(cell)) {
        --unknown_around_[seer];
        if (is_mine) ++mines_around_[seer];
        look(seer);
    }
}

void Knowledge::spread() {
    for (std::size_t at = 0; at < queue_.size(); ++at) {
        const std::uint32_t number = queue_[at];
        if (unknown_around_[number] == 0) continue;
        const bool mines = missing(number) > 0;
        for (const std::uint32_t cell : ground_->near(number))
            if (is_unknown(cell)) settle(cell, mines);
    }
    queue_.clear();
}

}  // namespace passatempo::minesweeper::play
