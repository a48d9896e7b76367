// What jokers stand for in melds.
#pragma once

#include <vector>

#include "cards.hpp"

namespace passatempo::machiavelli {

// In each card's melds, let jokers play this many of its copies.
void put_jokers(Melds& melds, std::array<int, deck> wild);

// Jokers that stand for no card in particular: short runs of spades.
void add_melds_of_jokers(int jokers, Melds& melds);

// The last jokers of these melds, so many at most, as what they stand for: the hand's, those before are the table's.
std::vector<int> last_jokers(const Melds& melds, int most);

}  // namespace passatempo::machiavelli
