// From the groups on the table to the new melds, as moves that a person can follow.
#pragma once

#include <vector>

#include "budget.hpp"
#include "judge.hpp"

namespace passatempo::machiavelli {

// Some cards go from one place to another. Places 1 to n are the groups that lay there before, further ones are begun
// on the way; 0 is the hand.
struct Step {
    Pile take, was;  // a joker as what it will stand for, and as what it stood for
    std::uint32_t source = 0, target = 0;
    Pile source_pile,
        target_pile;  // what lies at the source (nothing is said of the hand) and at the target afterwards
};

// For each new meld the old group that it continues, so that fewest cards are moved; -1: it is begun afresh.
std::vector<int> pair_groups(const Piles& before, const Piles& after, Budget& budget);

// How many cards of the table must leave their group, by that pairing.
int count_moves(const Piles& before, const Piles& after, Budget& budget);

// Fewest cards moved on the table, then those of the hand; melds are completed one after the other. The jokers of
// `hand_cards` are named. Fewer steps than are needed where the budget ran out.
std::vector<Step> plan(const Piles& before, const Piles& after, const Pile& hand_cards, Budget& budget);

}  // namespace passatempo::machiavelli
