// Which further cards, or pairs of cards, let the whole hand go?
#pragma once

#include <vector>

#include "arrange.hpp"
#include "budget.hpp"
#include "fill/filling.hpp"
#include "lay/lay.hpp"

namespace passatempo::machiavelli {

// Closing is a question about cards alone: can all of the table and the hand, jokers included, be arranged? A joker is
// one more card, whichever it likes: so the cards that unlock are those of the fillings of one card more than jokers.
class Unlocker {
public:
    bool closes(const Ranks& cards, int jokers, Line line, Budget& budget);

    // For each card, one more copy of it.
    std::vector<std::uint8_t> singles(Ranks cards, int jokers, Line line, Budget& budget);

    // For each pair of cards, one more copy of both; row by row, symmetric.
    std::vector<std::uint8_t> pairs(Ranks cards, int jokers, Line line, Budget& budget);

    std::size_t held() const { return layer_.held() + filling_.held(); }

private:
    using Flags = std::vector<std::uint8_t>;

    bool closes_with_joker(Ranks cards, Line line, Budget& budget);
    void try_with(Ranks cards, int c, int jokers, Line line, CardSet others, Flags& flags, Budget& budget);
    CardSet try_each(Ranks cards, int jokers, Line line, CardSet open, Flags& good, Budget& budget);

    Arranger arranger_;
    Layer layer_;
    Filling filling_;
};

}  // namespace passatempo::machiavelli
