// The rules that a turn breaks, by the cards laid and the table at its end.
#pragma once

#include <vector>

#include "turn/best_play.hpp"

namespace passatempo::machiavelli {

// A rule that a move breaks. The order is shared with game/play.py and the browser app.
enum class RuleBreach : std::uint8_t {
    nothing_laid,
    not_in_hand,
    taken_back,    // a card of the table, or one laid, is missing
    foreign_card,  // a card on the table that nobody laid
    bad_meld,
    must_lay,
    turn_began_with_draw,  // so a player who lays nothing passes
    stock_empty,           // likewise
    must_draw,
    too_many_new,
    changed_group,  // by a player who has not opened
    too_few_points,
    joker_not_freed,
    no_opening,        // the cards laid contain no groups that open
    first_turn_draws,  // and lays nothing
    wrong_penalty,     // the rules have another penalty, or none
};

struct Fault {
    RuleBreach breach;
    std::uint32_t detail =
        0;  // the card, the number of the group from 1, the points of the hand's groups, or the penalty
};

// Return whether a group is a meld and all its jokers are named.
bool is_meld(const Pile& group, Line line);

// The faults of laying these cards (jokers as the cards they stand for) and leaving this table.
std::vector<Fault> faults_of_laying(TurnSolver& solver, const Position& at, const TurnResult& turn_result,
                                    Budget& budget);

}  // namespace passatempo::machiavelli
