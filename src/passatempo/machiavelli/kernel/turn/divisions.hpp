// The choice of jokers of the table to free, and of crosses to leave alone.
//
// For a card c, let t be its copies on the table, J the jokers that stand for it there, y those freed and u its copies
// laid from the hand. If the card must come from the hand, y <= u. If it may come from the table too, y <= t + u. A
// joker that is not freed acts as a normal card. For the same u, freeing more is never worse.
#pragma once

#include <functional>
#include <optional>

#include "budget.hpp"
#include "turn/piles.hpp"
#include "turn/rules.hpp"

namespace passatempo::machiavelli {

// One way to divide the cards of a turn.
struct Division {
    Piles groups;          // groups that may be rearranged, with each bound joker as the card it stands for
    Piles named_groups;    // the same groups with named jokers, or none if names do not matter
    Pile bound_jokers;     // jokers that are not freed
    Piles fixed_groups;    // groups that stay: crosses left alone, or the table in an opening turn
    Pile mandatory_cards;  // hand cards that must be laid
    Pile optional_cards;   // the other hand cards
};

using VisitDivision = std::function<bool(const Division&)>;

// Visit every division that lays these cards of the hand, with the fewest crosses moved first, until a visit returns
// true. Return whether one did. If the whole hand must be laid, there is one division for each choice of crosses and
// names.
bool any_division(const Position& at, const Pile& mandatory_cards, Budget& budget, const VisitDivision& visit);

// The card of a joker that changed its card although nothing freed it.
std::optional<int> find_bound_joker(const TurnRules& rules, const Piles& before, const Pile& hand_cards,
                                    const Piles& after);

}  // namespace passatempo::machiavelli
