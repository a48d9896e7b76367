// The best play of a turn under its rules, whether anything can be laid, and how exactly these cards are laid.
#pragma once

#include <optional>

#include "keep/most_kept.hpp"
#include "turn/freed_jokers.hpp"
#include "turn/rules.hpp"

namespace passatempo::machiavelli {

// Cards laid, jokers as what they stand for, and the table then.
struct Laying {
    Pile laid;
    Piles table;
};

// What a seat wants of its cards: a value each, the joker's last. Of plays of equal value the one that empties the hand
// is best, then one with fewest jokers. `limited`: no more cards than a turn may lay.
struct Wish {
    Weights weights;
    bool limited = true;
};

// Few searches of the kernel for each way to take the rules. Keeps its memory between turns.
class TurnSolver {
public:
    struct Choice {
        Value value = 0;
        Pile cards;   // of the hand, in order, jokers as jokers
        Piles table;  // how everything may lie then
    };

    // The cards of a play of greatest value; with an opening to make nothing where there is none.
    std::optional<Choice> best(const Position& at, const Wish& wish, Budget& budget);
    Pile most(const Position& at, Budget& budget, bool limited = true);  // of cards, jokers too

    // The groups that the hand makes by itself, of as many cards as can be, jokers as jokers.
    Piles own(const Position& at, Budget& budget);

    // Lay exactly these cards, so that most groups stay as they are; nothing where that cannot be.
    std::optional<Laying> fitted(const Position& at, const Pile& cards, Budget& budget);

    // The play of most cards that leaves most groups as they are.
    std::optional<Laying> least_change(const Position& at, Budget& budget);

    // Can exactly these cards be laid, and can any, these among them? Quicker than to find how.
    bool goes(const Position& at, const Pile& cards, Budget& budget);
    bool can_lay(const Position& at, Budget& budget, const Pile& among = {});

    // Do the cards, all of a hand, hold groups that open?
    bool opens(const TurnRules& rules, const Pile& cards, Budget& budget);

    std::size_t held() const { return layer_.held() + keeper_.held(); }

private:
    std::optional<Laid> search(const Position& at, const Division& division, const Wish& wish, int jokers,
                               Budget& budget);
    bool meets(const Position& at, const Division& division, const Demand& demand, const Laid& laid, Budget& budget);
    std::optional<Choice> best_of(const Position& at, const Wish& wish, const Choice* most, Budget& budget);
    std::optional<Laid> arranged(const Position& at, const Division& division, Budget& budget);
    Piles spared(const Position& at, const Division& division, Laid laid, Budget& budget);
    bool lays_some(const Division& division, Line line, Budget& budget);

    Arranger arranger_;
    Layer layer_;
    Keeper keeper_;
};

// The cards that are on the table after a turn and were not before, jokers as what they stand for.
Pile laid_of(const Piles& before, const Piles& after);

}  // namespace passatempo::machiavelli
