// Which two cards can be added to a table so that all of it can be arranged?
#pragma once

#include <vector>

#include "budget.hpp"
#include "fill/diagram.hpp"
#include "state.hpp"

namespace passatempo::machiavelli {

// Where suits must come back to the runs that they began with, a diagram tells all pairs. Else one search for them all
// is quicker, which goes on from each state once, and keeps which cards can be added from there on.
class Pairs {
public:
    using Partners = Diagram::Partners;

    static bool fits(const Ranks& cards, int jokers, Line line);

    // Of those in fillings of two cards more than jokers. False where there was not enough patience or budget: some
    // pairs may be missing then.
    bool find(const Ranks& cards, int jokers, Line line, Budget& budget);

    const Partners& found() const { return found_; }  // each from both its cards

    std::size_t held() const;

private:
    // What can be added from a state on: the cards, where one is left; where none is, `goes` or nothing. Where two are,
    // only that it was gone on from.
    struct Known {
        CardSet cards = 0;
    };
    static constexpr CardSet goes = 1;

    bool look_in_order();
    void look();
    CardSet from(int place, const Nodes& nodes, int left);
    void meet_pairs(int place);
    CardSet cards(int place);
    CardSet end(int place);
    void meet(int card, CardSet partners);

    Tracks tracks_;
    Diagram diagram_;
    Partners found_{};
    CardSet wanted_ = 0;  // of pairs not yet found

    OnTracks on_{};
    Cache<Known> known_;
    std::array<Choices, ranks> choices_;
    Budget* budget_ = nullptr;
};

}  // namespace passatempo::machiavelli
