// Where every line lies in the row of bits, and rows of bits spread by up to three columns and rows.
#include "marks.hpp"

#include <algorithm>
#include <bit>

#include "patterns.hpp"

namespace passatempo::mnk {

namespace {

constexpr std::size_t word_bits = 64, farthest = 3;

}  // namespace

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

Neighbourhood::Neighbourhood(int m, int n)
    : n_(n),
      stride_((n + word_bits - 1) / word_bits),
      first_(farthest * stride_),
      last_(first_ + m * stride_),
      words_(last_ + farthest * stride_) {
    const std::size_t rows = m, columns = n;
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t column = 0; column < columns; ++column)
            places_.push_back({static_cast<std::uint32_t>(first_ + row * stride_ + column / word_bits),
                               static_cast<std::uint32_t>(column % word_bits)});
}

void Neighbourhood::clear() { std::fill(words_.begin(), words_.end(), std::uint64_t{0}); }

// A mark reaches two columns in its own row and the two on either side; three rows off, its own column and the third
// ones, and in its own row the third ones as well.
inline Neighbourhood::Reach Neighbourhood::reach(std::size_t word) const {
    const std::uint64_t* const here = words_.data() + word;
    const auto row = [&](std::ptrdiff_t by) { return here[by * static_cast<std::ptrdiff_t>(stride_)]; };
    return {row(0) | row(-1) | row(1) | row(-2) | row(2), row(0) | row(-3) | row(3)};
}

// The empty cells in one word of a row that are near a mark.
inline std::uint64_t Neighbourhood::near(std::size_t word, const Reach& left, const Reach& here,
                                         const Reach& right) const {
    const auto spread = [](std::uint64_t before, std::uint64_t marks, std::uint64_t after, int by) {
        return (marks << by) | (before >> (64 - by)) | (marks >> by) | (after << (64 - by));
    };
    return (here.two | here.three | spread(left.two, here.two, right.two, 1) |
            spread(left.two, here.two, right.two, 2) | spread(left.three, here.three, right.three, 3)) &
           ~words_[word];
}

void Neighbourhood::gather_row(int row, std::vector<Cell>& into) const {
    const std::size_t start = first_ + row * stride_;
    Reach left, here = reach(start), right;
    for (std::size_t w = 0; w < stride_; ++w, left = here, here = right) {
        right = w + 1 < stride_ ? reach(start + w + 1) : Reach{};
        for (std::uint64_t cells = near(start + w, left, here, right); cells != 0; cells &= cells - 1) {
            const int column = w * word_bits + std::countr_zero(cells);
            if (column >= n_) break;
            into.push_back(row * n_ + column);
        }
    }
}

void Neighbourhood::gather_near(std::vector<Cell>& into) const {
    std::size_t top = first_, bottom = last_;
    while (top < bottom && words_[top] == 0) ++top;
    if (top == bottom) return;
    while (words_[bottom - 1] == 0) --bottom;
    const auto row_of = [&](std::size_t word) -> int { return (word - first_) / stride_; };
    const int reach = farthest, end = row_of(last_ - 1);
    for (int row = std::max(0, row_of(top) - reach); row <= std::min(end, row_of(bottom - 1) + reach); ++row)
        gather_row(row, into);
}

}  // namespace passatempo::mnk
