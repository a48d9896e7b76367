// Which cells are marked, as rows of bits, and which of the others are near a mark.
#pragma once

#include <cstdint>
#include <vector>

#include "lines.hpp"

namespace passatempo::mnk {

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
