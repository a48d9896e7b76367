#include "unlock.hpp"

namespace passatempo::machiavelli {

namespace {

std::uint8_t& copies(Ranks& cards, int c) { return cards[c % ranks][c / ranks]; }

}  // namespace

bool Unlocker::closes(const Ranks& cards, int jokers, Ace ace, Budget& budget) {
    if (jokers == 0) return arranger_.possible(cards, ace, budget);
    return layer_.close({cards, {}, {jokers, 0}, ace, {}}, budget).has_value();
}

std::vector<std::uint8_t> Unlocker::singles(Ranks cards, int jokers, Ace ace, Budget& budget) {
    std::vector<std::uint8_t> good(deck, 0);
    for (int c = 0; c < deck && budget.stop() == Stop::done; ++c) {
        ++copies(cards, c);
        good[c] = closes(cards, jokers, ace, budget);
        --copies(cards, c);
    }
    return good;
}

std::vector<std::uint8_t> Unlocker::pairs(Ranks cards, int jokers, Ace ace, Budget& budget) {
    std::vector<std::uint8_t> good(deck * deck, 0);
    for (int c = 0; c < deck && budget.stop() == Stop::done; ++c) {
        ++copies(cards, c);
        for (int other = c; other < deck && budget.stop() == Stop::done; ++other) {
            ++copies(cards, other);
            good[c * deck + other] = good[other * deck + c] = closes(cards, jokers, ace, budget);
            --copies(cards, other);
        }
        --copies(cards, c);
    }
    return good;
}

}  // namespace passatempo::machiavelli
