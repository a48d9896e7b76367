// Counts and differences of piles of cards.
#include "turn/piles.hpp"

#include <numeric>

namespace passatempo::machiavelli {

Pile without_cards(const Pile& hand, const Pile& cards_to_remove) {
    Tally removal_tally{};
    add_to_tally(removal_tally, cards_to_remove);
    Pile cards_left;
    for (const std::uint8_t c : hand)
        if (removal_tally[c] > 0) --removal_tally[c];
        else cards_left.push_back(c);
    std::ptrdiff_t unknown_count = std::accumulate(removal_tally.begin(), removal_tally.end(), 0);
    std::erase_if(cards_left, [&](int c) { return c == unknown && unknown_count-- > 0; });
    return cards_left;
}

Pile join_groups(const Piles& groups) {
    Pile cards;
    for (const Pile& group : groups) cards.insert(cards.end(), group.begin(), group.end());
    return cards;
}

Ranks count_cards(const Pile& cards) {
    Ranks card_counts{};
    for (const int c : cards)
        if (c < deck) ++card_counts[c % ranks][c / ranks];
    return card_counts;
}

}  // namespace passatempo::machiavelli
