// Which two cards can be added to a table so that all of it can be arranged?
#pragma once

#include <vector>

#include "budget.hpp"
#include "fill/choices.hpp"
#include "state.hpp"

namespace passatempo::machiavelli {

// One search for all pairs: it goes on from each state once, and keeps which cards can be added from there on. Where
// suits must come back to the runs that they began with, it is made first with all suits as they like, then with the
// starts of two fixed, then of all: only pairs that were met before are looked for, and only where they were.
class Pairs {
public:
    using Partners = std::array<CardSet, deck>;  // of each card

    // No more than two copies of a card: else there are far too many states.
    static bool fits(const Ranks& cards);

    // False where there was not enough patience or budget: some pairs may be missing then.
    bool find(const Ranks& cards, Ace ace, Budget& budget);

    // Each pair stands with the one of its cards that comes first.
    const Partners& found() const { return found_; }

    std::size_t held() const;

private:
    // What can be added from a state on: the cards, where one is left; where two are, those that can come first; where
    // none is, `goes` or nothing.
    struct Known {
        CardSet cards = 0;
    };
    static constexpr CardSet goes = 1;

    void look_in_order();
    void look(int level, Partners hoped);
    bool choose(const Partners& hoped);
    CardSet from(int place, const Nodes& nodes, int left, CardSet asked);
    CardSet possible_by_looser(int place, int left, const State& state) const;
    CardSet first_cards(int place);
    CardSet cards(int place, CardSet possible);
    CardSet end(int place);
    void meet(int first, CardSet partners, CardSet& firsts);
    CardSet asked_with(int first) const { return wanted_[first] & ~(level_ == suits ? met_[first] : 0); }

    Tracks tracks_;
    Partners found_{};
    Partners wanted_{}, met_{};         // at the level in hand
    CardSet firsts_ = 0, seconds_ = 0;  // of the pairs wanted

    OnTracks on_{};
    int level_ = 0;    // so many starts are fixed
    int loosest_ = 0;  // the first level that is searched
    std::array<Cache<Known>, suits + 1> known_;
    std::array<Choices, ranks> choices_;
    Budget* budget_ = nullptr;
};

}  // namespace passatempo::machiavelli
