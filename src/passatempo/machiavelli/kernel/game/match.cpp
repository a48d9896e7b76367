// Deals, makes moves and scores ends, with jokers, crosses and openings.
#include "match.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "melds.hpp"
#include "refuse.hpp"

namespace passatempo::machiavelli {

namespace {

void draw_card(Match& match) {
    Pile& hand = match.hands[match.seat];
    const std::uint8_t card = match.stock.front();
    hand.insert(std::upper_bound(hand.begin(), hand.end(), card), card);
    match.stock.erase(match.stock.begin());
}

// Draw a card if each turn begins with a draw.
void begin_turn(Match& match) {
    match.has_drawn = match.rules.draws_first && !match.stock.empty();
    if (!match.has_drawn) return;
    draw_card(match);
    ++match.seat_pasts[match.seat].draws_since;
}

// Return whether the cards laid without the card drawn before, whichever it was, contain a group.
bool holds_group(const Pile& play_cards, Line line) {
    Pile plain;
    std::copy_if(play_cards.begin(), play_cards.end(), std::back_inserter(plain), [](int c) { return c < deck; });
    if (plain.size() < 4) return false;
    for (std::size_t k = 0; k < plain.size(); ++k) {
        Pile plain_rest = plain;
        plain_rest.erase(plain_rest.begin() + static_cast<std::ptrdiff_t>(k));
        if (!holds_meld(plain_rest, line)) return false;
    }
    return true;
}

// Update the public information about the player who moves.
void update_past(Match& match, const MatchMove& act, int draw_count) {
    SeatPast& past = match.seat_pasts[match.seat];
    const bool is_limited = match.rules.new_card_limit > 0 && std::ssize(act.hand_cards) >= match.rules.new_card_limit;
    if (past.drew_last && !act.hand_cards.empty() && !match.rules.draws_first &&
        holds_group(act.hand_cards, match.rules.line))
        past.holds_back = true;
    past.drew_last = act.kind == MoveKind::drew && !match.is_draw_turn;
    past.draws_since = draw_count;
    past.has_table = !is_limited && !match.is_draw_turn && act.kind != MoveKind::penalized;
    past.past_table = past.has_table ? match.table : Piles{};
}

Ending ending_of(const Match& match) {
    const auto empty = [](const Pile& hand) { return hand.empty(); };
    if (std::any_of(match.hands.begin(), match.hands.end(), empty)) return closed;
    return match.rules.ends_with_stock ? finished : blocked;
}

}  // namespace

bool is_over(const Match& match) {
    if (ending_of(match) == closed) return true;
    if (match.rules.ends_with_stock) return match.stock.empty() && !match.has_drawn;
    return match.pass_count >= match.seats();
}

GameRules MatchRules::count_rules() const {
    GameRules game_rules{line, wait_limit, draws_first, ends_with_stock, single_point, {}};
    std::copy_n(card_points.begin(), deck, game_rules.points.begin());
    return game_rules;
}

Pile make_pack(const MatchRules& rules) {
    Pile cards;
    for (int k = 0; k < rules.decks * deck; ++k) cards.push_back(k % deck);
    cards.insert(cards.end(), rules.jokers, deck);
    return cards;
}

Match start_match(const MatchRules& rules, Piles hands, Pile crosses, Pile stock, int first) {
    Match match;
    match.rules = rules;
    match.seat = first;
    match.hands = std::move(hands);
    for (Pile& hand : match.hands) std::sort(hand.begin(), hand.end());
    for (const std::uint8_t c : crosses) match.table.push_back({c});
    match.crosses = std::move(crosses);
    std::sort(match.crosses.begin(), match.crosses.end());
    match.stock = std::move(stock);
    match.wait_counts.assign(match.hands.size(), 0);
    match.has_opened.assign(match.hands.size(), rules.opening_kind == Opening::none);
    match.seat_pasts.resize(match.hands.size());
    match.is_draw_turn = rules.first_turn_draws;
    match.is_live_table = !is_known(match.crosses) || !is_known(match.stock) || !is_known(join_groups(match.hands));
    begin_turn(match);
    return match;
}

Match deal_match(const MatchRules& rules, int seats, Pile deck_order, int first) {
    Piles hands;
    auto next = deck_order.begin();
    for (int seat = 0; seat < seats; ++seat, next += rules.deal) hands.emplace_back(next, next + rules.deal);
    return start_match(rules, std::move(hands), {next, next + rules.crosses}, {next + rules.crosses, deck_order.end()},
                       first);
}

void make_move(Match& match, const MatchMove& act, bool could_lay) {
    const int current_seat = match.seat;
    int passes = 0, draw_count = 0;
    if (act.kind == MoveKind::laid) {
        match.hands[current_seat] = without_cards(match.hands[current_seat], act.hand_cards);
        match.table = act.table;
        match.wait_counts[current_seat] = 0;
        match.has_opened[current_seat] = true;
        if (!match.crosses.empty()) {
            match.crosses.clear();
            for (const Pile& group : match.table)
                if (group.size() == 1) match.crosses.push_back(group[0]);
            std::sort(match.crosses.begin(), match.crosses.end());
        }
    } else if (act.kind == MoveKind::drew) {
        if (match.rules.wait_limit >= 0)
            match.wait_counts[current_seat] = could_lay ? match.wait_counts[current_seat] + 1 : 0;
        draw_card(match);
        draw_count = 1;
    } else {
        if (act.kind == MoveKind::penalized) match.wait_counts[current_seat] = 0;
        for (; draw_count < act.penalty && !match.stock.empty(); ++draw_count) draw_card(match);
        passes = match.has_drawn || draw_count > 0 ? 0 : match.pass_count + 1;
    }
    update_past(match, act, draw_count);
    match.pass_count = passes;
    match.seat = (current_seat + 1) % match.seats();
    match.has_drawn = match.is_draw_turn = false;
    if (!is_over(match)) begin_turn(match);
}

// A player without cards wins. Otherwise the fewest points win, then the fewest cards.
std::optional<GameResult> result_of(const Match& match) {
    if (!is_over(match)) return std::nullopt;
    GameResult game_result;
    game_result.ending = ending_of(match);
    if (!is_known(join_groups(match.hands))) {
        for (int seat = 0; seat < match.seats(); ++seat)
            game_result.winners |= static_cast<unsigned>(match.hands[seat].empty()) << seat;
        return game_result;
    }
    game_result.has_scores = true;
    std::vector<std::tuple<bool, Value, std::size_t>> keys;
    for (const Pile& hand : match.hands) {
        Value points = 0;
        for (const int c : hand) points += match.rules.card_points[c];
        keys.emplace_back(!hand.empty(), points, hand.size());
    }
    const auto best = *std::min_element(keys.begin(), keys.end());
    Value lost = 0;
    int winners = 0, earliest = -1;
    for (int seat = 0; seat < match.seats(); ++seat) {
        const bool wins = keys[seat] == best;
        game_result.winners |= static_cast<unsigned>(wins) << seat;
        winners += wins;
        if (wins && earliest < 0) earliest = seat;
        game_result.scores[seat] =
            match.rules.single_point ? wins : std::get<Value>(best) - std::get<Value>(keys[seat]);
        if (!wins) lost -= game_result.scores[seat];
    }
    if (match.rules.single_point) return game_result;
    for (int seat = 0; seat < match.seats(); ++seat)
        if (game_result.winners >> seat & 1)
            game_result.scores[seat] = lost / winners + (seat == earliest ? lost % winners : 0);
    return game_result;
}

namespace {

enum Flag : std::uint8_t { drew = 1, holds_back = 2, known = 4 };

}  // namespace

std::vector<SeatPast> pasts_of(const Pile& bytes, std::size_t seats, const MatchRules& rules) {
    std::vector<SeatPast> pasts(seats);
    auto at = bytes.begin();
    const auto next = [&](std::ptrdiff_t size) {
        if (bytes.end() - at < size) refuse("pasts: one is cut short");
        at += size;
        return at - size;
    };
    for (SeatPast& past : pasts) {
        const auto head = next(5);
        past = {(head[0] & drew) != 0, (head[0] & holds_back) != 0, (head[0] & known) != 0, head[1] | head[2] << 8, {}};
        Tally card_tally{};
        for (int groups = head[3] | head[4] << 8; groups > 0; --groups) {
            const int size = *next(1);
            if (size == 0) refuse("pasts: a group is empty");
            const auto cards = next(size);
            past.past_table.emplace_back(cards, cards + size);
            for (const int c : past.past_table.back())
                if (c > deck && (c < joker_as || c >= joker_as + deck)) refuse("pasts: one is no card");
            add_to_tally(card_tally, past.past_table.back());
        }
        if (!fits_decks(card_tally, rules)) refuse("pasts: more cards than there are");
    }
    if (at != bytes.end()) refuse("pasts: they are too long");
    return pasts;
}

Pile bytes_of(const std::vector<SeatPast>& pasts) {
    Pile bytes;
    const auto put = [&](std::size_t number) {
        bytes.push_back(static_cast<std::uint8_t>(number));
        bytes.push_back(static_cast<std::uint8_t>(number >> 8));
    };
    for (const SeatPast& past : pasts) {
        bytes.push_back(
            static_cast<std::uint8_t>(past.drew_last * drew | past.holds_back * holds_back | past.has_table * known));
        put(static_cast<std::size_t>(std::min(past.draws_since, 0xFFFF)));
        put(past.past_table.size());
        for (const Pile& group : past.past_table) {
            bytes.push_back(static_cast<std::uint8_t>(group.size()));
            bytes.insert(bytes.end(), group.begin(), group.end());
        }
    }
    return bytes;
}

}  // namespace passatempo::machiavelli
