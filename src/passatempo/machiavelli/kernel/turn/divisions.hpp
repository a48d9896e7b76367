// Which jokers of the table are freed, and which crosses stay alone.
//
// For a card c: t copies on the table, J jokers that stand for it there, of which y are freed, u copies laid from the
// hand. y <= u where the card must come from the hand, y <= t + u where it may come from the table too; a joker that is
// not freed is a card like any other. For the same u, more freed is never worse.
#pragma once

#include <functional>
#include <optional>

#include "budget.hpp"
#include "turn/piles.hpp"
#include "turn/rules.hpp"

namespace passatempo::machiavelli {

// One way to divide the cards of a turn.
struct Division {
    Piles groups;          // that may be rearranged; a joker that is not freed lies as the card that it stands for
    Piles named_groups;    // the same groups, each joker as what it stands for; none where that is no matter
    Pile bound_jokers;     // the jokers that are not freed
    Piles fixed_groups;    // groups that stay: crosses that stay alone, or the table in an opening turn
    Pile mandatory_cards;  // cards of the hand that must be laid
    Pile optional_cards;   // the others
};

using VisitDivision = std::function<bool(const Division&)>;

// Visit every way in which these cards of the hand are laid, fewest crosses moved first, until a visit returns true;
// return whether one did. With the whole hand to be laid there is one way for each choice of crosses and names.
bool any_division(const Position& at, const Pile& mandatory_cards, Budget& budget, const VisitDivision& visit);

// The card of a joker that stood for it and now stands for another although nothing freed it.
std::optional<int> find_bound_joker(const TurnRules& rules, const Piles& before, const Pile& hand_cards,
                                    const Piles& after);

}  // namespace passatempo::machiavelli
