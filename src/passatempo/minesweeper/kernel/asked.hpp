// What is asked about: boards with their neighbourhoods, as Python and the browser hand them over.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "board/prepared_board.hpp"
#include "layouts/semiring.hpp"
#include "refuse.hpp"

namespace passatempo::minesweeper::asked {

// The steps of pairs; they are different, and none stays where it is.
inline std::vector<Step> steps_of(std::span<const std::int32_t> pairs) {
    constexpr int farthest = 1000;
    const auto fits = [](int way) { return -farthest <= way && way <= farthest; };
    if (pairs.size() % 2 != 0 || pairs.size() > 2 * (SmallBinomials::most - 1))
        refuse("offsets: pairs of 32-bit words are needed, at most 35");
    std::vector<Step> found;
    for (std::size_t i = 0; i < pairs.size(); i += 2) {
        const Step step{pairs[i], pairs[i + 1]};
        const auto same = [&](Step one) { return one.down == step.down && one.right == step.right; };
        if (!fits(step.down) || !fits(step.right) || same({0, 0}) || std::any_of(found.begin(), found.end(), same))
            refuse("offsets: different steps of at most 1000 cells are needed");
        found.push_back(step);
    }
    return found;
}

Surface surface_of(const auto& it) {
    return Surface(it.rows, it.columns, steps_of(it.near.even), steps_of(it.near.odd), it.near.wraps);
}

std::uint32_t size_of(const auto& it) { return it.rows * it.columns; }

// The surface of a board whose cells fill it, and whose numbers can be.
Surface checked(const auto& board) {
    if (board.cells.size() != size_of(board)) refuse("cells: one for each cell of the board is needed");
    for (const std::uint8_t code : board.cells)
        if (code > most_neighbours && code < unknown)
            refuse("cells: a number, or a covered or an unknown cell is needed");
    if (board.mines > std::int64_t{size_of(board)}) refuse("mines: more than there are cells");
    return surface_of(board);
}

}  // namespace passatempo::minesweeper::asked
