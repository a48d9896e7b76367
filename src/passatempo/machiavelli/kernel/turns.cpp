// Turns played and judged by counts of cards.
// Twin: machiavelli/game/judging.py
#include "turns.hpp"

#include <algorithm>

#include "legal.hpp"

namespace passatempo::machiavelli {

namespace {

using Tally = std::array<int, deck>;

void count(Tally& tally, const auto& cards, int sign) {
    for (const int c : cards) tally[c] += sign;
}

// Which cards a move brings together, and which lie there then: the difference must be nothing.
Tally balance(const Game& game, const Told& move) {
    Tally left{};
    for (const Meld& group : game.groups) count(left, group, 1);
    count(left, move.laid, 1);
    for (const Meld& group : move.table) count(left, group, -1);
    return left;
}

std::vector<Fault> of_laying(const Croupier& croupier, const Game& game, const Told& move) {
    std::vector<Fault> found;
    if (move.laid.empty()) found.push_back({Broken::nothing_laid});
    Tally hand{};
    count(hand, listed(game.hands[game.seat]), 1);
    for (const std::uint32_t c : move.laid)
        if (--hand[c] < 0) found.push_back({Broken::not_in_hand, c});
    const Tally left = balance(game, move);
    for (std::uint32_t c = 0; c < deck; ++c) found.insert(found.end(), std::max(0, left[c]), {Broken::taken_back, c});
    for (std::uint32_t c = 0; c < deck; ++c)
        found.insert(found.end(), std::max(0, -left[c]), {Broken::foreign_card, c});
    std::uint32_t number = 0;
    for (const Meld& group : move.table)
        if (++number; !is_legal(group, croupier.rules().ace)) found.push_back({Broken::bad_meld, number});
    return found;
}

}  // namespace

std::vector<int> listed(const Ranks& cards) {
    std::vector<int> found;
    for (int c = 0; c < deck; ++c) found.insert(found.end(), cards[c % ranks][c / ranks], c);
    return found;
}

Told bot_turn(Croupier& croupier, Game& game, Bot bot, Budget& budget) {
    const Choice choice = croupier.choose(game, bot, budget);
    Told told;
    const bool draws = game.stock_left() && !croupier.rules().draws_first;
    told.did = choice.size > 0 ? Did::laid : draws ? Did::drew : Did::passed;
    if (choice.size > 0) {
        told.laid = listed(choice.cards);
        told.table = game.groups = croupier.arranged(game, choice, budget);
    }
    croupier.play(game, choice, budget);
    return told;
}

std::vector<Fault> faults(Croupier& croupier, const Game& game, const Told& move, Budget& budget) {
    if (move.did == Did::laid) return of_laying(croupier, game, move);
    const bool begun = croupier.rules().draws_first;
    if (move.did == Did::passed)
        return !begun && game.stock_left() ? std::vector<Fault>{{Broken::must_draw}} : std::vector<Fault>{};
    if (begun) return {{Broken::turn_began_with_draw}};
    if (!game.stock_left()) return {{Broken::stock_empty}};
    if (!croupier.may_wait(game) && croupier.could_lay(game.table, game.hands[game.seat], budget))
        return {{Broken::must_lay}};
    return {};
}

void person_turn(Croupier& croupier, Game& game, const Told& move, Budget& budget) {
    Choice choice;
    for (const int c : move.laid) ++choice.cards[c % ranks][c / ranks];
    choice.size = move.laid.size();
    if (move.did == Did::laid) game.groups = move.table;
    croupier.play(game, choice, budget);
}

}  // namespace passatempo::machiavelli
