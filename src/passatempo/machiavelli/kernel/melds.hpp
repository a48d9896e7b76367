// From numbers of cards in runs and sets to the melds themselves.
#pragma once

#include <vector>

#include "cards.hpp"

namespace passatempo::machiavelli {

// Ranks in order of play with the cards in runs at each; closed when the last place is followed by the first.
struct Course {
    std::vector<int> rank;
    std::vector<Row> runs;
    bool closed = false;
};

// The melds of all these cards: runs by suit, then sets by rank, each in order of play.
Melds build(const Ranks& cards, const Course& course);

}  // namespace passatempo::machiavelli
