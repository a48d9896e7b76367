// Marks as bits, along every line in four directions, and row by row to find the cells near them.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <vector>

namespace passatempo::mnk {

using Cell = std::uint16_t;
constexpr Cell nowhere = 0xFFFF;
constexpr int directions = 4;

// Every line of the board, such that the surroundings of a cell are one unaligned word.
//
// A cell has a bit for each player, set if he has a mark there. Beyond the edges both bits are set. For short lines the
// two bits are adjacent, so that one word shows both players. For others, each player has his own stretch.
class LineBits {
public:
    LineBits(int m, int n, int k);

    void clear() { mark_bits_ = empty_bits_; }

    void flip_mark(int player, Cell cell) {
        for (const std::uint32_t at : bit_offsets_[cell]) {
            const std::uint32_t place = at + player * player_stride_;
            mark_bits_[place / 8] ^= 1U << (place & 7);
        }
    }

    bool has_mark(int player, Cell cell) const {
        const std::uint32_t place = bit_offsets_[cell][0] + player * player_stride_;
        return ((mark_bits_[place / 8] >> (place & 7)) & 1) != 0;
    }

    // Both players' bits from `back` cells before the cell on, the first's in the even places. Only for lines in pairs.
    std::uint64_t mark_pairs(Cell cell, int direction, int back) const {
        assert(player_stride_ == 1);
        return bits_from(bit_offsets_[cell][direction] - 2 * back);
    }

    // One player's bits from `back` cells before the cell on. At least 57 of them are valid.
    std::uint64_t player_row(int player, Cell cell, int direction, int back) const {
        assert(player_stride_ > 1);
        const std::uint32_t at = bit_offsets_[cell][direction] + player * player_stride_;
        return bits_from(at - back);
    }

private:
    std::uint64_t bits_from(std::uint32_t at) const {
        std::uint64_t word;
        assert(at / 8 + 8 <= mark_bits_.size());
        std::memcpy(&word, mark_bits_.data() + at / 8, 8);
        return word >> (at & 7);
    }

    std::uint32_t player_stride_;  // from the first player's bit to the second's
    std::vector<std::array<std::uint32_t, directions>>
        bit_offsets_;  // the first player's bit of a cell in each direction
    std::vector<std::uint8_t> mark_bits_, empty_bits_;
};

// The marked cells, and the empty cells near a mark.
class CandidateMask {
public:
    CandidateMask(int m, int n);

    void clear();
    void flip_mark(Cell cell) {
        const BitPosition place = bit_positions_[cell];
        mark_words_[place.word_index] ^= std::uint64_t{1} << place.bit_index;
    }
    bool has_mark(Cell cell) const {
        const BitPosition place = bit_positions_[cell];
        return ((mark_words_[place.word_index] >> place.bit_index) & 1) != 0;
    }

    // Append the empty cells worth searching, up to two steps in any direction from a mark, or three along a line.
    void gather_near(std::vector<Cell>& into) const;

private:
    struct BitPosition {
        std::uint32_t word_index, bit_index;
    };
    // Neighbourhood as seen from one row: marks that reach two columns on either side there, and marks that reach the
    // third.
    struct RowMask {
        std::uint64_t two_columns = 0, three_columns = 0;
    };
    RowMask row_mask(std::size_t word) const;
    std::uint64_t near_cells(std::size_t word, const RowMask& left, const RowMask& centre_mask,
                             const RowMask& right) const;
    void gather_row(int row, std::vector<Cell>& into) const;

    int n_;
    std::size_t row_stride_;              // words in a row
    std::size_t first_word_, last_word_;  // words of the board, with three empty rows before and after
    std::vector<BitPosition> bit_positions_;
    std::vector<std::uint64_t> mark_words_;
};

}  // namespace passatempo::mnk
