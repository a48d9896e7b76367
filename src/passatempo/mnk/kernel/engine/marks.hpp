// Where marks stand, as bits: along every line in four directions, and row by row for the cells near them.
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

// Every line of the board: what stands around a cell is one unaligned word.
//
// A cell has a bit for each player, set where he has a mark; beyond the edges, both are. For short lines the two bits
// stand side by side, so that one word shows both players; for others each player has his own stretch.
class Lines {
public:
    Lines(int m, int n, int k);

    void clear() { bits_ = empty_; }

    void flip(int player, Cell cell) {
        for (const std::uint32_t at : at_[cell]) {
            const std::uint32_t place = at + player * apart_;
            bits_[place / 8] ^= 1U << (place & 7);
        }
    }

    bool has(int player, Cell cell) const {
        const std::uint32_t place = at_[cell][0] + player * apart_;
        return ((bits_[place / 8] >> (place & 7)) & 1) != 0;
    }

    // Both players' bits (first in the even places) from `back` cells before the cell on; of lines in pairs only.
    std::uint64_t pairs(Cell cell, int direction, int back) const {
        assert(apart_ == 1);
        return word(at_[cell][direction] - 2 * back);
    }

    // One player's bits from `back` cells before the cell on; at least 57 of them count.
    std::uint64_t row(int player, Cell cell, int direction, int back) const {
        assert(apart_ > 1);
        const std::uint32_t at = at_[cell][direction] + player * apart_;
        return word(at - back);
    }

private:
    std::uint64_t word(std::uint32_t at) const {
        std::uint64_t word;
        assert(at / 8 + 8 <= bits_.size());
        std::memcpy(&word, bits_.data() + at / 8, 8);
        return word >> (at & 7);
    }

    std::uint32_t apart_;                                    // from the first player's bit to the second's
    std::vector<std::array<std::uint32_t, directions>> at_;  // the first player's bit of a cell in each direction
    std::vector<std::uint8_t> bits_, empty_;
};

// Which cells are marked, and which of the others are near a mark.
class Neighbourhood {
public:
    Neighbourhood(int m, int n);

    void clear();
    void flip(Cell cell) {
        const Place place = places_[cell];
        words_[place.word] ^= std::uint64_t{1} << place.bit;
    }
    bool has(Cell cell) const {
        const Place place = places_[cell];
        return ((words_[place.word] >> place.bit) & 1) != 0;
    }

    // Append the empty cells worth a look: those up to two steps any way from a mark, or three along a line.
    void gather_near(std::vector<Cell>& into) const;

private:
    struct Place {
        std::uint32_t word, bit;
    };
    // Neighbourhood as seen from one row: those that reach two columns on either side there, and those that reach the
    // third.
    struct Reach {
        std::uint64_t two = 0, three = 0;
    };
    Reach reach(std::size_t word) const;
    std::uint64_t near(std::size_t word, const Reach& left, const Reach& here, const Reach& right) const;
    void gather_row(int row, std::vector<Cell>& into) const;

    int n_;
    std::size_t stride_;        // words in a row
    std::size_t first_, last_;  // words of the board; before and after it there are three empty rows
    std::vector<Place> places_;
    std::vector<std::uint64_t> words_;
};

}  // namespace passatempo::mnk
