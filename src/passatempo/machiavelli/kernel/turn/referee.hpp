// Which rules the cards that are laid and the table at the end of a turn break.
#pragma once

#include <vector>

#include "turn/best_play.hpp"

namespace passatempo::machiavelli {

// A rule that a move breaks; the order is shared with game/play.py and the browser app.
enum class RuleBreach : std::uint8_t {
    nothing_laid,
    not_in_hand,
    taken_back,    // a card of the table, or one laid, does not lie there any more
    foreign_card,  // a card lies there that nobody laid
    bad_meld,
    must_lay,
    turn_began_with_draw,  // so that who lays nothing passes
    stock_empty,           // likewise
    must_draw,
    too_many_new,
    changed_group,  // by a seat that has not opened
    too_few_points,
    joker_not_freed,
    no_opening,        // the cards laid hold no groups that open
    first_turn_draws,  // and lays nothing
    wrong_penalty,     // the rules have another, or none
};

struct Fault {
    RuleBreach breach;
    std::uint32_t detail =
        0;  // the card, the number of the group, from 1, what the groups of the hand are worth, or the penalty
};

// Is it a meld, and does every joker say what it stands for?
bool is_meld(const Pile& group, Line line);

// What is wrong with laying these cards, jokers as what they stand for, so that the table lies like this.
std::vector<Fault> faults_of_laying(TurnSolver& solver, const Position& at, const TurnResult& turn_result,
                                    Budget& budget);

}  // namespace passatempo::machiavelli
