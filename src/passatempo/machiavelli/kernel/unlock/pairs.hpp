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

    static bool fits(const Ranks& cards, int jokers, Ace ace);

    // Of those in fillings of two cards more than jokers. False where there was not enough patience or budget: some
    // pairs may be missing then.
    bool find(const Ranks& cards, int jokers, Ace ace, Budget& budget);

    // Some pairs stand with one of their cards alone.
    const Partners& found() const { return found_; }

    std::size_t held() const;

private:
    // What can be added from a state on: the cards, where one is left; where two are, those that can come first; where
    // none is, `goes` or nothing.
    struct Known {
        CardSet cards = 0;
    };
    static constexpr CardSet goes = 1;

    bool look_in_order();
    void look();
    bool choose();
    CardSet from(int place, const Nodes& nodes, int left, CardSet asked);
    CardSet first_cards(int place);
    CardSet cards(int place, CardSet possible);
    CardSet end(int place);
    void meet(int first, CardSet partners, CardSet& firsts);

    Tracks tracks_;
    Diagram diagram_;
    Partners found_{}, wanted_{};
    CardSet firsts_ = 0, seconds_ = 0;  // of the pairs wanted

    OnTracks on_{};
    Cache<Known> known_;
    std::array<Choices, ranks> choices_;
    Budget* budget_ = nullptr;
};

}  // namespace passatempo::machiavelli
