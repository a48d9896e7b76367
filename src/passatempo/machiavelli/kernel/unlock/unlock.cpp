// Every card, or pair of cards, tried in turn; all cards that are left open, and with jokers all pairs, by one search.
// Algorithm: exhaustive search
// Twin: machiavelli/reference/search.py
#include "unlock/unlock.hpp"

#include <algorithm>
#include <bit>

namespace passatempo::machiavelli {

namespace {

std::uint8_t& copies(Ranks& cards, int c) { return cards[c % ranks][c / ranks]; }

constexpr std::uint64_t quick = 1'000;  // nodes for a joker in the place of each card in turn; nearly always enough

constexpr int few = 8;  // cards: to try each is quicker than one search for all

constexpr std::uint64_t for_tries = 6'000;  // nodes without jokers, of a twelfth of a microsecond each

void put_pair(std::vector<std::uint8_t>& flags, int a, int b) { flags[a * deck + b] = flags[b * deck + a] = 1; }

}  // namespace

bool Unlocker::closes(const Ranks& cards, int jokers, Line line, Budget& budget) {
    if (jokers == 0) return arranger_.possible(cards, line, budget);
    if (jokers == 1) return closes_with_joker(cards, line, budget);
    return layer_.close({cards, {}, {jokers, 0}, line, {}}, budget).has_value();
}

// One joker is one more card, whichever it likes. Arranging refuses most cards at a glance, so trying all is quicker
// than one search with a joker; where it is not, that search decides.
bool Unlocker::closes_with_joker(Ranks cards, Line line, Budget& budget) {
    Budget tries(1e300, quick, nullptr);
    for (int c = 0; c < deck; ++c) {
        if (budget.spend() || budget.poll()) return false;
        ++copies(cards, c);
        const bool found = arranger_.possible(cards, line, tries, &budget);
        --copies(cards, c);
        if (found) return true;
        if (budget.stop() != Stop::done) return false;
        if (tries.stop() != Stop::done) return layer_.close({cards, {}, {1, 0}, line, {}}, budget).has_value();
    }
    return false;
}

// Returns the cards that were not tried when the budget ran out.
CardSet Unlocker::try_each(Ranks cards, int jokers, Line line, CardSet open, Flags& good, Budget& budget) {
    for (int c = 0; c < deck; ++c) {
        if (!has(open, c)) continue;
        ++copies(cards, c);
        const bool found = closes(cards, jokers, line, budget);
        --copies(cards, c);
        if (budget.stop() != Stop::done) break;
        good[c] = found;
        open &= ~only(c);
    }
    return open;
}

// Without jokers most cards are refused at a glance; where they are not, one search for all is quicker.
std::vector<std::uint8_t> Unlocker::singles(Ranks cards, int jokers, Line line, Budget& budget) {
    Flags good(deck, 0);
    CardSet open = any_card;
    if (jokers == 0) {
        Budget tries = budget.share(std::min(for_tries, budget.left()));
        open = try_each(cards, jokers, line, open, good, tries);
        budget.count(tries);
    }
    if (std::popcount(open) > few && Tracks::fits(cards, jokers + 1)) {
        const bool settled = filling_.settle(cards, jokers + 1, line, budget);
        for (int c = 0; c < deck; ++c)
            if (has(open & filling_.found(), c)) good[c] = 1;
        open &= settled ? 0 : ~filling_.found();
    }
    try_each(cards, jokers, line, open, good, budget);
    return good;
}

// With jokers both cards of a pair are in a filling, and each two cards of a filling are a pair; what is then left is
// asked card by card.
std::vector<std::uint8_t> Unlocker::pairs(Ranks cards, int jokers, Line line, Budget& budget) {
    Flags flags(deck * deck, 0);
    CardSet open = any_card;
    if (jokers > 0 && Tracks::fits(cards, jokers + 2)) {
        if (filling_.settle(cards, jokers + 2, line, budget)) open = filling_.found();
        for (const std::vector<int>& filling : filling_.fillings())
            for (std::size_t a = 0; a < filling.size(); ++a)
                for (std::size_t b = 0; b < a; ++b) put_pair(flags, filling[a], filling[b]);
    }
    for (int c = 0; c < deck && budget.stop() == Stop::done; ++c)
        if (has(open, c)) try_with(cards, c, jokers, line, open >> c << c, flags, budget);
    return flags;
}

// One of these cards besides a card: which are not known to be good.
void Unlocker::try_with(Ranks cards, int c, int jokers, Line line, CardSet others, Flags& flags, Budget& budget) {
    for (int other = c; other < deck; ++other)
        if (flags[c * deck + other] != 0) others &= ~only(other);
    ++copies(cards, c);
    Flags good(deck, 0);
    if (jokers > 0 && std::popcount(others) > few && Tracks::fits(cards, jokers + 1)) {
        const bool settled = filling_.settle(cards, jokers + 1, line, budget);
        for (int other = c; other < deck; ++other) good[other] = has(others & filling_.found(), other);
        others &= settled ? 0 : ~filling_.found();
    }
    try_each(cards, jokers, line, others, good, budget);
    for (int other = c; other < deck; ++other)
        if (good[other] != 0) put_pair(flags, c, other);
}

}  // namespace passatempo::machiavelli
