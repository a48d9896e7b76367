// Is a group of cards as it lies a meld, and if it is none, which rule fails?
#pragma once

#include <optional>
#include <vector>

#include "cards.hpp"

namespace passatempo::machiavelli {

using Pile = std::vector<std::uint8_t>;  // any number of cards, as they lie
using Piles = std::vector<Pile>;

// What a group is; the order is shared with the browser app.
enum class Verdict : std::uint8_t {
    run,
    set,
    identical,  // it holds a card twice
    too_short,  // fewer than three cards
    too_long,   // more cards than the longest meld of its kind has
    gap,        // of one suit, but not consecutive
    ace,        // it would be a run if the ace might stand there
    mixed,      // neither of one suit nor of one rank
};

struct Judgement {
    Verdict verdict = Verdict::mixed;
    Pile named;        // of a meld: its cards, free jokers as what they stand for
    Pile play_order;   // of a meld: its cards in order of play
    Pile fault_cards;  // identical: those that are there twice; gap: what is missing; mixed: the odd ones
};

Judgement judge(const Pile& group, Line line);

// The group with its free jokers named; nothing where it is no meld whatever they stand for.
std::optional<Pile> name_jokers(const Pile& group, Line line);

// The same cards, no more than a meld can have.
Meld meld_of(const Pile& pile);

// The cards in order, every joker as a joker whatever it stands for.
Pile card_kinds(Pile group);

}  // namespace passatempo::machiavelli
