// The numbers are kept while mines move.
#include "puzzles/field.hpp"

#include <utility>

namespace passatempo::minesweeper::puzzles {

namespace {

const std::vector<Step>& king() {
    static const std::vector<Step> steps{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}};
    return steps;
}

}  // namespace

Plain::Plain(std::uint32_t rows, std::uint32_t columns)
    : surface_(rows, columns, king(), king(), false), near_(surface_) {}

Field::Field(const Plain& plain, std::vector<std::uint8_t> mine)
    : plain_(plain), mine_(std::move(mine)), number_(plain.size(), 0) {
    for (std::uint32_t cell = 0; cell < plain.size(); ++cell)
        if (mine_[cell]) {
            ++mines_;
            for (const std::uint32_t other : plain.near(cell)) ++number_[other];
        }
    for (std::uint32_t cell = 0; cell < plain.size(); ++cell) buried_ += is_buried(cell);
}

void Field::set(std::uint32_t cell, bool is_mine) {
    buried_ -= is_buried(cell);
    for (const std::uint32_t other : plain_.near(cell)) buried_ -= is_buried(other);
    mine_[cell] = is_mine;
    for (const std::uint32_t other : plain_.near(cell)) {
        if (is_mine) ++number_[other];
        else --number_[other];
        buried_ += is_buried(other);
    }
    buried_ += is_buried(cell);
}

void Field::move(std::uint32_t from, std::uint32_t to) {
    set(from, false);
    set(to, true);
}

}  // namespace passatempo::minesweeper::puzzles
