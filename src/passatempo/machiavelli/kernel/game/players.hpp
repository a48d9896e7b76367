// Players that are no people, under all rules: they choose which cards go.
#pragma once

#include "laying.hpp"

namespace passatempo::machiavelli {

Act novice(Lays& lays, const Match& match, Budget& budget);
Act greedy(Lays& lays, const Match& match, Budget& budget);  // most cards
Act points(Lays& lays, const Match& match, Budget& budget);  // cards that are worth most
Act patient(Lays& lays, const Match& match, Budget& budget);

Act moved(Lays& lays, const Match& match, Bot bot, Budget& budget);

// Draw, or pass where nothing can be drawn.
inline Act waited(const Match& match) { return {match.may_draw() ? Did::drew : Did::passed, {}, {}}; }

// Make a bot's move.
void make(Lays& lays, Match& match, const Act& act, Budget& budget);

}  // namespace passatempo::machiavelli
