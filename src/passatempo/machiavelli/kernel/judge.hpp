// Decides whether a group of cards is a meld, and which rule it breaks if not.
#pragma once

#include <optional>
#include <vector>

#include "cards.hpp"

namespace passatempo::machiavelli {

using Pile = std::vector<std::uint8_t>;  // any number of cards, in the order in which they lie
using Piles = std::vector<Pile>;

// The kind of a group. The order is shared with the browser app.
enum class Verdict : std::uint8_t {
    run,
    set,
    identical,  // contains a card twice
    too_short,  // fewer than three cards
    too_long,   // more cards than the longest meld of its kind
    gap,        // cards of one suit, but not consecutive
    ace,        // a run if the ace were allowed at this place
    mixed,      // neither of one suit nor of one rank
};

struct Judgement {
    Verdict verdict = Verdict::mixed;
    Pile named;        // of a meld: its cards, with free jokers as the cards they stand for
    Pile play_order;   // of a meld: its cards in order of play
    Pile fault_cards;  // identical: the duplicates; gap: the missing cards; mixed: the odd cards
};

Judgement judge(const Pile& group, Line line);

// Name the free jokers of a group. Return nothing if it is no meld under any names.
std::optional<Pile> name_jokers(const Pile& group, Line line);

// A meld of these cards, at most `Meld::size_limit`.
Meld meld_of(const Pile& pile);

// The cards sorted, with every joker as a plain joker.
Pile card_kinds(Pile group);

}  // namespace passatempo::machiavelli
