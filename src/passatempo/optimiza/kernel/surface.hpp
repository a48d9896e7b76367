// Where moves land on the six surfaces.
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
    int rows;
    int columns;

    Surface(int which, int size) : variant(static_cast<Variant>(which)), n(size), rows(size), columns(size) {
        if (which < 0 || which > 5) refuse("variant: a number from 0 to 5 is needed");
        if (size < 2 || size > most_n) refuse("N: a number from 2 to 4000 is needed");
        if (variant == Variant::hex_torus) {
            rows = size % 2 == 0 ? size / 2 : (size + 1) / 2;
            columns = size % 2 == 0 ? size + 1 : size;
        }
    }

    bool hexagonal() const { return variant == Variant::hex_torus || variant == Variant::hex_tri; }
    int length(int row) const { return variant == Variant::hex_tri ? row + 1 : columns; }
    std::uint32_t cell(int row, int column) const {
        if (variant == Variant::hex_tri) return row * (row + 1) / 2 + column;
        return row * columns + column;
    }
    std::uint32_t size() const {
        return hexagonal() ? static_cast<std::uint32_t>(n * (n + 1) / 2) : static_cast<std::uint32_t>(n * n);
    }
    int copies(int value) const {
        if (hexagonal()) return n + 1 - value;
        return value == n ? 1 : n + 1;
    }

    // Write the different cells that moves by `value` reach, the cell itself left out; return their number.
    int landings(int row, int column, int value, Landings& out) const {
        if (variant <= Variant::torus_rook && value != n && 2 * value != n) return plain(row, column, value, out);
        return any(row, column, value, out);
    }

private:
    int plain(int row, int column, int value, Landings& out) const;
    int any(int row, int column, int value, Landings& out) const;
};

// On a plain torus all landings differ, unless a move goes around the torus or half around.
inline int Surface::plain(int row, int column, int value, Landings& out) const {
    const int up = row - value + (row < value ? n : 0), down = row + value - (row + value >= n ? n : 0);
    const int left = column - value + (column < value ? n : 0), right = column + value - (column + value >= n ? n : 0);
    const auto above = static_cast<std::uint32_t>(up * n), here = static_cast<std::uint32_t>(row * n);
    const std::uint32_t below = down * n;
    const auto west = static_cast<std::uint32_t>(left), east = static_cast<std::uint32_t>(right);
    const std::uint32_t mid = column;
    if (variant == Variant::torus_rook) {
        out = {above + mid, here + west, here + east, below + mid};
        return 4;
    }
    out = {above + west, above + mid, above + east, here + west, here + east, below + west, below + mid, below + east};
    return 8;
}

inline int Surface::any(int row, int column, int value, Landings& out) const {
    constexpr std::array<std::array<int, 2>, 8> steps{
        {{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}};
    // Which of the eight steps each variant has, as bits.
    constexpr std::array<unsigned, 6> senses{0xff, 0x5a, 0xff, 0x5a, 0x7e, 0xdb};
    const unsigned has = senses[static_cast<std::size_t>(variant)];
    const bool klein = variant == Variant::klein_queen || variant == Variant::klein_rook;
    const std::uint32_t here = cell(row, column);
    int count = 0;
    for (unsigned k = 0; k < 8; ++k) {
        if ((has >> k & 1U) == 0) continue;
        int i = row + steps[k][0] * value;
        int j = column + steps[k][1] * value;
        if (variant == Variant::hex_tri) {
            if (j < 0 || j > i || i >= n) continue;
        } else {
            const bool crossed = j < 0 || j >= columns;
            if (klein && crossed) i = rows - 1 - i;  // the line goes on mirrored
            while (i < 0) i += rows;                 // a hexagonal torus has fewer rows than its greatest number
            while (i >= rows) i -= rows;
            while (j < 0) j += columns;
            while (j >= columns) j -= columns;
        }
        const std::uint32_t target = cell(i, j);
        bool known = target == here;
        for (int other = 0; other < count; ++other) known |= out[other] == target;
        if (!known) out[count++] = target;
    }
    return count;
}

}  // namespace passatempo::optimiza
