// All legal melds, as sets of cards.
#pragma once

#include "cards.hpp"

namespace passatempo::machiavelli {

// Runs by suit, then sets by rank, each in order of play; the thirteen runs of a whole circle are one set of cards.
const Melds& legal_melds(Ace ace);

// Is this a meld? Jokers (deck, or joker_as + c for a joker laid as c) stand for what they say, or for any card.
bool is_legal(const Meld& meld, Ace ace);

}  // namespace passatempo::machiavelli
