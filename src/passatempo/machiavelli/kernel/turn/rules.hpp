// The rules of a turn, and what a seat sees that is to play: the same for questions, bots, hints and games.
#pragma once

#include <array>
#include <cstdint>

#include "judge.hpp"
#include "offer.hpp"

namespace passatempo::machiavelli {

using Weights = std::array<Value, deck + 1>;  // of each card, a joker last

// What frees a joker of the table, so that it may stand for another card.
enum class Freeing : std::uint8_t {
    free,   // nothing is needed
    hand,   // the card that it stands for, from the hand
    table,  // that card, from the hand or from elsewhere on the table
};

// What the first play of a seat must lay of its hand.
enum class Opening : std::uint8_t { none, own_group, points };

struct TurnRules {
    Line line;
    int decks = 2;
    int jokers = 0;
    Freeing joker_freeing = Freeing::free;
    Opening opening_kind = Opening::none;
    Value opening_points = 0;  // the opening groups are worth as much at least
    bool continues = false;    // after its opening groups a seat may go on in the same turn
    int new_card_limit = 0;    // cards of the hand that a turn may lay; 0: any number
    int crosses = 0;           // single cards of the table that may stay alone
    Weights card_points{};

    // Do a play's cards and melds decide alone whether it is legal?
    bool is_plain() const {
        return joker_freeing == Freeing::free && opening_kind == Opening::none && new_card_limit == 0 && crosses == 0;
    }
};

// What a seat sees that is to play. Every joker of the table is named; in the hand it is `deck`.
struct Position {
    const TurnRules& rules;
    const Piles& table;
    const Pile& hand;
    bool has_opened = true;
    bool may_lay = true;  // not in a first turn that only draws

    bool must_open() const { return !has_opened && rules.opening_kind != Opening::none; }
    // May it touch the groups of the table?
    bool sees_table() const { return !must_open() || rules.continues; }
    Position with_hand(const Pile& other) const { return {rules, table, other, has_opened, may_lay}; }
};

}  // namespace passatempo::machiavelli
