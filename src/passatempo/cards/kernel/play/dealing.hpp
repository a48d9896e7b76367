// Cards that can be laid: a row that goes as it must is drawn first, and its cards are shuffled.
// Twin: cards/game/dealing.py
#pragma once

#include <cstdint>
#include <vector>

namespace passatempo::cards::play {

struct Deal {
    std::vector<std::uint32_t> cards;
    std::uint32_t distance;  // of the row that was drawn
};

// UDUD with interior ends; at least five cards.
Deal dealt(std::uint32_t number, std::uint64_t seed);

}  // namespace passatempo::cards::play
