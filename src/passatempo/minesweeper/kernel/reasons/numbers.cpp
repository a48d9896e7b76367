// Numbers are found in reading order, and those around a cell ring by ring.
// Algorithm: breadth-first search
// Twin: minesweeper/network.py
#include "reasons/numbers.hpp"

#include <algorithm>

namespace passatempo::minesweeper {

Numbers::Numbers(const Surface& surface, const std::uint8_t* cells) {
    const std::uint32_t size = surface.rows() * surface.columns();
    beside_.resize(size);
    index_.assign(size, -1);
    std::vector<std::uint32_t> cell_at(surface.places(), none);  // of the places that are covered cells
    for (std::uint32_t cell = 0; cell < size; ++cell) {
        if (!is_covered(cells[cell])) continue;
        cell_at[surface.place(cell)] = cell;
        index_[cell] = covered_++;
    }
    for (std::uint32_t cell = 0; cell < size; ++cell) {
        if (cells[cell] >= unknown) continue;
        Number number{cell, cells[cell], {}};
        surface.around(surface.place(cell), [&](std::uint32_t place) {
            if (cell_at[place] != none) number.scope.push_back(cell_at[place]);
        });
        for (const std::uint32_t other : number.scope) beside_[other].push_back(numbers_.size());
        numbers_.push_back(std::move(number));
    }
}

cdcl::Network Numbers::network() const {
    cdcl::Network network;
    network.cells = covered_;
    for (const Number& number : numbers_) {
        std::vector<std::int32_t> scope;
        for (const std::uint32_t cell : number.scope) scope.push_back(index_[cell]);
        // A need out of reach stays so when it is cut to one more than the cells there are.
        network.add(scope, std::min<int>(number.need, scope.size() + 1));
    }
    return network;
}

std::vector<std::int32_t> Numbers::outwards(std::uint32_t cell) const {
    std::vector<std::int32_t> found;
    std::vector<char> seen(numbers_.size(), 0);
    const auto meet = [&](std::uint32_t at) {
        for (const std::uint32_t k : beside_[at])
            if (!seen[k]) {
                seen[k] = 1;
                found.push_back(k);
            }
    };
    meet(cell);
    for (std::size_t i = 0; i < found.size(); ++i)
        for (const std::uint32_t other : numbers_[found[i]].scope) meet(other);
    return found;
}

}  // namespace passatempo::minesweeper
