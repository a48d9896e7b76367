// Layout of every line in a row of bits, and masks of the cells within three rows and columns of a mark.
#include "marks.hpp"

#include <algorithm>
#include <bit>

#include "patterns.hpp"

namespace passatempo::mnk {

namespace {

constexpr std::size_t word_bits = 64, farthest = 3;

}  // namespace

// Every line gets its own stretch with k - 1 walls before the next. The place in a diagonal is counted along the
// shorter side of the board, from top to bottom. Otherwise a long strip would need the square of its length.
LineBits::LineBits(int m, int n, int k) : bit_offsets_(m * n) {
    const bool uses_pairs = k <= Patterns::pair_limit;
    const std::uint32_t r = k - 1, width = uses_pairs ? 2U : 1U;
    std::uint32_t start = 2 * r;  // in cells
    const auto lay = [&](std::size_t d, int lines, int length, auto line_of, auto place_of) {
        const std::uint32_t line_stride = length + r;
        for (int row = 0; row < m; ++row)
            for (int column = 0; column < n; ++column)
                bit_offsets_[row * n + column][d] =
                    width * (start + line_of(row, column) * line_stride + place_of(row, column));
        start += lines * line_stride;
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
    player_stride_ = uses_pairs ? 1 : cells;
    mark_bits_.assign(std::size_t{2} * cells / 8 + 16, std::uint8_t{0xFF});
    for (std::size_t cell = 0; cell < bit_offsets_.size(); ++cell)
        for (int player = 0; player < 2; ++player) flip_mark(player, cell);
    empty_bits_ = mark_bits_;
}

CandidateMask::CandidateMask(int m, int n)
    : n_(n),
      row_stride_((n + word_bits - 1) / word_bits),
      first_word_(farthest * row_stride_),
      last_word_(first_word_ + m * row_stride_),
      mark_words_(last_word_ + farthest * row_stride_) {
    const std::size_t rows = m, columns = n;
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t column = 0; column < columns; ++column)
            bit_positions_.push_back({static_cast<std::uint32_t>(first_word_ + row * row_stride_ + column / word_bits),
                                      static_cast<std::uint32_t>(column % word_bits)});
}

void CandidateMask::clear() { std::fill(mark_words_.begin(), mark_words_.end(), std::uint64_t{0}); }

// A mark reaches two columns on either side in its own row and in the two rows above and below. Three rows away, it
// reaches its own column and the third columns, and in its own row the third columns as well.
inline CandidateMask::RowMask CandidateMask::row_mask(std::size_t word) const {
    const std::uint64_t* const centre_word = mark_words_.data() + word;
    const auto row = [&](std::ptrdiff_t by) { return centre_word[by * static_cast<std::ptrdiff_t>(row_stride_)]; };
    return {row(0) | row(-1) | row(1) | row(-2) | row(2), row(0) | row(-3) | row(3)};
}

// The empty cells in one word of a row that are near a mark.
inline std::uint64_t CandidateMask::near_cells(std::size_t word, const RowMask& left, const RowMask& centre_mask,
                                               const RowMask& right) const {
    const auto spread = [](std::uint64_t before, std::uint64_t marks, std::uint64_t after, int by) {
        return (marks << by) | (before >> (64 - by)) | (marks >> by) | (after << (64 - by));
    };
    return (centre_mask.two_columns | centre_mask.three_columns |
            spread(left.two_columns, centre_mask.two_columns, right.two_columns, 1) |
            spread(left.two_columns, centre_mask.two_columns, right.two_columns, 2) |
            spread(left.three_columns, centre_mask.three_columns, right.three_columns, 3)) &
           ~mark_words_[word];
}

void CandidateMask::gather_row(int row, std::vector<Cell>& into) const {
    const std::size_t start = first_word_ + row * row_stride_;
    RowMask left, centre_mask = row_mask(start), right;
    for (std::size_t w = 0; w < row_stride_; ++w, left = centre_mask, centre_mask = right) {
        right = w + 1 < row_stride_ ? row_mask(start + w + 1) : RowMask{};
        for (std::uint64_t cells = near_cells(start + w, left, centre_mask, right); cells != 0; cells &= cells - 1) {
            const int column = w * word_bits + std::countr_zero(cells);
            if (column >= n_) break;
            into.push_back(row * n_ + column);
        }
    }
}

void CandidateMask::gather_near(std::vector<Cell>& into) const {
    std::size_t top = first_word_, bottom = last_word_;
    while (top < bottom && mark_words_[top] == 0) ++top;
    if (top == bottom) return;
    while (mark_words_[bottom - 1] == 0) --bottom;
    const auto row_of = [&](std::size_t word) -> int { return (word - first_word_) / row_stride_; };
    const int reach = farthest, end = row_of(last_word_ - 1);
    for (int row = std::max(0, row_of(top) - reach); row <= std::min(end, row_of(bottom - 1) + reach); ++row)
        gather_row(row, into);
}

}  // namespace passatempo::mnk
