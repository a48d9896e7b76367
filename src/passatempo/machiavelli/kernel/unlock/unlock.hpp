// Which further cards, or pairs of cards, let the whole hand go?
#pragma once

#include <vector>

#include "arrange.hpp"
#include "budget.hpp"
#include "fill/diagram.hpp"
#include "fill/filling.hpp"
#include "lay/lay.hpp"
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

// Closing is a question about cards alone: can all of the table and the hand, jokers included, be arranged? A joker is
// one more card, whichever it likes: so the cards that unlock are those of the fillings of one card more than jokers.
class Unlocker {
public:
    bool closes(const Ranks& cards, int jokers, Line line, Budget& budget);

    // For each card, one more copy of it.
    std::vector<std::uint8_t> singles(Ranks cards, int jokers, Line line, Budget& budget);

    // For each pair of cards, one more copy of both; row by row, symmetric.
    std::vector<std::uint8_t> pairs(Ranks cards, int jokers, Line line, Budget& budget);

    std::size_t held() const { return layer_.held() + filling_.held() + pairs_.held(); }

private:
    using Flags = std::vector<std::uint8_t>;
    using Partners = Pairs::Partners;

    bool closes_with_joker(Ranks cards, Line line, Budget& budget);
    void try_with(Ranks cards, int c, int jokers, Line line, CardSet others, Flags& flags, Budget& budget);
    CardSet try_each(Ranks cards, int jokers, Line line, CardSet open, Flags& good, Budget& budget);

    Arranger arranger_;
    Layer layer_;
    Filling filling_;
    Pairs pairs_;
};

}  // namespace passatempo::machiavelli
