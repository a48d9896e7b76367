// The best play of a turn under its rules, whether anything can be laid, and how exactly these cards are laid.
#pragma once

#include <optional>

#include "group_keeping/group_maximizer.hpp"
#include "turn/divisions.hpp"
#include "turn/rules.hpp"

namespace passatempo::machiavelli {

// Cards laid, jokers as what they stand for, and the table then.
struct TurnResult {
    Pile hand_cards;
    Piles table;
};

// What a seat wants of its cards: a value each, the joker's last. Of plays of equal value the one that empties the hand
// is best, then one with fewest jokers. `is_limited`: no more cards than a turn may lay.
struct PlayPreference {
    Weights card_weights;
    bool is_limited = true;
};

// Few searches of the kernel for each way to take the rules. Keeps its memory between turns.
class TurnSolver {
public:
    struct TurnPlay {
        Value total_value = 0;
        Pile hand_cards;  // of the hand, in order, jokers as jokers
        Piles table;      // how everything may lie then
    };

    // The cards of a play of greatest value; with an opening to make nothing where there is none.
    std::optional<TurnPlay> find_best_play(const Position& at, const PlayPreference& preference, Budget& budget);
    Pile largest_play(const Position& at, Budget& budget, bool is_limited = true);  // of cards, jokers too

    // The groups that the hand makes by itself, of as many cards as can be, jokers as jokers.
    Piles hand_groups(const Position& at, Budget& budget);

    // Lay exactly these cards, so that most groups stay as they are; nothing where that cannot be.
    std::optional<TurnResult> fit_cards(const Position& at, const Pile& cards, Budget& budget);

    // The play of most cards that leaves most groups as they are.
    std::optional<TurnResult> smallest_change(const Position& at, Budget& budget);

    // Can exactly these cards be laid, and can any, these among them? Quicker than to find how.
    bool can_lay_all(const Position& at, const Pile& cards, Budget& budget);
    bool can_lay(const Position& at, Budget& budget, const Pile& mandatory_cards = {});

    // Do the cards, all of a hand, hold groups that open?
    bool can_open(const TurnRules& rules, const Pile& cards, Budget& budget);

    std::size_t memory_bytes() const { return play_solver_.memory_bytes() + group_maximizer_.memory_bytes(); }

private:
    std::optional<PlayResult> search_division(const Position& at, const Division& division,
                                              const PlayPreference& preference, int jokers, Budget& budget);
    bool meets_demand(const Position& at, const Division& division, const Demand& demand, const PlayResult& best_play,
                      Budget& budget);
    std::optional<TurnPlay> search_divisions(const Position& at, const PlayPreference& preference,
                                             const TurnPlay* play_bound, Budget& budget);
    std::optional<PlayResult> arrange_division(const Position& at, const Division& division, Budget& budget);
    Piles spare_groups(const Position& at, const Division& division, PlayResult division_play, Budget& budget);
    bool can_lay_any(const Division& division, Line line, Budget& budget);

    Arranger arranger_;
    PlaySolver play_solver_;
    GroupMaximizer group_maximizer_;
};

// The cards that are on the table after a turn and were not before, jokers as what they stand for.
Pile cards_from_hand(const Piles& before, const Piles& after);

}  // namespace passatempo::machiavelli
