// The board of `board.hpp`.
#include "board.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>

namespace passatempo::mnk {
namespace {

constexpr std::uint64_t turn_key = 0x9E3779B97F4A7C15ULL;

std::uint64_t mixed(std::uint64_t x) {  // splitmix64
    x += 0x9E3779B97F4A7C15ULL;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
    return x ^ (x >> 31);
}

// Cells worth a look around a mark: two steps any way, three along a line. By row offset, bit 3 is the mark's column.
constexpr std::array<std::uint64_t, 7> around{0b1001001, 0b0111110, 0b0111110, 0b1111111, 0b0111110, 0b0111110, 0b1001001};
constexpr int around_reach = 3;

}  // namespace

Board::Board(int m, int n, const Patterns& patterns, const Weights& weights)
    : m_(m), n_(n), stride_((static_cast<std::size_t>(n) + 63) / 64), patterns_(patterns), weights_(weights),
      step_{1, n, n + 1, n - 1} {
    assert(m >= 1 && n >= 1 && m * n < nowhere);
    const auto cells = static_cast<std::size_t>(m) * static_cast<std::size_t>(n);
    for (std::size_t p = 0; p < 2; ++p) {
        codes_[p].resize(cells);
        threats_[p].resize(cells + 8);  // read eight at a time
        zobrist_[p].resize(cells);
        for (std::size_t c = 0; c < cells; ++c) zobrist_[p][c] = mixed(2 * c + p + 1);
    }
    marks_.resize(cells);
    near_.resize(static_cast<std::size_t>(m) * stride_);
    draw_lines();
}

// Every line gets its own stretch of bits with k - 1 walls before the next; a diagonal's position is its row.
void Board::draw_lines() {
    const auto r = static_cast<std::uint32_t>(k() - 1);
    std::uint32_t at = 2 * r;
    const auto lay = [&](std::size_t d, int lines, int length, auto line_of, auto place_of) {
        at_[d].resize(marks_.size());
        for (int row = 0; row < m_; ++row)
            for (int column = 0; column < n_; ++column)
                at_[d][static_cast<std::size_t>(row * n_ + column)] =
                    at + static_cast<std::uint32_t>(line_of(row, column)) * (static_cast<std::uint32_t>(length) + r) +
                    static_cast<std::uint32_t>(place_of(row, column));
        at += static_cast<std::uint32_t>(lines) * (static_cast<std::uint32_t>(length) + r);
    };
    lay(0, m_, n_, [](int row, int) { return row; }, [](int, int column) { return column; });
    lay(1, n_, m_, [](int, int column) { return column; }, [](int row, int) { return row; });
    const int diagonals = m_ + n_ - 1;
    lay(2, diagonals, m_, [&](int row, int column) { return column - row + m_ - 1; }, [](int row, int) { return row; });
    lay(3, diagonals, m_, [](int row, int column) { return column + row; }, [](int row, int) { return row; });
    for (auto& line : lines_) line.resize(at / 8 + 2 * r + 16);
}

std::uint64_t Board::bits(int player, std::uint32_t at) const {
    std::uint64_t word;
    const auto& line = lines_[static_cast<std::size_t>(player)];
    assert(at / 8 + 8 <= line.size());
    std::memcpy(&word, line.data() + at / 8, 8);
    return word >> (at & 7);
}

void Board::flip(int player, Cell cell) {
    for (const auto& at : at_) {
        const std::uint32_t place = at[cell];
        lines_[static_cast<std::size_t>(player)][place / 8] ^= static_cast<std::uint8_t>(1U << (place & 7));
    }
}

void Board::set(std::span<const std::uint8_t> cells, int side) {
    assert(cells.size() == marks_.size());
    for (auto& line : lines_) std::fill(line.begin(), line.end(), std::uint8_t{0xFF});
    for (std::size_t p = 0; p < 2; ++p) {
        std::fill(codes_[p].begin(), codes_[p].end(), std::uint16_t{0});
        std::fill(threats_[p].begin(), threats_[p].end(), std::uint8_t{0});
        for (std::size_t c = 0; c < cells.size(); ++c) flip(static_cast<int>(p), static_cast<Cell>(c));
    }
    std::fill(near_.begin(), near_.end(), 0);
    std::fill(marks_.begin(), marks_.end(), std::uint8_t{0});
    undos_.clear(), saved_.clear(), saved_near_.clear();
    tally_ = {};
    key_ = 0, empties_ = size();
    top_ = static_cast<std::uint16_t>(m_), bottom_ = 0;
    for (std::size_t p = 0; p < 2; ++p) {  // all cells are dead until their lines are looked at
        tally_.count[p][none] = static_cast<std::uint16_t>(size());
        tally_.mover[p] = size() * weights_[0].mover, tally_.waiter[p] = size() * weights_[0].waiter;
    }
    for (std::size_t c = 0; c < cells.size(); ++c)  // the classes of the empty board
        for (int d = 0; d < 4; ++d) {
            const std::uint32_t at = at_[static_cast<std::size_t>(d)][c] - static_cast<std::uint32_t>(k() - 1);
            change(static_cast<Cell>(c), d, look<0>(bits(0, at), bits(1, at)));
        }
    for (std::size_t c = 0; c < cells.size(); ++c)
        if (cells[c] != 0) {
            side_ = cells[c] - 1;
            make(static_cast<Cell>(c));
        }
    undos_.clear(), saved_.clear(), saved_near_.clear();
    side_ = side;
    std::uint64_t key = side == 1 ? turn_key : 0;
    for (std::size_t c = 0; c < cells.size(); ++c)
        if (cells[c] != 0) key ^= zobrist_[cells[c] - 1U][c];
    key_ = key;
}

template <int K> std::uint8_t Board::look(std::uint64_t first, std::uint64_t second) const {
    if constexpr (K > 0) {
        return patterns_.both(static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(second));
    } else {
        return static_cast<std::uint8_t>(patterns_.shape(first & ~second, second) |
                                         (patterns_.shape(second & ~first, first) << 4));
    }
}

// Give an empty cell the classes it now has in one direction.
inline void Board::change(Cell cell, int direction, std::uint8_t classes) {
    const int shift = 4 * direction;
    for (std::size_t p = 0; p < 2; ++p) {
        const std::uint16_t old = codes_[p][cell];
        const auto now = static_cast<std::uint16_t>((old & ~(15U << shift)) | (((classes >> (4 * p)) & 15U) << shift));
        if (now == old) continue;
        const Weight &was = weights_[old], &is = weights_[now];
        codes_[p][cell] = now;
        tally_.mover[p] += is.mover - was.mover;
        tally_.waiter[p] += is.waiter - was.waiter;
        if (was.threat == is.threat) continue;
        --tally_.count[p][was.threat];
        ++tally_.count[p][is.threat];
        threats_[p][cell] = is.threat;
    }
}

template <int K> void Board::update_line(Cell cell, int direction) {
    const int r = K > 0 ? K - 1 : k() - 1;
    const auto d = static_cast<std::size_t>(direction);
    const std::uint32_t at = at_[d][cell] - 2 * static_cast<std::uint32_t>(r);
    const int step = step_[d];
    const bool whole = 4 * r + 1 <= 57;  // all neighbours' views lie in one word
    std::uint64_t first = bits(0, at), second = bits(1, at);
    for (int j = 0; j <= 2 * r; ++j) {
        if (!whole) first = bits(0, at + static_cast<std::uint32_t>(j)), second = bits(1, at + static_cast<std::uint32_t>(j));
        const std::uint64_t a = whole ? first >> j : first, b = whole ? second >> j : second;
        if ((((a | b) >> r) & 1) != 0) continue;
        const auto near = static_cast<Cell>(cell + (j - r) * step);
        const std::uint8_t classes = look<K>(a, b);
        const std::uint32_t old = ((codes_[0][near] >> (4 * d)) & 15U) | (((codes_[1][near] >> (4 * d)) & 15U) << 4);
        if (classes == old) continue;
        saved_.push_back({near, {codes_[0][near], codes_[1][near]}, {threats_[0][near], threats_[1][near]}});
        change(near, direction, classes);
    }
}

template <int K> void Board::update(Cell cell) {
    for (int d = 0; d < 4; ++d) update_line<K>(cell, d);
}

// The cell is no longer empty: what it was worth goes.
void Board::leave(int player, Cell cell) {
    const auto p = static_cast<std::size_t>(player);
    const Weight& was = weights_[codes_[p][cell]];
    tally_.mover[p] -= was.mover;
    tally_.waiter[p] -= was.waiter;
    --tally_.count[p][was.threat];
    threats_[p][cell] = none;
}

// The cells around a new mark are worth a look.
void Board::widen(Cell cell) {
    const int row = cell / n_, column = cell % n_;
    for (int i = -around_reach; i <= around_reach; ++i) {
        if (row + i < 0 || row + i >= m_) continue;
        const std::size_t start = static_cast<std::size_t>(row + i) * stride_;
        const std::uint64_t mask = around[static_cast<std::size_t>(i + around_reach)];
        const int from = column - around_reach;
        const auto add = [&](std::size_t at, std::uint64_t more) {
            if ((near_[at] | more) == near_[at]) return;
            saved_near_.push_back({static_cast<std::uint32_t>(at), near_[at]});
            near_[at] |= more;
        };
        if (from < 0) {
            add(start, mask >> -from);
            continue;
        }
        const auto word = static_cast<std::size_t>(from) / 64, shift = static_cast<std::size_t>(from) % 64;
        add(start + word, mask << shift);
        if (shift > 64 - 7 && word + 1 < stride_) add(start + word + 1, mask >> (64 - shift));
    }
}

void Board::make(Cell cell) {
    assert(cell < marks_.size() && empty(cell));
    undos_.push_back({cell, top_, bottom_, static_cast<std::uint32_t>(saved_.size()),
                      static_cast<std::uint32_t>(saved_near_.size()), key_, tally_});
    saved_.push_back({cell, {codes_[0][cell], codes_[1][cell]}, {threats_[0][cell], threats_[1][cell]}});
    leave(0, cell), leave(1, cell);
    marks_[cell] = static_cast<std::uint8_t>(side_ + 1);
    --empties_;
    flip(side_, cell);
    switch (k()) {
        case 4: update<4>(cell); break;
        case 5: update<5>(cell); break;
        case 6: update<6>(cell); break;
        default: update<0>(cell);
    }
    widen(cell);
    const auto row = static_cast<std::uint16_t>(cell / n_);
    top_ = std::min(top_, row), bottom_ = std::max(bottom_, row);
    key_ ^= zobrist_[static_cast<std::size_t>(side_)][cell] ^ turn_key;
    side_ ^= 1;
}

void Board::undo() {
    assert(!undos_.empty());
    const Undo& last = undos_.back();
    side_ ^= 1;
    flip(side_, last.cell);
    marks_[last.cell] = 0;
    ++empties_;
    for (std::size_t i = saved_.size(); i-- > last.saved;) {
        const Saved& was = saved_[i];
        for (std::size_t p = 0; p < 2; ++p) codes_[p][was.cell] = was.codes[p], threats_[p][was.cell] = was.threats[p];
    }
    for (std::size_t i = saved_near_.size(); i-- > last.near;) near_[saved_near_[i].at] = saved_near_[i].word;
    saved_.resize(last.saved);
    saved_near_.resize(last.near);
    tally_ = last.tally, key_ = last.key, top_ = last.top, bottom_ = last.bottom;
    undos_.pop_back();
}

void Board::pass() {
    side_ ^= 1;
    key_ ^= turn_key;
}

Cell Board::find(int player, Threat threat) const {
    const auto& row = threats_[static_cast<std::size_t>(player)];
    const auto* found = static_cast<const std::uint8_t*>(std::memchr(row.data(), threat, marks_.size()));
    assert(found != nullptr);
    return static_cast<Cell>(found - row.data());
}

void Board::gather(int player, Threat least, std::vector<Cell>& into) const {
    const auto& row = threats_[static_cast<std::size_t>(player)];
    const std::size_t end = marks_.size();
    // A byte plus 128 - least has its high bit set if and only if it is at least `least`.
    const std::uint64_t lift = (128ULL - least) * 0x0101010101010101ULL;
    for (std::size_t c = 0; c < end; c += 8) {
        std::uint64_t word;
        std::memcpy(&word, row.data() + c, 8);
        for (word = (word + lift) & 0x8080808080808080ULL; word != 0; word &= word - 1)
            into.push_back(static_cast<Cell>(c + static_cast<std::size_t>(std::countr_zero(word)) / 8));
    }
}

void Board::gather_near(std::vector<Cell>& into) const {
    const int from = std::max(0, top_ - around_reach), to = std::min(m_ - 1, bottom_ + around_reach);
    for (int row = from; row <= to; ++row)
        for (std::size_t w = 0; w < stride_; ++w)
            for (std::uint64_t word = near_[static_cast<std::size_t>(row) * stride_ + w]; word != 0; word &= word - 1) {
                const int column = static_cast<int>(w) * 64 + std::countr_zero(word);
                if (column >= n_) break;
                const auto cell = static_cast<Cell>(row * n_ + column);
                if (empty(cell)) into.push_back(cell);
            }
}

}  // namespace passatempo::mnk
