// Turns as they are told: what a bot does.
#pragma once

#include <vector>

#include "game/game.hpp"

namespace passatempo::machiavelli {

enum class Did : int { laid = 0, drew = 1, passed = 2 };

// A turn as it was played; the table is told only where it has changed.
struct Told {
    Did did = Did::drew;
    std::vector<int> laid;
    Melds table;
};

std::vector<int> listed(const Ranks& cards);

// Let a bot take the turn of the seat that is to move.
Told bot_turn(Croupier& croupier, Game& game, Bot bot, Budget& budget);

}  // namespace passatempo::machiavelli
