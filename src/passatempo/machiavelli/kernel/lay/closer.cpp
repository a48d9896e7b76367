// A filling, and the table that it fills.
// Twin: machiavelli/reference/search.py
#include "lay/closer.hpp"

#include "lay/jokers.hpp"

namespace passatempo::machiavelli {

std::optional<bool> Closer::possible(const Ranks& cards, int jokers, Ace ace, Budget& budget) {
    const bool settled = filling_.settle(cards, jokers, ace, {.one = true}, budget);
    if (filling_.fillings().empty()) return settled ? std::optional(false) : std::nullopt;
    Ranks filled = cards;
    std::array<int, deck> wild{};
    for (const int c : filling_.fillings().front()) {
        ++filled[c % ranks][c / ranks];
        ++wild[c];
    }
    if (!arranger_.possible(filled, ace, budget)) return std::nullopt;
    melds_ = arranger_.melds();
    put_jokers(melds_, wild);
    return true;
}

}  // namespace passatempo::machiavelli
