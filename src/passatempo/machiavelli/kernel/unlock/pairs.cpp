// All pairs of cards by one search; the suits' starts are fixed one after the other.
// Algorithm: memoized depth-first search, bounded by Lagrangian decomposition into suits
// Twin: machiavelli/reference/search.py
#include "unlock/pairs.hpp"

#include <algorithm>
#include <utility>

namespace passatempo::machiavelli {

namespace {

// Nodes, of half a microsecond each, order by order: one takes up to ten times as many as another.
constexpr std::array<std::uint64_t, 4> patience{10'000, 40'000, 80'000, 160'000};

Nodes after(const Ways& ways) { return {ways[0]->to, ways[1]->to, ways[2]->to, ways[3]->to}; }

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

bool Pairs::fits(const Ranks& cards) {
    return std::all_of(cards.begin(), cards.end(), [](const Row& row) { return std::ranges::max(row) <= 2; });
}

// What is found in one order of the places stays found, and is not looked for in the next one.
bool Pairs::find(const Ranks& cards, Ace ace, Budget& budget) {
    found_ = {};
    const std::vector<Order> orders = tracks_.orders(cards, 2, ace);
    for (std::size_t k = 0; k < patience.size() && budget.stop() == Stop::done; ++k) {
        Budget part = budget.share(std::min(patience[k], budget.left()));
        budget_ = &part;
        if (!tracks_.build(cards, 2, ace, orders[k % orders.size()]) || tracks_.exclude(any_card, part)) return true;
        look_in_order();
        budget.count(part);
        if (part.stop() == Stop::done) return true;
    }
    return false;
}

void Pairs::look_in_order() {
    on_ = all_loose(tracks_);
    loosest_ = tracks_.few_starts() ? suits : 0;
    Partners all;
    all.fill(any_card);
    look(0, all);
}

// Those of the pairs hoped for that there are with the starts that are fixed.
void Pairs::look(int level, Partners hoped) {
    level_ = level;
    if (budget_->stop() != Stop::done || need_of(on_, {}).any > tracks_.room(0, 2) || !choose(hoped)) return;
    known_[level].forget();
    if (level >= loosest_ && level % 2 == 0) {  // with one more start fixed hardly fewer are met
        met_ = {};
        from(0, {}, 2, any_card);
        hoped = met_;
    }
    if (level == suits) {
        for (int c = 0; c < deck; ++c) found_[c] |= hoped[c];
        return;
    }
    const int suit = tracks_.turn(level);
    for (int k = 0; k < tracks_.starts(suit); ++k) {
        on_[suit] = &tracks_.from(suit, k);
        look(level + 1, hoped);
    }
    on_[suit] = &tracks_.loose(suit);
}

// Want the pairs hoped for that are not yet found; false where there are none.
bool Pairs::choose(const Partners& hoped) {
    firsts_ = seconds_ = 0;
    for (int c = 0; c < deck; ++c) {
        wanted_[c] = hoped[c] & ~found_[c];
        seconds_ |= wanted_[c];
        if (wanted_[c] != 0) firsts_ |= only(c);
    }
    return firsts_ != 0;
}

// What can be added from these nodes on; nothing, too, where none of the cards asked for can be.
CardSet Pairs::from(int place, const Nodes& nodes, int left, CardSet asked) {
    if (place == ranks) return left == 0 ? goes : 0;
    if (need_of(on_, nodes).any > tracks_.room(place, left)) return 0;
    const State state = state_of(on_, nodes);
    if (const Known* known = known_[level_].find(place, left, state)) return known->cards;
    const CardSet possible = possible_by_looser(place, left, state);
    if ((possible & asked) == 0 || budget_->spend()) return 0;
    CardSet cards_found = 0;
    if (choices_[place].list(on_, nodes, left, tracks_.room(place + 1, left), {}))
        cards_found = left == 0 ? end(place) : left == 1 ? cards(place, possible) : first_cards(place);
    if (budget_->stop() == Stop::done) known_[level_].put(place, left, state, {cards_found});
    return cards_found;
}

// Of the cards wanted, those that could be added there with fewer starts fixed.
CardSet Pairs::possible_by_looser(int place, int left, const State& state) const {
    CardSet possible = left == 0 ? goes : left == 1 ? seconds_ : firsts_;
    for (int level = level_ - 1; level >= loosest_; --level)
        if (const Known* known = known_[level].find(place, left, state)) possible &= known->cards;
    return possible;
}

CardSet Pairs::end(int place) {
    const bool found =
        choices_[place].any([&](const Ways& ways, int) { return from(place + 1, after(ways), 0, goes) != 0; });
    return found ? goes : 0;
}

CardSet Pairs::cards(int place, CardSet possible) {
    CardSet found = 0;
    choices_[place].any([&](const Ways& ways, int added) {
        const CardSet open = possible & ~found;
        if (added == 0) {
            found |= from(place + 1, after(ways), 1, open);
        } else {
            const CardSet card = only(added_at(tracks_, place, ways).first);
            if ((card & open) != 0 && from(place + 1, after(ways), 0, goes) != 0) found |= card;
        }
        return found == possible || budget_->stop() != Stop::done;
    });
    return found;
}

CardSet Pairs::first_cards(int place) {
    CardSet firsts = 0;
    choices_[place].any([&](const Ways& ways, int added) {
        const Nodes next = after(ways);
        if (added == 0) {
            firsts |= from(place + 1, next, 2, any_card);
            return budget_->stop() != Stop::done;
        }
        const auto [first, last] = added_at(tracks_, place, ways);
        CardSet asked = asked_with(first);
        if (added == 2) asked &= only(last);
        if (asked == 0) return false;
        const CardSet found = from(place + 1, next, 2 - added, added == 1 ? asked : goes);
        meet(first, added == 1 ? found & asked : found != 0 ? asked : 0, firsts);
        return budget_->stop() != Stop::done;
    });
    return firsts;
}

void Pairs::meet(int first, CardSet partners, CardSet& firsts) {
    if (partners == 0) return;
    met_[first] |= partners;
    firsts |= only(first);
}

std::size_t Pairs::held() const {
    std::size_t bytes = tracks_.held();
    for (const auto& known : known_) bytes += known.held();
    return bytes;
}

}  // namespace passatempo::machiavelli
