// The bots under all rules, which choose the cards to lay.
#pragma once

#include "match.hpp"
#include "turn/best_play.hpp"

namespace passatempo::machiavelli {

MatchMove novice_move(TurnSolver& solver, const Match& match, Budget& budget);
MatchMove greedy_move(TurnSolver& solver, const Match& match, Budget& budget);  // most cards
MatchMove points_move(TurnSolver& solver, const Match& match, Budget& budget);  // most points
MatchMove patient_move(TurnSolver& solver, const Match& match, Budget& budget);

// The cards of the play with the most points, jokers included.
Pile dearest_cards(TurnSolver& solver, const Position& at, Budget& budget);

MatchMove bot_move(TurnSolver& solver, const Match& match, Bot bot, Budget& budget);

// Draw, or pass if nothing can be drawn.
inline MatchMove wait_move(const Match& match) {
    return {match.may_draw() ? MoveKind::drew : MoveKind::passed, {}, {}};
}

// Make a bot's move.
void make_move(TurnSolver& solver, Match& match, const MatchMove& act, Budget& budget);

}  // namespace passatempo::machiavelli
