// Which cards can go under all options of the rules, and how the table lies then.
#pragma once

#include <optional>

#include "keep/most_kept.hpp"
#include "match.hpp"

namespace passatempo::machiavelli {

// What a seat looks at that lays: before it has opened it leaves the table alone.
struct Sight {
    const MatchRules& rules;
    const Piles& table;
    const Pile& hand;
    bool opened;

    explicit Sight(const Match& match)
        : rules(match.rules), table(match.table), hand(match.hand()), opened(match.opened[match.seat]) {}
    Sight(const MatchRules& r, const Piles& t, const Pile& h, bool o) : rules(r), table(t), hand(h), opened(o) {}
    Sight with(const Pile& other) const { return {rules, table, other, opened}; }
};

// Cards laid, jokers as what they stand for, and the table then.
struct Laying {
    Pile laid;
    Piles table;
};

// A move is only which cards go. Crosses: each choice of those that stay alone is tried. Jokers that stand for their
// card: each choice of those that are freed, the others being table cards. Before the opening the table is left out.
class Lays {
public:
    // The cards, jokers as jokers, of a lay that is worth most; none where nothing can go. The limit of new cards is
    // not looked at: `within` does that.
    Pile best(const Sight& sight, const Weights& weights, Budget& budget);
    Pile most(const Sight& sight, Budget& budget);  // cards

    // The groups that the hand makes by itself, of as many cards as can be, jokers as jokers.
    Piles own(const Sight& sight, Budget& budget);

    // Cards that can go and are no more than a turn may lay: the same, else a large legal part of them.
    Pile within(const Sight& sight, const Pile& laid, Budget& budget);

    // Lay exactly these cards, so that most groups stay as they are; nothing where that cannot be.
    std::optional<Laying> fitted(const Sight& sight, const Pile& cards, Budget& budget);

    bool can_lay(const Sight& sight, Budget& budget);

    std::size_t held() const { return layer_.held() + keeper_.held(); }

private:
    std::optional<Laid> most_of(const Pile& table, const Pile& hand, const Sight& sight, const Weights& weights,
                                int jokers, Budget& budget);
    std::optional<Piles> arranged(const Pile& cards, const Piles& groups, Line line, Budget& budget);

    Layer layer_;
    Keeper keeper_;
};

// The cards that are on the table after a turn and were not before, jokers as what they stand for.
Pile laid_of(const Piles& before, const Piles& after);

}  // namespace passatempo::machiavelli
