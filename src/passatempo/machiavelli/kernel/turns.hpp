// Turns as they are told: what a bot does, and which rules a person's move breaks.
#pragma once

#include <vector>

#include "game.hpp"

namespace passatempo::machiavelli {

enum class Did : int { laid = 0, drew = 1, passed = 2 };

// A turn as it was played; the table is told only where it has changed.
struct Told {
    Did did = Did::drew;
    std::vector<int> laid;
    Melds table;
};

// A rule that a move breaks; the order is shared with the browser app.
enum class Broken : std::uint8_t {
    nothing_laid,
    not_in_hand,
    taken_back,    // a card of the table, or one laid, does not lie there any more
    foreign_card,  // a card lies there that nobody laid
    bad_meld,
    must_lay,
    turn_began_with_draw,  // so that who lays nothing passes
    stock_empty,           // likewise
    must_draw,
};

struct Fault {
    Broken rule;
    std::uint32_t where = 0;  // the card, or the number of the group, from 1
};

std::vector<int> listed(const Ranks& cards);

// Let a bot take the turn of the seat that is to move.
Told bot_turn(Croupier& croupier, Game& game, Bot bot, Budget& budget);

// What is wrong with a move of the seat that is to move: nothing where it is legal.
std::vector<Fault> faults(Croupier& croupier, const Game& game, const Told& move, Budget& budget);

// Do what a legal move says.
void person_turn(Croupier& croupier, Game& game, const Told& move, Budget& budget);

}  // namespace passatempo::machiavelli
