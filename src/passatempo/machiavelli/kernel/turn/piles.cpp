// Counts and differences of piles of cards.
#include "turn/piles.hpp"

#include <numeric>

namespace passatempo::machiavelli {

Pile without(const Pile& hand, const Pile& laid) {
    Tally gone{};
    count(gone, laid);
    Pile left;
    for (const std::uint8_t c : hand)
        if (gone[c] > 0) --gone[c];
        else left.push_back(c);
    std::ptrdiff_t hidden = std::accumulate(gone.begin(), gone.end(), 0);
    std::erase_if(left, [&](int c) { return c == unknown && hidden-- > 0; });
    return left;
}

Pile together(const Piles& groups) {
    Pile cards;
    for (const Pile& group : groups) cards.insert(cards.end(), group.begin(), group.end());
    return cards;
}

Ranks counted(const Pile& cards) {
    Ranks found{};
    for (const int c : cards)
        if (c < deck) ++found[c % ranks][c / ranks];
    return found;
}

}  // namespace passatempo::machiavelli
