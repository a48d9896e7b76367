// Rows of bits spread by up to three columns and rows.
#include "neighbourhood.hpp"

#include <algorithm>
#include <bit>

namespace passatempo::mnk {
namespace {

constexpr std::size_t word_bits = 64, farthest = 3;

}  // namespace

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
