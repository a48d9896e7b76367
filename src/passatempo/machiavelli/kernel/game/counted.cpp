// Turns by counts of cards, and games played to their end.
#include "game/counted.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace passatempo::machiavelli {

namespace {

void add(Ranks& to, const Ranks& cards) {
    for (int rank = 0; rank < ranks; ++rank)
        for (int suit = 0; suit < suits; ++suit) to[rank][suit] += cards[rank][suit];
}

void take(Ranks& from, const Ranks& cards) {
    for (int rank = 0; rank < ranks; ++rank)
        for (int suit = 0; suit < suits; ++suit) from[rank][suit] -= cards[rank][suit];
}

Choice choice_of(const auto& cards) {
    Choice choice;
    for (const int c : cards) ++copies(choice.cards, c);
    choice.size = cards.size();
    return choice;
}

}  // namespace

void Croupier::begin_turn(Game& game) const {
    game.begun = rules_.draws_first && game.stock_left();
    if (game.begun) draw(game);
}

void Croupier::draw(Game& game) const {
    ++copies(game.hands[game.seat], game.stock[game.drawn++]);
    ++game.held[game.seat];
}

// ---- What a bot lays ----

Choice Croupier::choose(const Game& game, Bot bot, Budget& budget) {
    const Ranks& hand = game.hands[game.seat];
    return bot == Bot::patient ? patient(game, budget) : best(game.table, hand, ones_, budget);
}

Choice Croupier::best(const Ranks& table, const Ranks& hand, const std::array<Value, deck>& weights, Budget& budget) {
    const auto found = layer_.best({table, hand, {}, rules_.line, weights}, budget);
    return found ? choice_of(found->cards) : Choice{};
}

bool Croupier::could_lay(const Ranks& table, const Ranks& hand, Budget& budget) {
    return layer_.reaches({table, hand, {}, rules_.line, ones_}, 1, budget);
}

bool Croupier::closes(const Ranks& table, const Ranks& hand, Budget& budget) {
    Ranks all = table;
    add(all, hand);
    return arranger_.possible(all, rules_.line, budget);
}

bool Croupier::may_wait(const Game& game) const {
    if (rules_.draws_first || !game.stock_left()) return false;
    return rules_.most_waits < 0 || game.waits[game.seat] < rules_.most_waits;
}

// All of the hand; else the most cards that are in no group of its own; else none, if it may wait; else a smallest
// group of its own.
Choice Croupier::patient(const Game& game, Budget& budget) {
    const Ranks& hand = game.hands[game.seat];
    if (closes(game.table, hand, budget)) return {hand, game.held[game.seat]};
    const auto own = layer_.best({{}, hand, {}, rules_.line, ones_}, budget);
    if (!own) return {};
    Ranks loose = hand;
    take(loose, choice_of(own->cards).cards);
    if (const Choice laid = best(game.table, loose, ones_, budget); laid.size > 0) return laid;
    if (own->melds.empty() || may_wait(game)) return {};
    const auto smaller = [](const Meld& a, const Meld& b) { return std::pair(a.size(), a) < std::pair(b.size(), b); };
    return choice_of(*std::min_element(own->melds.begin(), own->melds.end(), smaller));
}

// ---- The game ----

void Croupier::play(Game& game, const Choice& choice, Budget& budget) {
    const int seat = game.seat;
    bool passed = false;
    if (choice.size > 0) {
        add(game.table, choice.cards);
        take(game.hands[seat], choice.cards);
        game.held[seat] -= choice.size;
        game.waits[seat] = 0;
    } else if (!rules_.draws_first && game.stock_left()) {
        if (rules_.most_waits >= 0)
            game.waits[seat] = could_lay(game.table, game.hands[seat], budget) ? game.waits[seat] + 1 : 0;
        draw(game);
    } else {
        passed = !game.begun;
    }
    game.passes = passed ? game.passes + 1 : 0;
    game.seat = (seat + 1) % game.seats;
    game.begun = false;
    if (!result(game)) begin_turn(game);
}

std::optional<GameResult> Croupier::result(const Game& game) const {
    const auto hands = game.held.begin();
    GameResult found;
    if (std::any_of(hands, hands + game.seats, [](int held) { return held == 0; })) found.how = closed;
    else if (!rules_.ends_with_stock && game.passes >= game.seats) found.how = blocked;
    else if (rules_.ends_with_stock && !game.stock_left() && !game.begun) found.how = finished;
    else return std::nullopt;
    score(game, found);
    return found;
}

Value Croupier::points_of(const Ranks& hand) const {
    Value sum = 0;
    for (int c = 0; c < deck; ++c) sum += copies(hand, c) * rules_.points[c];
    return sum;
}

// Who holds nothing wins, else fewest points, then fewest cards.
void Croupier::score(const Game& game, GameResult& result) const {
    std::array<std::tuple<bool, Value, int>, most_seats> keys;
    for (int seat = 0; seat < game.seats; ++seat)
        keys[seat] = {game.held[seat] > 0, points_of(game.hands[seat]), game.held[seat]};
    const auto best = *std::min_element(keys.begin(), keys.begin() + game.seats);
    Value lost = 0;
    int winners = 0, earliest = -1;
    for (int seat = 0; seat < game.seats; ++seat) {
        const bool wins = keys[seat] == best;
        result.winners |= wins << seat;
        winners += wins;
        if (wins && earliest < 0) earliest = seat;
        result.scores[seat] = rules_.one_point ? wins : std::get<Value>(best) - std::get<Value>(keys[seat]);
        if (!wins) lost -= result.scores[seat];
    }
    if (rules_.one_point) return;
    for (int seat = 0; seat < game.seats; ++seat)
        if (result.winners >> seat & 1) result.scores[seat] = lost / winners + (seat == earliest ? lost % winners : 0);
}

std::optional<GameResult> Croupier::play_out(Game& game, const std::array<Bot, most_seats>& who, Budget& budget) {
    while (true) {
        if (const auto over = result(game)) return over;
        const Choice choice = choose(game, who[game.seat], budget);
        if (budget.poll()) return std::nullopt;
        play(game, choice, budget);
    }
}

}  // namespace passatempo::machiavelli
