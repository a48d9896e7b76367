// Every card, or pair of cards, tried in turn.
// Twin: machiavelli/reference/search.py
#include "unlock.hpp"

namespace passatempo::machiavelli {

namespace {

std::uint8_t& copies(Ranks& cards, int c) { return cards[c % ranks][c / ranks]; }

constexpr std::uint64_t quick = 1'000;  // nodes for a joker in the place of each card in turn; nearly always enough

}  // namespace

bool Unlocker::closes(const Ranks& cards, int jokers, Ace ace, Budget& budget) {
    if (jokers == 0) return arranger_.possible(cards, ace, budget);
    if (jokers == 1) return closes_with_joker(cards, ace, budget);
    return layer_.close({cards, {}, {jokers, 0}, ace, {}}, budget).has_value();
}

// One joker is one more card, whichever it likes. Arranging refuses most cards at a glance, so trying all is quicker
// than one search with a joker; where it is not, that search decides.
bool Unlocker::closes_with_joker(Ranks cards, Ace ace, Budget& budget) {
    Budget tries(1e300, quick, nullptr);
    for (int c = 0; c < deck; ++c) {
        if (budget.spend() || budget.poll()) return false;
        ++copies(cards, c);
        const bool found = arranger_.possible(cards, ace, tries, &budget);
        --copies(cards, c);
        if (found) return true;
        if (budget.stop() != Stop::done) return false;
        if (tries.stop() != Stop::done) return layer_.close({cards, {}, {1, 0}, ace, {}}, budget).has_value();
    }
    return false;
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
