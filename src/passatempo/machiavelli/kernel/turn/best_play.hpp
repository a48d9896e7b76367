// The best play of a turn under its rules, whether anything can be laid, and how given cards can be laid.
#pragma once

#include <optional>

#include "group_keeping/group_maximizer.hpp"
#include "turn/divisions.hpp"
#include "turn/rules.hpp"

namespace passatempo::machiavelli {

// The cards laid, with jokers as the cards they stand for, and the table after the turn.
struct TurnResult {
    Pile hand_cards;
    Piles table;
};

// The value of each card to a player, the joker's last. Among plays of equal value, one that empties the hand is best,
// then one with the fewest jokers. `is_limited` applies the limit on the cards of a turn.
struct PlayPreference {
    Weights card_weights;
    bool is_limited = true;
};

// Needs only a few searches per interpretation of the rules. Reuses its memory between turns.
class TurnSolver {
public:
    struct TurnPlay {
        Value total_value = 0;
        Pile hand_cards;  // from the hand, sorted, with jokers as plain jokers
        Piles table;      // a possible arrangement of all cards afterwards
    };

    // Find a play of greatest value. If an opening is required and impossible, there is none.
    std::optional<TurnPlay> find_best_play(const Position& at, const PlayPreference& preference, Budget& budget);
    Pile largest_play(const Position& at, Budget& budget, bool is_limited = true);  // counts cards, jokers too

    // The groups that the hand alone can form, with as many cards as possible and jokers as plain jokers.
    Piles hand_groups(const Position& at, Budget& budget);

    // Lay exactly these cards and keep as many groups as possible. Return nothing if this is impossible.
    std::optional<TurnResult> fit_cards(const Position& at, const Pile& cards, Budget& budget);

    // The play of the most cards that keeps the most groups.
    std::optional<TurnResult> smallest_change(const Position& at, Budget& budget);

    // Return whether exactly these cards can be laid, or any cards that include the mandatory ones. This is quicker
    // than to find how.
    bool can_lay_all(const Position& at, const Pile& cards, Budget& budget);
    bool can_lay(const Position& at, Budget& budget, const Pile& mandatory_cards = {});

    // Return whether the cards, all from a hand, contain groups that meet the opening rule.
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

// The cards that the turn has added to the table, with jokers as the cards they stand for.
Pile cards_from_hand(const Piles& before, const Piles& after);

}  // namespace passatempo::machiavelli
