// Plays turns by card counts, and games to their end.
#include "game/dealer.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace passatempo::machiavelli {

namespace {

void add_cards(Ranks& target, const Ranks& cards) {
    for (int rank = 0; rank < ranks; ++rank)
        for (int suit = 0; suit < suits; ++suit) target[rank][suit] += cards[rank][suit];
}

void subtract_cards(Ranks& from, const Ranks& cards) {
    for (int rank = 0; rank < ranks; ++rank)
        for (int suit = 0; suit < suits; ++suit) from[rank][suit] -= cards[rank][suit];
}

CardChoice choice_of(const auto& cards) {
    CardChoice choice;
    for (const int c : cards) ++copies(choice.cards, c);
    choice.size = cards.size();
    return choice;
}

}  // namespace

void Dealer::begin_turn(CountGame& game) const {
    game.has_drawn = rules_.draws_first && game.stock_left();
    if (game.has_drawn) draw_card(game);
}

void Dealer::draw_card(CountGame& game) const {
    ++copies(game.hands[game.seat], game.stock[game.stock_index++]);
    ++game.hand_sizes[game.seat];
}

// ---- Choices of the bots ----

CardChoice Dealer::choose_cards(const CountGame& game, Bot bot, Budget& budget) {
    const Ranks& hand = game.hands[game.seat];
    return bot == Bot::patient ? patient_choice(game, budget) : best_choice(game.table, hand, unit_weights_, budget);
}

CardChoice Dealer::best_choice(const Ranks& table, const Ranks& hand, const std::array<Value, deck>& weights,
                               Budget& budget) {
    const auto best_play = play_solver_.find_best_play({table, hand, {}, rules_.line, weights}, budget);
    return best_play ? choice_of(best_play->hand_cards) : CardChoice{};
}

bool Dealer::could_lay(const Ranks& table, const Ranks& hand, Budget& budget) {
    return play_solver_.reaches_value({table, hand, {}, rules_.line, unit_weights_}, 1, budget);
}

bool Dealer::can_close_hand(const Ranks& table, const Ranks& hand, Budget& budget) {
    Ranks all_cards = table;
    add_cards(all_cards, hand);
    return arranger_.is_possible(all_cards, rules_.line, budget);
}

bool Dealer::may_wait(const CountGame& game) const {
    if (rules_.draws_first || !game.stock_left()) return false;
    return rules_.wait_limit < 0 || game.wait_counts[game.seat] < rules_.wait_limit;
}

// Lay the whole hand, or else the most cards outside the groups of the hand. Otherwise lay nothing if waiting is
// allowed, or a smallest group of the hand.
CardChoice Dealer::patient_choice(const CountGame& game, Budget& budget) {
    const Ranks& hand = game.hands[game.seat];
    if (can_close_hand(game.table, hand, budget)) return {hand, game.hand_sizes[game.seat]};
    const auto hand_play = play_solver_.find_best_play({{}, hand, {}, rules_.line, unit_weights_}, budget);
    if (!hand_play) return {};
    Ranks loose = hand;
    subtract_cards(loose, choice_of(hand_play->hand_cards).cards);
    if (const CardChoice loose_play = best_choice(game.table, loose, unit_weights_, budget); loose_play.size > 0)
        return loose_play;
    if (hand_play->melds.empty() || may_wait(game)) return {};
    const auto smaller = [](const Meld& a, const Meld& b) { return std::pair(a.size(), a) < std::pair(b.size(), b); };
    return choice_of(*std::min_element(hand_play->melds.begin(), hand_play->melds.end(), smaller));
}

// ---- The game ----

void Dealer::play_turn(CountGame& game, const CardChoice& choice, Budget& budget) {
    const int seat = game.seat;
    bool is_pass = false;
    if (choice.size > 0) {
        add_cards(game.table, choice.cards);
        subtract_cards(game.hands[seat], choice.cards);
        game.hand_sizes[seat] -= choice.size;
        game.wait_counts[seat] = 0;
    } else if (!rules_.draws_first && game.stock_left()) {
        if (rules_.wait_limit >= 0)
            game.wait_counts[seat] = could_lay(game.table, game.hands[seat], budget) ? game.wait_counts[seat] + 1 : 0;
        draw_card(game);
    } else {
        is_pass = !game.has_drawn;
    }
    game.pass_count = is_pass ? game.pass_count + 1 : 0;
    game.seat = (seat + 1) % game.seats;
    game.has_drawn = false;
    if (!result_of(game)) begin_turn(game);
}

std::optional<GameResult> Dealer::result_of(const CountGame& game) const {
    const auto hands = game.hand_sizes.begin();
    GameResult game_result;
    if (std::any_of(hands, hands + game.seats, [](int hand_size) { return hand_size == 0; }))
        game_result.ending = closed;
    else if (!rules_.ends_with_stock && game.pass_count >= game.seats) game_result.ending = blocked;
    else if (rules_.ends_with_stock && !game.stock_left() && !game.has_drawn) game_result.ending = finished;
    else return std::nullopt;
    set_scores(game, game_result);
    return game_result;
}

Value Dealer::points_of(const Ranks& hand) const {
    Value sum = 0;
    for (int c = 0; c < deck; ++c) sum += copies(hand, c) * rules_.points[c];
    return sum;
}

// A player without cards wins. Otherwise the fewest points win, then the fewest cards.
void Dealer::set_scores(const CountGame& game, GameResult& game_result) const {
    std::array<std::tuple<bool, Value, int>, max_seats> keys;
    for (int seat = 0; seat < game.seats; ++seat)
        keys[seat] = {game.hand_sizes[seat] > 0, points_of(game.hands[seat]), game.hand_sizes[seat]};
    const auto best = *std::min_element(keys.begin(), keys.begin() + game.seats);
    Value lost = 0;
    int winners = 0, earliest = -1;
    for (int seat = 0; seat < game.seats; ++seat) {
        const bool wins = keys[seat] == best;
        game_result.winners |= wins << seat;
        winners += wins;
        if (wins && earliest < 0) earliest = seat;
        game_result.scores[seat] = rules_.single_point ? wins : std::get<Value>(best) - std::get<Value>(keys[seat]);
        if (!wins) lost -= game_result.scores[seat];
    }
    if (rules_.single_point) return;
    for (int seat = 0; seat < game.seats; ++seat)
        if (game_result.winners >> seat & 1)
            game_result.scores[seat] = lost / winners + (seat == earliest ? lost % winners : 0);
}

std::optional<GameResult> Dealer::play_out(CountGame& game, const std::array<Bot, max_seats>& seat_bots,
                                           Budget& budget) {
    while (true) {
        if (const auto final_result = result_of(game)) return final_result;
        const CardChoice choice = choose_cards(game, seat_bots[game.seat], budget);
        if (budget.poll()) return std::nullopt;
        play_turn(game, choice, budget);
    }
}

}  // namespace passatempo::machiavelli
