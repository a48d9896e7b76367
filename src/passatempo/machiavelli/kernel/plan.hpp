// The way from the groups on the table to the new melds, as moves that a person can follow.
#pragma once

#include <vector>

#include "budget.hpp"
#include "judge.hpp"

namespace passatempo::machiavelli {

// Some cards go from one place to another. Places 1 to n are the earlier groups, later ones are new, and 0 is the hand.
struct Step {
    Pile take, was;  // jokers as the cards they will stand for, and as those they stood for
    std::uint32_t source = 0, target = 0;
    Pile source_pile,
        target_pile;  // the groups at the source (empty for the hand) and at the target afterwards
};

// For each new meld, the old group that it continues, or -1 if it is new. The pairing moves the fewest cards.
std::vector<int> pair_groups(const Piles& before, const Piles& after, Budget& budget);

// The number of cards of the table that must leave their group under that pairing.
int count_moves(const Piles& before, const Piles& after, Budget& budget);

// Plan the moves. They move as few cards as possible on the table, then those of the hand, and complete one meld after
// the other. The jokers of `hand_cards` are named. If the budget runs out, steps are missing.
std::vector<Step> plan(const Piles& before, const Piles& after, const Pile& hand_cards, Budget& budget);

}  // namespace passatempo::machiavelli
