// Charges on cards left to sets, by which the suits need nearly as many cards alone as all of them together.
#pragma once

#include <vector>

#include "budget.hpp"
#include "fill/track.hpp"

namespace passatempo::machiavelli {

using Lanes = std::array<std::vector<Track*>, suits>;       // of each suit, one of which it takes
using Wanted = std::array<std::array<bool, ranks>, suits>;  // cards, by suit and place

// Whatever the charges are, what suits and ranks need at least, each alone, is together no more than any filling has.
class Tariff {
public:
    // Nothing is charged yet; where the search before was for nearly the same, its charges are the first.
    void begin(const Offer& offer, bool again);

    // Look for charges by which no filling with a wanted card has so few cards as the offer's jokers, or nearly.
    // Returns whether they show that there is none; where not, the lanes are to be charged by them. Lanes in no such
    // filling are left out.
    bool excludes(Lanes& lanes, const Wanted& wanted, Budget& budget);

    const Charges& charges() const { return best_; }
    int from(int place) const { return from_[place]; }  // what the ranks from there on need, in parts; 0 or less

    std::size_t held() const;

private:
    // The lanes of each suit that need least, and least with a wanted card.
    struct Best {
        std::array<const Track*, suits> any{}, with{};

        int any_of(int suit) const { return any[suit]->need(0).any; }
        int more(int suit) const { return with[suit]->need(0).wanted - any_of(suit); }
        int needed(int suit) const;  // by all of them, where this one takes the wanted card
        int cheapest() const;        // the suit that does so with least
    };

    Best ask_suits(const Lanes& lanes, const Wanted& wanted) const;
    bool leave_out(Lanes& lanes, const Best& best, int by_ranks) const;
    int ask_ranks(Left& taken) const;
    void move(const Best& best, const Left& taken, const Wanted& wanted, int distance);
    int take(int place, const Charges& charges, Row& taken) const;
    void sum_up();

    bool again_ = false;
    int allowed_ = 0;
    std::array<std::vector<Row>, ranks> leavings_;  // the cards left by each suit of which sets can be made
    Charges charges_{}, best_{};
    Deflection<most_copies> deflection_;
    std::array<int, ranks + 1> from_{};
};

}  // namespace passatempo::machiavelli
