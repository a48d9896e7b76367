// The deal, moves and the end, with jokers, crosses and openings.
#include "match.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "melds.hpp"
#include "refuse.hpp"

namespace passatempo::machiavelli {

namespace {

void draw(Match& match) {
    Pile& hand = match.hands[match.seat];
    const std::uint8_t card = match.stock.front();
    hand.insert(std::upper_bound(hand.begin(), hand.end(), card), card);
    match.stock.erase(match.stock.begin());
}

// Where each turn begins with a draw, this is it.
void begin_turn(Match& match) {
    match.begun = match.rules.draws_first && !match.stock.empty();
    if (!match.begun) return;
    draw(match);
    ++match.pasts[match.seat].drawn;
}

// Whichever of the cards laid was the one drawn before, do the others hold a group?
bool held_group(const Pile& laid, Line line) {
    Pile plain;
    std::copy_if(laid.begin(), laid.end(), std::back_inserter(plain), [](int c) { return c < deck; });
    if (plain.size() < 4) return false;
    for (std::size_t k = 0; k < plain.size(); ++k) {
        Pile others = plain;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(k));
        if (!holds_meld(others, line)) return false;
    }
    return true;
}

// What everybody learns of the seat that moves.
void notice(Match& match, const Act& act, int drawn) {
    Past& past = match.pasts[match.seat];
    const bool limited = match.rules.most_new > 0 && std::ssize(act.laid) >= match.rules.most_new;
    if (past.drew && !act.laid.empty() && !match.rules.draws_first && held_group(act.laid, match.rules.line))
        past.holds_back = true;
    past.drew = act.did == Did::drew && !match.only_draws;
    past.drawn = drawn;
    past.known = !limited && !match.only_draws && act.did != Did::penalized;
    past.then = past.known ? match.table : Piles{};
}

Ending ending(const Match& match) {
    const auto empty = [](const Pile& hand) { return hand.empty(); };
    if (std::any_of(match.hands.begin(), match.hands.end(), empty)) return closed;
    return match.rules.ends_with_stock ? finished : blocked;
}

}  // namespace

bool is_over(const Match& match) {
    if (ending(match) == closed) return true;
    if (match.rules.ends_with_stock) return match.stock.empty() && !match.begun;
    return match.passes >= match.seats();
}

GameRules MatchRules::counted() const {
    GameRules found{line, most_waits, draws_first, ends_with_stock, one_point, {}};
    std::copy_n(card_points.begin(), deck, found.points.begin());
    return found;
}

Pile pack(const MatchRules& rules) {
    Pile cards;
    for (int k = 0; k < rules.decks * deck; ++k) cards.push_back(k % deck);
    cards.insert(cards.end(), rules.jokers, deck);
    return cards;
}

Match begin(const MatchRules& rules, Piles hands, Pile crosses, Pile stock, int first) {
    Match match;
    match.rules = rules;
    match.seat = first;
    match.hands = std::move(hands);
    for (Pile& hand : match.hands) std::sort(hand.begin(), hand.end());
    for (const std::uint8_t c : crosses) match.table.push_back({c});
    match.crosses = std::move(crosses);
    std::sort(match.crosses.begin(), match.crosses.end());
    match.stock = std::move(stock);
    match.waits.assign(match.hands.size(), 0);
    match.opened.assign(match.hands.size(), rules.opening == Opening::none);
    match.pasts.resize(match.hands.size());
    match.only_draws = rules.first_turn_draws;
    match.followed = !is_known(match.crosses) || !is_known(match.stock) || !is_known(together(match.hands));
    begin_turn(match);
    return match;
}

Match deal(const MatchRules& rules, int seats, Pile shuffled, int first) {
    Piles hands;
    auto next = shuffled.begin();
    for (int seat = 0; seat < seats; ++seat, next += rules.deal) hands.emplace_back(next, next + rules.deal);
    return begin(rules, std::move(hands), {next, next + rules.crosses}, {next + rules.crosses, shuffled.end()}, first);
}

void make(Match& match, const Act& act, bool could_lay) {
    const int here = match.seat;
    int passes = 0, drawn = 0;
    if (act.did == Did::laid) {
        match.hands[here] = without(match.hands[here], act.laid);
        match.table = act.table;
        match.waits[here] = 0;
        match.opened[here] = true;
        if (!match.crosses.empty()) {
            match.crosses.clear();
            for (const Pile& group : match.table)
                if (group.size() == 1) match.crosses.push_back(group[0]);
            std::sort(match.crosses.begin(), match.crosses.end());
        }
    } else if (act.did == Did::drew) {
        if (match.rules.most_waits >= 0) match.waits[here] = could_lay ? match.waits[here] + 1 : 0;
        draw(match);
        drawn = 1;
    } else {
        if (act.did == Did::penalized) match.waits[here] = 0;
        for (; drawn < act.penalty && !match.stock.empty(); ++drawn) draw(match);
        passes = match.begun || drawn > 0 ? 0 : match.passes + 1;
    }
    notice(match, act, drawn);
    match.passes = passes;
    match.seat = (here + 1) % match.seats();
    match.begun = match.only_draws = false;
    if (!is_over(match)) begin_turn(match);
}

// Who holds nothing wins, else fewest points, then fewest cards.
std::optional<GameResult> result(const Match& match) {
    if (!is_over(match)) return std::nullopt;
    GameResult found;
    found.how = ending(match);
    if (!is_known(together(match.hands))) {
        for (int seat = 0; seat < match.seats(); ++seat)
            found.winners |= static_cast<unsigned>(match.hands[seat].empty()) << seat;
        return found;
    }
    found.scored = true;
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
        found.winners |= static_cast<unsigned>(wins) << seat;
        winners += wins;
        if (wins && earliest < 0) earliest = seat;
        found.scores[seat] = match.rules.one_point ? wins : std::get<Value>(best) - std::get<Value>(keys[seat]);
        if (!wins) lost -= found.scores[seat];
    }
    if (match.rules.one_point) return found;
    for (int seat = 0; seat < match.seats(); ++seat)
        if (found.winners >> seat & 1) found.scores[seat] = lost / winners + (seat == earliest ? lost % winners : 0);
    return found;
}

namespace {

enum Flag : std::uint8_t { drew = 1, holds_back = 2, known = 4 };

}  // namespace

std::vector<Past> pasts_of(const Pile& bytes, std::size_t seats, const MatchRules& rules) {
    std::vector<Past> pasts(seats);
    auto at = bytes.begin();
    const auto next = [&](std::ptrdiff_t size) {
        if (bytes.end() - at < size) refuse("pasts: one is cut short");
        at += size;
        return at - size;
    };
    for (Past& past : pasts) {
        const auto head = next(5);
        past = {(head[0] & drew) != 0, (head[0] & holds_back) != 0, (head[0] & known) != 0, head[1] | head[2] << 8, {}};
        Tally there{};
        for (int groups = head[3] | head[4] << 8; groups > 0; --groups) {
            const int size = *next(1);
            if (size == 0) refuse("pasts: a group is empty");
            const auto cards = next(size);
            past.then.emplace_back(cards, cards + size);
            for (const int c : past.then.back())
                if (c > deck && (c < joker_as || c >= joker_as + deck)) refuse("pasts: one is no card");
            count(there, past.then.back());
        }
        if (!no_more_than(there, rules)) refuse("pasts: more cards than there are");
    }
    if (at != bytes.end()) refuse("pasts: they are too long");
    return pasts;
}

Pile bytes_of(const std::vector<Past>& pasts) {
    Pile bytes;
    const auto put = [&](std::size_t number) {
        bytes.push_back(static_cast<std::uint8_t>(number));
        bytes.push_back(static_cast<std::uint8_t>(number >> 8));
    };
    for (const Past& past : pasts) {
        bytes.push_back(
            static_cast<std::uint8_t>(past.drew * drew | past.holds_back * holds_back | past.known * known));
        put(static_cast<std::size_t>(std::min(past.drawn, 0xFFFF)));
        put(past.then.size());
        for (const Pile& group : past.then) {
            bytes.push_back(static_cast<std::uint8_t>(group.size()));
            bytes.insert(bytes.end(), group.begin(), group.end());
        }
    }
    return bytes;
}

}  // namespace passatempo::machiavelli
