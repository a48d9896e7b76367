// All cards by one search, all pairs by one diagram or search; or every card, or pair of cards, tried in turn.
// Algorithm: memoized depth-first search, bounded by what each suit needs alone
// Twin: machiavelli/reference/search.py
#include "unlock/unlock.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace passatempo::machiavelli {

namespace {

// Nodes, of half a microsecond each, or states of a diagram, order by order: one takes up to ten times as many as
// another.
constexpr std::array<std::uint64_t, 3> patience{40'000, 80'000, 160'000};

// The first and the last of the cards that are added, which may be the same.
std::pair<int, int> added_at(const Tracks& tracks, int place, const Ways& ways) {
    int first = -1, last = -1;
    for (int i = 0; i < suits; ++i) {
        if (ways[i]->added == 0) continue;
        last = tracks.card_at(place, i);
        if (first < 0) first = last;
    }
    return {first, last};
}

}  // namespace

// With more copies of a card there are far too many states, soon for the search, which keeps no jokers either.
bool Pairs::fits(const Ranks& cards, int jokers, Line line) {
    int most = 0;
    for (const Row& row : cards) most = std::max<int>(most, std::ranges::max(row));
    return line.linear() ? most <= 2 && jokers == 0 : most <= 3;
}

// What is found in one order of the places stays found, and is not looked for in the next one.
bool Pairs::find(const Ranks& cards, int jokers, Line line, Budget& budget) {
    found_ = {};
    const std::vector<Order> orders = tracks_.orders(cards, jokers + 2, line);
    for (std::size_t k = 0; k < patience.size() && budget.stop() == Stop::done; ++k) {
        Budget part = budget.share(std::min(patience[k], budget.left()));
        budget_ = &part;
        if (!tracks_.build(cards, jokers + 2, line, orders[k % orders.size()])) return true;
        const bool looked = look_in_order();
        budget.count(part);
        if (!looked) return false;
        if (part.stop() == Stop::done) return true;
    }
    return false;
}

// False where there are too many starts.
bool Pairs::look_in_order() {
    if (tracks_.linear()) {
        on_ = all_loose(tracks_);
        look();
        return true;
    }
    if (!tracks_.merge()) return false;
    diagram_.find(tracks_, *budget_);
    for (int c = 0; c < deck; ++c) found_[c] |= diagram_.pairs()[c];
    return true;
}

// The pairs not yet found.
void Pairs::look() {
    wanted_ = 0;
    for (int c = 0; c < deck; ++c)
        if (found_[c] != any_card) wanted_ |= only(c);
    if (wanted_ == 0) return;
    known_.forget();
    from(0, {}, 2);
}

// What can be added from these nodes on.
CardSet Pairs::from(int place, const Nodes& nodes, int left) {
    if (place == ranks) return left == 0 ? goes : 0;
    if (need_of(on_, nodes) > Tracks::room(left)) return 0;
    const State state = state_of(on_, nodes);
    if (const Known* known = known_.find(place, left, state)) return known->cards;
    if (budget_->spend()) return 0;
    CardSet cards_found = 0;
    if (choices_[place].list(on_, nodes, left)) {
        if (left == 2) meet_pairs(place);
        else cards_found = left == 1 ? cards(place) : end(place);
    }
    if (budget_->stop() == Stop::done) known_.put(place, left, state, {cards_found});
    return cards_found;
}

CardSet Pairs::end(int place) {
    const bool found = choices_[place].any([&](const Ways& ways, int) { return from(place + 1, after(ways), 0) != 0; });
    return found ? goes : 0;
}

CardSet Pairs::cards(int place) {
    CardSet found = 0;
    choices_[place].any([&](const Ways& ways, int added) {
        if (added == 0) {
            found |= from(place + 1, after(ways), 1);
        } else {
            const CardSet card = only(added_at(tracks_, place, ways).first);
            if ((card & wanted_ & ~found) != 0 && from(place + 1, after(ways), 0) != 0) found |= card;
        }
        return found == wanted_ || budget_->stop() != Stop::done;
    });
    return found;
}

void Pairs::meet_pairs(int place) {
    choices_[place].any([&](const Ways& ways, int added) {
        const Nodes next = after(ways);
        if (added == 0) {
            from(place + 1, next, 2);
            return budget_->stop() != Stop::done;
        }
        const auto [first, last] = added_at(tracks_, place, ways);
        CardSet open = any_card & ~found_[first];
        if (added == 2) open &= only(last);
        if (open == 0) return false;
        const CardSet found = from(place + 1, next, 2 - added);
        if (added == 1) meet(first, found & open);
        else if (found != 0) meet(first, open);
        return budget_->stop() != Stop::done;
    });
}

// In another order of the places each of these may come first.
void Pairs::meet(int card, CardSet partners) {
    found_[card] |= partners;
    for (int c = 0; c < deck; ++c)
        if (has(partners, c)) found_[c] |= only(card);
}

std::size_t Pairs::held() const { return tracks_.held() + diagram_.held() + known_.held(); }

namespace {

std::uint8_t& copies(Ranks& cards, int c) { return cards[c % ranks][c / ranks]; }

constexpr std::uint64_t quick = 1'000;  // nodes for a joker in the place of each card in turn; nearly always enough

constexpr int few = 8;  // cards: to try each is quicker than one search for all

constexpr std::uint64_t for_tries = 6'000;  // nodes without jokers, of a twelfth of a microsecond each

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

// At once, where that can be. Else both cards of a pair are in a filling, and each two cards of a filling are a pair;
// what is then left is asked card by card.
std::vector<std::uint8_t> Unlocker::pairs(Ranks cards, int jokers, Line line, Budget& budget) {
    Partners good{};
    CardSet open = any_card;
    const bool fits = Tracks::fits(cards, jokers + 2);
    if (fits && Pairs::fits(cards, jokers, line)) {
        if (pairs_.find(cards, jokers, line, budget)) open = 0;
        good = pairs_.found();
    }
    if (fits && open != 0) {
        if (filling_.settle(cards, jokers + 2, line, budget)) open &= filling_.found();
        for (const std::vector<int>& filling : filling_.fillings())
            for (std::size_t a = 0; a < filling.size(); ++a)
                for (std::size_t b = 0; b < a; ++b) good[filling[a]] |= only(filling[b]);
    }
    Flags flags(deck * deck, 0);
    for (int c = 0; c < deck; ++c)
        for (int other = 0; other < deck; ++other)
            if (has(good[c], other)) flags[c * deck + other] = flags[other * deck + c] = 1;
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
    if ((jokers > 0 || line.circular) && std::popcount(others) > few && Tracks::fits(cards, jokers + 1)) {
        const bool settled = filling_.settle(cards, jokers + 1, line, budget);
        for (int other = c; other < deck; ++other) good[other] = has(others & filling_.found(), other);
        others &= settled ? 0 : ~filling_.found();
    }
    try_each(cards, jokers, line, others, good, budget);
    for (int other = c; other < deck; ++other)
        if (good[other] != 0) flags[c * deck + other] = flags[other * deck + c] = 1;
}

}  // namespace passatempo::machiavelli
