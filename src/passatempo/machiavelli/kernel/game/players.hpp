// Players that are no people, under all rules: they choose which cards go.
#pragma once

#include "match.hpp"
#include "turn/best_play.hpp"

namespace passatempo::machiavelli {

Act novice(TurnSolver& solver, const Match& match, Budget& budget);
Act greedy(TurnSolver& solver, const Match& match, Budget& budget);  // most cards
Act points(TurnSolver& solver, const Match& match, Budget& budget);  // cards that are worth most
Act patient(TurnSolver& solver, const Match& match, Budget& budget);

// The cards of the play that is worth most, jokers counted.
Pile dearest(TurnSolver& solver, const Position& at, Budget& budget);

Act moved(TurnSolver& solver, const Match& match, Bot bot, Budget& budget);

// Draw, or pass where nothing can be drawn.
inline Act waited(const Match& match) { return {match.may_draw() ? Did::drew : Did::passed, {}, {}}; }

// Make a bot's move.
void make(TurnSolver& solver, Match& match, const Act& act, Budget& budget);

}  // namespace passatempo::machiavelli
