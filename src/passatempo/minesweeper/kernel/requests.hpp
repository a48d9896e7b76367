// The boards of queries, with their neighbourhoods, as Python and the browser send them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "board/board_model.hpp"
#include "layouts/semiring.hpp"
#include "refuse.hpp"

namespace passatempo::minesweeper::requests {

// Reads offsets from pairs, which must be distinct and not zero.
inline std::vector<Offset> read_offsets(std::span<const std::int32_t> pairs) {
    constexpr int farthest = 1000;
    const auto fits = [](int distance) { return -farthest <= distance && distance <= farthest; };
    if (pairs.size() % 2 != 0 || pairs.size() > 2 * (SmallBinomials::row_count - 1))
        refuse("offsets: pairs of 32-bit words are needed, at most 35");
    std::vector<Offset> unique_offsets;
    for (std::size_t i = 0; i < pairs.size(); i += 2) {
        const Offset step{pairs[i], pairs[i + 1]};
        const auto is_same_step = [&](Offset earlier_step) {
            return earlier_step.down == step.down && earlier_step.right == step.right;
        };
        if (!fits(step.down) || !fits(step.right) || is_same_step({0, 0}) ||
            std::any_of(unique_offsets.begin(), unique_offsets.end(), is_same_step))
            refuse("offsets: different steps of at most 1000 cells are needed");
        unique_offsets.push_back(step);
    }
    return unique_offsets;
}

Surface surface_of(const auto& request) {
    return Surface(request.rows, request.columns, read_offsets(request.near.even), read_offsets(request.near.odd),
                   request.near.wraps);
}

std::uint64_t size_of(const auto& request) { return std::uint64_t{request.rows} * request.columns; }

// Returns the surface of a board, after checking that its cells fill it and that its numbers are possible.
Surface read_surface(const auto& board) {
    if (board.cells.size() != size_of(board)) refuse("cells: one for each cell of the board is needed");
    for (const std::uint8_t code : board.cells)
        if (code > most_neighbours && code < unknown)
            refuse("cells: a number, or a covered or an unknown cell is needed");
    if (board.mines > static_cast<std::int64_t>(size_of(board))) refuse("mines: more than there are cells");
    return surface_of(board);
}

}  // namespace passatempo::minesweeper::requests
