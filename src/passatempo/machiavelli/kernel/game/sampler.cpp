// Samples hands, given what their owners could not lay, by counts and with jokers, crosses and openings.
// Algorithm: determinisation by sequential rejection sampling; Monte Carlo play-outs on common random numbers
#include "sampler.hpp"

#include <algorithm>
#include <bit>
#include <bitset>

namespace passatempo::machiavelli {

// The pool is in random order. Cards are taken one at a time, and refused if the hand so far could then lay something.
// A refused card would be refused again. The cards left are not in random order any more, so they are reshuffled. If
// the pool has too few suitable cards, the first refused ones are taken.
Ranks Lookahead::sample_hand(const RivalCounts& rival, std::vector<std::uint8_t>& pool, Stream& stream,
                             Budget& budget) {
    const int past_cards = rival.cards - (rival.past_table ? rival.draws_since : 0);
    Ranks hand{};
    int size = 0;
    std::bitset<deck> refusals;
    std::vector<std::uint8_t> left;
    for (const std::uint8_t c : pool) {
        if (size < past_cards && !refusals[c]) {
            ++copies(hand, c);
            if (!rival.past_table || !dealer_.could_lay(*rival.past_table, hand, budget)) {
                ++size;
                continue;
            }
            --copies(hand, c);
            refusals.set(c);
        }
        left.push_back(c);
    }
    std::size_t next_index = 0;
    for (; size < past_cards; ++size) ++copies(hand, left[next_index++]);
    left.erase(left.begin(), left.begin() + next_index);
    if (rival.past_table) {
        stream.shuffle(std::span(left));
        for (next_index = 0; size < rival.cards; ++size) ++copies(hand, left[next_index++]);
        left.erase(left.begin(), left.begin() + next_index);
    }
    pool.swap(left);
    return hand;
}

CountGame Lookahead::deal_sample(const Situation& situation, Stream& stream, Budget& budget) {
    CountGame game = situation.game;
    std::vector<std::uint8_t> pool = situation.unseen_cards;
    stream.shuffle(std::span(pool));
    int seat = game.seat;
    for (const RivalCounts& rival : situation.rivals) {
        seat = (seat + 1) % game.seats;
        game.hands[seat] = sample_hand(rival, pool, stream, budget);
        game.hand_sizes[seat] = rival.cards;
    }
    game.stock = std::move(pool);
    game.stock_index = 0;
    return game;
}

std::vector<MoveWorth> Lookahead::play_outs(const Situation& situation, std::span<const CardChoice> moves,
                                            Stream& stream, Budget& budget) {
    const CountGame sample_game = deal_sample(situation, stream, budget);
    const int current_seat = sample_game.seat;
    std::array<Bot, max_seats> seat_bots;
    seat_bots.fill(Bot::patient);
    for (std::size_t k = 0; k < situation.rivals.size(); ++k)
        seat_bots[(current_seat + 1 + k) % sample_game.seats] = situation.rivals[k].bot;
    std::vector<MoveWorth> move_worths;
    for (const CardChoice& move : moves) {
        CountGame game = sample_game;
        dealer_.play_turn(game, move, budget);
        const auto play_result = dealer_.play_out(game, seat_bots, budget);
        if (!play_result) return {};
        const int winners = std::popcount(play_result->winners);
        move_worths.push_back({play_result->scores[current_seat],
                               play_result->winners >> current_seat & 1 ? MoveWorth::full_win / winners : 0});
    }
    return move_worths;
}

bool Lookahead::rival_can_close(const Situation& situation, std::size_t rival, Stream& stream, Budget& budget) {
    const CountGame game = deal_sample(situation, stream, budget);
    return dealer_.can_close_hand(game.table, game.hands[(game.seat + 1 + rival) % game.seats], budget);
}

std::vector<RivalView> view_rivals(const Match& match) {
    std::vector<RivalView> rival_views;
    for (int k = 1; k < match.seats(); ++k) {
        const int seat = (match.seat + k) % match.seats();
        const SeatPast& past = match.seat_pasts[seat];
        RivalView other{seat, static_cast<int>(match.hands[seat].size()), 0, nullptr, past.holds_back};
        if (past.has_table && !past.holds_back) {
            other.draws_since = std::min(past.draws_since, other.cards);
            other.past_table = &past.past_table;
        }
        rival_views.push_back(other);
    }
    return rival_views;
}

Pile unseen_cards(const Match& match) {
    Pile cards = make_pack(match.rules);
    std::sort(cards.begin(), cards.end());
    return without_cards(without_cards(cards, join_groups(match.table)), match.hand());
}

Situation situation_of(const Match& match, const std::vector<RivalView>& rival_views) {
    Situation seat_situation;
    CountGame& game = seat_situation.game;
    game.seats = match.seats();
    game.seat = match.seat;
    game.table = count_cards(join_groups(match.table));
    game.hands[match.seat] = count_cards(match.hand());
    game.hand_sizes[match.seat] = static_cast<int>(match.hand().size());
    game.wait_counts[match.seat] = match.wait_counts[match.seat];
    game.pass_count = match.pass_count;
    game.has_drawn = match.has_drawn;
    seat_situation.unseen_cards = unseen_cards(match);
    for (const RivalView& other : rival_views) {
        RivalCounts rival{other.cards, other.draws_since, std::nullopt, other.holds_back ? Bot::patient : Bot::greedy};
        if (other.past_table != nullptr) rival.past_table = count_cards(join_groups(*other.past_table));
        seat_situation.rivals.push_back(rival);
    }
    return seat_situation;
}

bool Sampler::could_lay(const Match& visible_match, const RivalView& other, Pile hand, Budget& budget) {
    const Pile last{hand.back()};
    std::sort(hand.begin(), hand.end());
    return turn_solver_.can_lay({visible_match.rules, *other.past_table, hand, visible_match.has_opened[other.seat]},
                                budget, last);
}

// Take one card at a time, and refuse it if the hand so far could then lay something on the earlier table. Such a play
// must use that card, since nothing could be laid without it. After refusals the cards left are not in random order, so
// they are reshuffled. If the pool has too few suitable cards, the first refused ones are taken.
Pile Sampler::sample_hand(const Match& visible_match, const RivalView& other, Pile& pool, Stream& stream,
                          Budget& budget) {
    const std::size_t past_cards = other.past_table == nullptr ? other.cards : other.cards - other.draws_since;
    Pile hand, left;
    std::bitset<deck + 1> refusals;
    for (const std::uint8_t c : pool) {
        if (hand.size() == past_cards || refusals[c]) {
            left.push_back(c);
            continue;
        }
        hand.push_back(c);
        if (other.past_table == nullptr || !could_lay(visible_match, other, hand, budget)) continue;
        hand.pop_back();
        refusals.set(c);
        left.push_back(c);
    }
    const auto take = [&](std::size_t number) {
        const auto end = left.begin() + static_cast<std::ptrdiff_t>(std::min(number, left.size()));
        hand.insert(hand.end(), left.begin(), end);
        left.erase(left.begin(), end);
    };
    take(past_cards - hand.size());
    if (other.past_table != nullptr) {
        stream.shuffle(std::span(left));
        take(other.draws_since);
    }
    pool.swap(left);
    return hand;
}

Match Sampler::deal_sample(const Match& visible_match, const std::vector<RivalView>& rival_views, Stream& stream,
                           Budget& budget) {
    Match sample_match = visible_match;
    Pile pool = unseen_cards(visible_match);
    stream.shuffle(std::span(pool));
    for (const RivalView& other : rival_views) {
        sample_match.hands[other.seat] = sample_hand(visible_match, other, pool, stream, budget);
        std::sort(sample_match.hands[other.seat].begin(), sample_match.hands[other.seat].end());
        sample_match.wait_counts[other.seat] = 0;
    }
    sample_match.stock = pool;
    return sample_match;
}

std::vector<MoveWorth> Sampler::play_outs(const Match& visible_match, const std::vector<MatchMove>& moves,
                                          Stream& stream, Budget& budget) {
    const std::vector<RivalView> rival_views = view_rivals(visible_match);
    const Match sample_match = deal_sample(visible_match, rival_views, stream, budget);
    std::vector<bool> is_greedy(visible_match.seats());
    for (const RivalView& other : rival_views) is_greedy[other.seat] = !other.holds_back;
    std::vector<MoveWorth> move_worths;
    for (const MatchMove& move : moves) {
        Match match = sample_match;
        make_move(turn_solver_, match, move, budget);
        std::optional<GameResult> final_result;
        while (!(final_result = result_of(match))) {
            if (budget.poll()) return {};
            make_move(turn_solver_, match,
                      bot_move(turn_solver_, match, is_greedy[match.seat] ? Bot::greedy : Bot::patient, budget),
                      budget);
        }
        const int winners = std::popcount(final_result->winners);
        move_worths.push_back({final_result->scores[visible_match.seat],
                               final_result->winners >> visible_match.seat & 1 ? MoveWorth::full_win / winners : 0});
    }
    return move_worths;
}

// The players after the rival get no hands.
bool Sampler::rival_can_close(const Match& visible_match, const std::vector<RivalView>& rival_views, std::size_t rival,
                              Stream& stream, Budget& budget) {
    Pile pool = unseen_cards(visible_match);
    stream.shuffle(std::span(pool));
    Pile cards;
    for (std::size_t k = 0; k <= rival; ++k) cards = sample_hand(visible_match, rival_views[k], pool, stream, budget);
    std::sort(cards.begin(), cards.end());
    if (visible_match.rules.new_card_limit > 0 && std::ssize(cards) > visible_match.rules.new_card_limit) return false;
    return turn_solver_.can_lay_all(
        {visible_match.rules, visible_match.table, cards, visible_match.has_opened[rival_views[rival].seat]}, cards,
        budget);
}

}  // namespace passatempo::machiavelli
