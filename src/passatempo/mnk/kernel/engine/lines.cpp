// Where every line lies in the row of bits.
#include "lines.hpp"

#include <algorithm>

#include "patterns.hpp"

namespace passatempo::mnk {

// Every line gets its own stretch with k - 1 walls before the next. A place in a diagonal is counted along the shorter
// side of the board, in the direction of falling rows: else a long strip would need the square of its length.
Lines::Lines(int m, int n, int k) : at_(m * n) {
    const bool paired = k <= Patterns::most_paired;
    const std::uint32_t r = k - 1, width = paired ? 2U : 1U;
    std::uint32_t start = 2 * r;  // in cells
    const auto lay = [&](std::size_t d, int lines, int length, auto line_of, auto place_of) {
        const std::uint32_t apart = length + r;
        for (int row = 0; row < m; ++row)
            for (int column = 0; column < n; ++column)
                at_[row * n + column][d] = width * (start + line_of(row, column) * apart + place_of(row, column));
        start += lines * apart;
    };
    lay(0, m, n, [](int row, int) { return row; }, [](int, int column) { return column; });
    lay(1, n, m, [](int, int column) { return column; }, [](int row, int) { return row; });
    const int diagonals = m + n - 1, longest = std::min(m, n);
    const bool by_row = m <= n;
    lay(
        2, diagonals, longest, [&](int row, int column) { return column - row + m - 1; },
        [&](int row, int column) { return by_row ? row : column; });
    lay(
        3, diagonals, longest, [](int row, int column) { return column + row; },
        [&](int row, int column) { return by_row ? row : n - 1 - column; });
    const std::uint32_t cells = start + 2 * r;
    apart_ = paired ? 1 : cells;
    bits_.assign(std::size_t{2} * cells / 8 + 16, std::uint8_t{0xFF});
    for (std::size_t cell = 0; cell < at_.size(); ++cell)
        for (int player = 0; player < 2; ++player) flip(player, cell);
    empty_ = bits_;
}

}  // namespace passatempo::mnk
