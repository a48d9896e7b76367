// All cards by one search, or every card, or pair of cards, tried in turn.
// Twin: machiavelli/reference/search.py
#include "unlock/unlock.hpp"

#include <bit>

namespace passatempo::machiavelli {

namespace {

std::uint8_t& copies(Ranks& cards, int c) { return cards[c % ranks][c / ranks]; }

bool has(CardSet set, int c) { return (set >> c & 1) != 0; }

constexpr std::uint64_t quick = 1'000;  // nodes for a joker in the place of each card in turn; nearly always enough

constexpr int few = 8;  // cards on a circle: to try each is quicker than one search for all

}  // namespace

bool Unlocker::closes(const Ranks& cards, int jokers, Ace ace, Budget& budget) {
    if (jokers > 1 && Filling::fits(cards, jokers)) {
        if (filling_.settle(cards, jokers, ace, budget, true)) return filling_.found() != 0;
        if (budget.stop() != Stop::done) return false;
    }
    return closes_by_search(cards, jokers, ace, budget);
}

bool Unlocker::closes_by_search(const Ranks& cards, int jokers, Ace ace, Budget& budget) {
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

void Unlocker::try_each(Ranks cards, int jokers, Ace ace, CardSet cards_to_try, std::uint8_t* good, Budget& budget) {
    for (int c = 0; c < deck && budget.stop() == Stop::done; ++c) {
        if (!has(cards_to_try, c)) continue;
        ++copies(cards, c);
        good[c] = closes_by_search(cards, jokers, ace, budget);
        --copies(cards, c);
    }
}

// Without jokers most cards are refused at a glance.
std::vector<std::uint8_t> Unlocker::singles(Ranks cards, int jokers, Ace ace, Budget& budget) {
    std::vector<std::uint8_t> good(deck, 0);
    CardSet open = Filling::any;
    if (jokers > 0 && Filling::fits(cards, jokers + 1)) {
        filling_.settle(cards, jokers + 1, ace, budget);
        for (int c = 0; c < deck; ++c) good[c] = has(filling_.found(), c);
        open = Filling::any & ~filling_.found() & ~filling_.excluded();
    }
    try_each(cards, jokers, ace, open, good.data(), budget);
    return good;
}

// Both cards of a pair are in a filling, and each two cards of a filling are a pair.
std::vector<std::uint8_t> Unlocker::pairs(Ranks cards, int jokers, Ace ace, Budget& budget) {
    std::vector<std::uint8_t> good(deck * deck, 0);
    CardSet open = Filling::any;
    if (Filling::fits(cards, jokers + 2)) {
        filling_.settle(cards, jokers + 2, ace, budget);
        open &= ~filling_.excluded();
        for (const std::vector<int>& filling : filling_.fillings())
            for (std::size_t a = 0; a < filling.size(); ++a)
                for (std::size_t b = 0; b < a; ++b)
                    good[filling[a] * deck + filling[b]] = good[filling[b] * deck + filling[a]] = 1;
    }
    for (int c = 0; c < deck && budget.stop() == Stop::done; ++c) {
        if (!has(open, c)) continue;
        CardSet others = open >> c << c;
        for (int other = c; other < deck; ++other)
            if (good[c * deck + other] != 0) others &= ~(CardSet{1} << other);
        ++copies(cards, c);
        const bool many = ace == Ace::wrap && std::popcount(others) > few;
        if ((jokers > 0 || many) && Filling::fits(cards, jokers + 1)) {
            filling_.settle(cards, jokers + 1, ace, budget);
            for (int other = c; other < deck; ++other)
                if (has(others & filling_.found(), other)) good[c * deck + other] = 1;
            others &= ~filling_.found() & ~filling_.excluded();
        }
        try_each(cards, jokers, ace, others, good.data() + c * deck, budget);
        --copies(cards, c);
        for (int other = c; other < deck; ++other) good[other * deck + c] = good[c * deck + other];
    }
    return good;
}

}  // namespace passatempo::machiavelli
