// Cards that can be laid: a row that goes as it must is drawn first, and its cards are shuffled.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace passatempo::cards::play {

// How a row goes, U up and D down in turn; its greatest card at most, and the distance of the maxima of UDUD, 0 for
// any.
struct Wish {
    std::uint32_t number;
    std::string pattern;
    std::uint32_t most, distance;
};

struct Deal {
    std::vector<std::uint32_t> cards;
    std::uint32_t distance = 0;  // of the row that was drawn, if it goes UDUD
};

// Interior ends; no cards where there is no such row, or hardly any.
Deal dealt(const Wish& wish, const std::string& seed);

}  // namespace passatempo::cards::play
