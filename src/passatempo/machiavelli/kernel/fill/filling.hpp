// Which cards can be among a few that are added to a table, so that all of it can be arranged?
#pragma once

#include <vector>

#include "budget.hpp"
#include "fill/track.hpp"
#include "program/formulation.hpp"
#include "state.hpp"

namespace passatempo::machiavelli {

// One search for all the cards, where to try each would be a search each. It looks for a filling, cards that can be
// added, with a card that was in none before; what it learns of dead states holds for all the cards. Those that are not
// found when nothing is left to search are in no filling. So does one integer program, whose tree is gone through once:
// after each filling it must have one of the cards that are left.
//
// Where suits must come back to the runs that they began with, their starts are fixed one after the other: a state that
// is dead while some suits begin and end as they like stays so.
class Filling {
public:
    // Look for fillings of `added` cards until each card is found or shown to be in none. False where there was not
    // enough budget for some. The copies must fit `Tracks`.
    bool settle(const Ranks& cards, int added, Line line, Budget& budget);

    // The cards of all the fillings met, and each of these.
    CardSet found() const { return found_; }
    const std::vector<std::vector<int>>& fillings() const { return fillings_; }

    std::size_t held() const;

private:
    struct Dead {};

    int added() const { return tracks_.offer().jokers; }
    CardSet open() const { return any_card & ~found_; }
    bool search(Budget& budget);
    bool ask_program(const Ranks& cards, Line line, Budget& budget);
    void fix(int level);
    bool closes() const;
    bool find(int place, const Nodes& nodes, int left, bool with);
    bool known_dead(int place, int wild, const State& state) const;
    bool go_on(int place, int left, bool with);
    void note();
    void look_ahead();

    Formulation formulation_;
    Tracks tracks_;
    CardSet found_ = 0;
    std::array<CardSet, ranks + 1> ahead_{};  // not found, from each place on
    std::vector<std::vector<int>> fillings_;

    OnTracks on_{};
    int level_ = 0;  // so many starts are fixed
    std::array<Cache<Dead>, suits + 1> dead_;
    std::array<Choices, ranks> choices_;
    std::array<Row, ranks> added_{}, runs_{};  // of the way in hand
    Budget* budget_ = nullptr;
};

}  // namespace passatempo::machiavelli
