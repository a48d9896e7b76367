// Openings are filled from their zeros.
// Algorithm: flood fill
// Twin: minesweeper/generate.py
#include "game/field.hpp"

#include <algorithm>

namespace passatempo::minesweeper::game {

Near::Near(const Surface& surface) {
    const std::uint32_t size = surface.rows() * surface.columns();
    std::vector<std::uint32_t> cell_at(surface.places(), none);  // none for the padding
    for (std::uint32_t cell = 0; cell < size; ++cell) cell_at[surface.place(cell)] = cell;
    for (std::uint32_t cell = 0; cell < size; ++cell) {
        surface.for_each_neighbour(surface.place(cell), [&](std::uint32_t place) {
            if (cell_at[place] != none) lists_.indices.push_back(cell_at[place]);
        });
        lists_.close();
    }
}

std::uint8_t number(const Near& near, const Cells& mine, std::uint32_t cell) {
    std::uint8_t mines = 0;
    for (const std::uint32_t other : near.of(cell)) mines += mine[other];
    return mines;
}

void spread(const Near& near, const Cells& mine, Cells& cells, std::vector<std::uint32_t> cell_stack) {
    while (!cell_stack.empty()) {
        const std::uint32_t cell = cell_stack.back();
        cell_stack.pop_back();
        if (mine[cell] || cells[cell] != covered) continue;
        cells[cell] = number(near, mine, cell);
        if (cells[cell] == 0) cell_stack.insert(cell_stack.end(), near.of(cell).begin(), near.of(cell).end());
    }
}

std::uint32_t three_bv(const Near& near, const Cells& mine) {
    Cells cells(mine.size(), covered);
    std::uint32_t clicks = 0;
    for (std::uint32_t cell = 0; cell < near.size(); ++cell)
        if (!mine[cell] && cells[cell] == covered && number(near, mine, cell) == 0) {
            ++clicks;
            spread(near, mine, cells, {cell});
        }
    for (std::uint32_t cell = 0; cell < near.size(); ++cell) clicks += !mine[cell] && cells[cell] == covered;
    return clicks;
}

}  // namespace passatempo::minesweeper::game
