// The landings of moves on the six surfaces.
#pragma once

#include <array>
#include <cstdint>

#include "refuse.hpp"

namespace passatempo::optimiza {

// The order is that of `model.VARIANTS`.
enum class Variant : int { torus_queen, torus_rook, klein_queen, klein_rook, hex_torus, hex_tri };

constexpr int most_n = 4000;  // a cell's number and its place in a row take twelve bits each

using Landings = std::array<std::uint32_t, 8>;

struct Surface {
    Variant variant;
    int n;
    int row_count;
    int column_count;

    Surface(int variant_index, int size)
        : variant(static_cast<Variant>(variant_index)), n(size), row_count(size), column_count(size) {
        if (variant_index < 0 || variant_index > 5) refuse("variant: a number from 0 to 5 is needed");
        if (size < 2 || size > most_n) refuse("N: a number from 2 to 4000 is needed");
        if (variant == Variant::hex_torus) {
            row_count = size % 2 == 0 ? size / 2 : (size + 1) / 2;
            column_count = size % 2 == 0 ? size + 1 : size;
        }
    }

    bool is_hexagonal() const { return variant == Variant::hex_torus || variant == Variant::hex_tri; }
    int row_length(int row) const { return variant == Variant::hex_tri ? row + 1 : column_count; }
    std::uint32_t cell_at(int row, int column) const {
        if (variant == Variant::hex_tri) return row * (row + 1) / 2 + column;
        return row * column_count + column;
    }
    std::uint32_t size() const {
        return is_hexagonal() ? static_cast<std::uint32_t>(n * (n + 1) / 2) : static_cast<std::uint32_t>(n * n);
    }
    int copy_count(int number) const {
        if (is_hexagonal()) return n + 1 - number;
        return number == n ? 1 : n + 1;
    }

    // Write the different cells that moves by `jump_length` reach, the cell itself left out; return their number.
    int write_landings(int row, int column, int jump_length, Landings& out) const {
        if (variant <= Variant::torus_rook && jump_length != n && 2 * jump_length != n)
            return torus_landings(row, column, jump_length, out);
        return surface_landings(row, column, jump_length, out);
    }

private:
    int torus_landings(int row, int column, int jump_length, Landings& out) const;
    int surface_landings(int row, int column, int jump_length, Landings& out) const;
};

// On a plain torus all landings differ, unless a move goes around the torus or half around.
inline int Surface::torus_landings(int row, int column, int jump_length, Landings& out) const {
    const int up = row - jump_length + (row < jump_length ? n : 0),
              down = row + jump_length - (row + jump_length >= n ? n : 0);
    const int left = column - jump_length + (column < jump_length ? n : 0),
              right = column + jump_length - (column + jump_length >= n ? n : 0);
    const auto above = static_cast<std::uint32_t>(up * n), row_start = static_cast<std::uint32_t>(row * n);
    const std::uint32_t below = down * n;
    const auto west = static_cast<std::uint32_t>(left), east = static_cast<std::uint32_t>(right);
    const std::uint32_t mid = column;
    if (variant == Variant::torus_rook) {
        out = {above + mid, row_start + west, row_start + east, below + mid};
        return 4;
    }
    out = {above + west,     above + mid,  above + east, row_start + west,
           row_start + east, below + west, below + mid,  below + east};
    return 8;
}

inline int Surface::surface_landings(int row, int column, int jump_length, Landings& out) const {
    constexpr std::array<std::array<int, 2>, 8> steps{
        {{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}};
    // Which of the eight steps each variant has, as bits.
    constexpr std::array<unsigned, 6> senses{0xff, 0x5a, 0xff, 0x5a, 0x7e, 0xdb};
    const unsigned has = senses[static_cast<std::size_t>(variant)];
    const bool klein = variant == Variant::klein_queen || variant == Variant::klein_rook;
    const std::uint32_t start_cell = cell_at(row, column);
    int count = 0;
    for (unsigned k = 0; k < 8; ++k) {
        if ((has >> k & 1U) == 0) continue;
        int i = row + steps[k][0] * jump_length;
        int j = column + steps[k][1] * jump_length;
        if (variant == Variant::hex_tri) {
            if (j < 0 || j > i || i >= n) continue;
        } else {
            const bool crosses_edge = j < 0 || j >= column_count;
            if (klein && crosses_edge) i = row_count - 1 - i;  // the line continues mirrored
            while (i < 0) i += row_count;  // a hexagonal torus has fewer rows than its greatest number
            while (i >= row_count) i -= row_count;
            while (j < 0) j += column_count;
            while (j >= column_count) j -= column_count;
        }
        const std::uint32_t target_cell = cell_at(i, j);
        bool is_duplicate = target_cell == start_cell;
        for (int other = 0; other < count; ++other) is_duplicate |= out[other] == target_cell;
        if (!is_duplicate) out[count++] = target_cell;
    }
    return count;
}

}  // namespace passatempo::optimiza
