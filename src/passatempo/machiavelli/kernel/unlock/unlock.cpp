// Tries every card, or pair of cards, in turn. One search decides all cards left open, and with jokers all pairs.
// Algorithm: exhaustive search
// Twin: tests/machiavelli/turn/plain_search.py
#include "unlock/unlock.hpp"

#include <algorithm>
#include <bit>

namespace passatempo::machiavelli {

namespace {

std::uint8_t& copies(Ranks& cards, int c) { return cards[c % ranks][c / ranks]; }

constexpr std::uint64_t joker_nodes = 1'000;  // for tries of one joker as each card in turn; nearly always enough

constexpr int single_try_limit = 8;  // up to so many cards, trying each is quicker than one search for all

constexpr std::uint64_t try_nodes = 6'000;  // for tries without jokers, a twelfth of a microsecond each

void put_pair(std::vector<std::uint8_t>& flags, int a, int b) { flags[a * deck + b] = flags[b * deck + a] = 1; }

}  // namespace

bool Unlocker::can_close_hand(const Ranks& cards, int jokers, Line line, Budget& budget) {
    if (jokers == 0) return arranger_.is_possible(cards, line, budget);
    if (jokers == 1) return closes_with_joker(cards, line, budget);
    return play_solver_.close_hand({cards, {}, {jokers, 0}, line, {}}, budget).has_value();
}

// One joker acts as one more card of any kind. Arranging rejects most cards at once, so trying all cards is quicker
// than one search with a joker. If that takes too long, the search with a joker decides.
bool Unlocker::closes_with_joker(Ranks cards, Line line, Budget& budget) {
    Budget try_budget(1e300, joker_nodes, nullptr);
    for (int c = 0; c < deck; ++c) {
        if (budget.spend() || budget.poll()) return false;
        ++copies(cards, c);
        const bool is_possible = arranger_.is_possible(cards, line, try_budget, &budget);
        --copies(cards, c);
        if (is_possible) return true;
        if (budget.stop() != Stop::done) return false;
        if (try_budget.stop() != Stop::done)
            return play_solver_.close_hand({cards, {}, {1, 0}, line, {}}, budget).has_value();
    }
    return false;
}

// Return the cards that were not tried when the budget ran out.
CardSet Unlocker::try_each(Ranks cards, int jokers, Line line, CardSet open_cards, Flags& unlock_flags,
                           Budget& budget) {
    for (int c = 0; c < deck; ++c) {
        if (!has_card(open_cards, c)) continue;
        ++copies(cards, c);
        const bool can_close = can_close_hand(cards, jokers, line, budget);
        --copies(cards, c);
        if (budget.stop() != Stop::done) break;
        unlock_flags[c] = can_close;
        open_cards &= ~card_bit(c);
    }
    return open_cards;
}

// Without jokers most cards are rejected at once. If they are not, one search for all is quicker.
std::vector<std::uint8_t> Unlocker::unlocking_cards(Ranks cards, int jokers, Line line, Budget& budget) {
    Flags unlock_flags(deck, 0);
    CardSet open_cards = any_card;
    if (jokers == 0) {
        Budget try_budget = budget.share(std::min(try_nodes, budget.left()));
        open_cards = try_each(cards, jokers, line, open_cards, unlock_flags, try_budget);
        budget.count(try_budget);
    }
    if (std::popcount(open_cards) > single_try_limit && SuitNetworks::fits_copies(cards, jokers + 1)) {
        const bool is_complete = completion_search_.find_completions(cards, jokers + 1, line, budget);
        for (int c = 0; c < deck; ++c)
            if (has_card(open_cards & completion_search_.completion_cards(), c)) unlock_flags[c] = 1;
        open_cards &= is_complete ? 0 : ~completion_search_.completion_cards();
    }
    try_each(cards, jokers, line, open_cards, unlock_flags, budget);
    return unlock_flags;
}

// With jokers, both cards of a pair are in a completion, and any two cards of a completion are a pair. Pairs that no
// completion found contains are tried card by card.
std::vector<std::uint8_t> Unlocker::unlocking_pairs(Ranks cards, int jokers, Line line, Budget& budget) {
    Flags pair_flags(deck * deck, 0);
    CardSet open_cards = any_card;
    if (jokers > 0 && SuitNetworks::fits_copies(cards, jokers + 2)) {
        if (completion_search_.find_completions(cards, jokers + 2, line, budget))
            open_cards = completion_search_.completion_cards();
        for (const std::vector<int>& filling : completion_search_.completions())
            for (std::size_t a = 0; a < filling.size(); ++a)
                for (std::size_t b = 0; b < a; ++b) put_pair(pair_flags, filling[a], filling[b]);
    }
    for (int c = 0; c < deck && budget.stop() == Stop::done; ++c)
        if (has_card(open_cards, c)) try_partners(cards, c, jokers, line, open_cards >> c << c, pair_flags, budget);
    return pair_flags;
}

// Find the partners that unlock together with a card, among those not known yet.
void Unlocker::try_partners(Ranks cards, int c, int jokers, Line line, CardSet partner_cards, Flags& pair_flags,
                            Budget& budget) {
    for (int partner = c; partner < deck; ++partner)
        if (pair_flags[c * deck + partner] != 0) partner_cards &= ~card_bit(partner);
    ++copies(cards, c);
    Flags unlock_flags(deck, 0);
    if (jokers > 0 && std::popcount(partner_cards) > single_try_limit && SuitNetworks::fits_copies(cards, jokers + 1)) {
        const bool is_complete = completion_search_.find_completions(cards, jokers + 1, line, budget);
        for (int partner = c; partner < deck; ++partner)
            unlock_flags[partner] = has_card(partner_cards & completion_search_.completion_cards(), partner);
        partner_cards &= is_complete ? 0 : ~completion_search_.completion_cards();
    }
    try_each(cards, jokers, line, partner_cards, unlock_flags, budget);
    for (int partner = c; partner < deck; ++partner)
        if (unlock_flags[partner] != 0) put_pair(pair_flags, c, partner);
}

}  // namespace passatempo::machiavelli
