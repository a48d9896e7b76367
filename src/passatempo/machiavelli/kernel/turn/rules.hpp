// The rules of a turn and the view of the player to move, shared by queries, bots, hints and games.
#pragma once

#include <array>
#include <cstdint>

#include "judge.hpp"
#include "offer.hpp"

namespace passatempo::machiavelli {

using Weights = std::array<Value, deck + 1>;  // of each card, a joker last

// The condition that frees a joker of the table, so that it may stand for another card.
enum class Freeing : std::uint8_t {
    free,   // no condition
    hand,   // the card that it stands for is laid from the hand
    table,  // that card is laid from the hand or moved from elsewhere on the table
};

// The requirement on a player's first play from the hand.
enum class Opening : std::uint8_t { none, own_group, points };

struct TurnRules {
    Line line;
    int decks = 2;
    int jokers = 0;
    Freeing joker_freeing = Freeing::free;
    Opening opening_kind = Opening::none;
    Value opening_points = 0;  // the least worth of the opening groups
    bool continues = false;    // a player may continue in the same turn after opening
    int new_card_limit = 0;    // limit on hand cards laid in a turn; 0: any number
    int crosses = 0;           // single cards of the table that may stay alone
    Weights card_points{};

    // Whether the cards and melds of a play alone decide if it is legal.
    bool is_plain() const {
        return joker_freeing == Freeing::free && opening_kind == Opening::none && new_card_limit == 0 && crosses == 0;
    }
};

// The view of the player to move. Every joker of the table is named, and a joker in the hand is `deck`.
struct Position {
    const TurnRules& rules;
    const Piles& table;
    const Pile& hand;
    bool has_opened = true;
    bool may_lay = true;  // false in a first turn that only draws

    bool must_open() const { return !has_opened && rules.opening_kind != Opening::none; }
    // Whether the player may touch the groups of the table.
    bool sees_table() const { return !must_open() || rules.continues; }
    Position with_hand(const Pile& other) const { return {rules, table, other, has_opened, may_lay}; }
};

}  // namespace passatempo::machiavelli
