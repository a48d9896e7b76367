// Hands conditioned on what their owners could not lay, by counts and with jokers, crosses and openings.
// Algorithm: determinisation by sequential rejection sampling; Monte Carlo play-outs on common random numbers
#include "sampling.hpp"

#include <algorithm>
#include <bit>
#include <bitset>

namespace passatempo::machiavelli {

// The pool is in random order. One card at a time, refused where the hand so far could then lay something: a card that
// was refused once would be again. The cards left over are no longer in random order, so they are shuffled anew. Where
// the pool has too few such cards the first ones refused must do.
Ranks Lookahead::hand(const Rival& rival, std::vector<std::uint8_t>& pool, Stream& stream, Budget& budget) {
    const int wanted = rival.cards - (rival.then ? rival.drawn : 0);
    Ranks hand{};
    int size = 0;
    std::bitset<deck> refused;
    std::vector<std::uint8_t> left;
    for (const std::uint8_t c : pool) {
        if (size < wanted && !refused[c]) {
            ++copies(hand, c);
            if (!rival.then || !croupier_.could_lay(*rival.then, hand, budget)) {
                ++size;
                continue;
            }
            --copies(hand, c);
            refused.set(c);
        }
        left.push_back(c);
    }
    std::size_t next = 0;
    for (; size < wanted; ++size) ++copies(hand, left[next++]);
    left.erase(left.begin(), left.begin() + next);
    if (rival.then) {
        stream.shuffle(std::span(left));
        for (next = 0; size < rival.cards; ++size) ++copies(hand, left[next++]);
        left.erase(left.begin(), left.begin() + next);
    }
    pool.swap(left);
    return hand;
}

Game Lookahead::sample(const Situation& situation, Stream& stream, Budget& budget) {
    Game game = situation.game;
    std::vector<std::uint8_t> pool = situation.unseen;
    stream.shuffle(std::span(pool));
    int seat = game.seat;
    for (const Rival& rival : situation.rivals) {
        seat = (seat + 1) % game.seats;
        game.hands[seat] = hand(rival, pool, stream, budget);
        game.held[seat] = rival.cards;
    }
    game.stock = std::move(pool);
    game.drawn = 0;
    return game;
}

std::vector<Worth> Lookahead::play_outs(const Situation& situation, std::span<const Choice> moves, Stream& stream,
                                        Budget& budget) {
    const Game dealt = sample(situation, stream, budget);
    const int here = dealt.seat;
    std::array<Bot, most_seats> who;
    who.fill(Bot::patient);
    for (std::size_t k = 0; k < situation.rivals.size(); ++k)
        who[(here + 1 + k) % dealt.seats] = situation.rivals[k].bot;
    std::vector<Worth> found;
    for (const Choice& move : moves) {
        Game game = dealt;
        croupier_.play(game, move, budget);
        const auto result = croupier_.play_out(game, who, budget);
        if (!result) return {};
        const int winners = std::popcount(result->winners);
        found.push_back({result->scores[here], result->winners >> here & 1 ? Worth::whole_win / winners : 0});
    }
    return found;
}

bool Lookahead::closes(const Situation& situation, std::size_t rival, Stream& stream, Budget& budget) {
    const Game game = sample(situation, stream, budget);
    return croupier_.closes(game.table, game.hands[(game.seat + 1 + rival) % game.seats], budget);
}

std::vector<Other> others_of(const Match& match) {
    std::vector<Other> found;
    for (int k = 1; k < match.seats(); ++k) {
        const int seat = (match.seat + k) % match.seats();
        const Past& past = match.pasts[seat];
        Other other{seat, static_cast<int>(match.hands[seat].size()), 0, nullptr, past.holds_back};
        if (past.known && !past.holds_back) {
            other.drawn = std::min(past.drawn, other.cards);
            other.then = &past.then;
        }
        found.push_back(other);
    }
    return found;
}

Pile unseen(const Match& match) {
    Pile cards = pack(match.rules);
    std::sort(cards.begin(), cards.end());
    return without(without(cards, together(match.table)), match.hand());
}

Situation situation_of(const Match& match, const std::vector<Other>& others) {
    Situation seen;
    Game& game = seen.game;
    game.seats = match.seats();
    game.seat = match.seat;
    game.table = counted(together(match.table));
    game.hands[match.seat] = counted(match.hand());
    game.held[match.seat] = static_cast<int>(match.hand().size());
    game.waits[match.seat] = match.waits[match.seat];
    game.passes = match.passes;
    game.begun = match.begun;
    seen.unseen = unseen(match);
    for (const Other& other : others) {
        Rival rival{other.cards, other.drawn, std::nullopt, other.holds_back ? Bot::patient : Bot::greedy};
        if (other.then != nullptr) rival.then = counted(together(*other.then));
        seen.rivals.push_back(rival);
    }
    return seen;
}

bool Sampler::could_lay(const Match& seen, const Other& other, Pile hand, Budget& budget) {
    const Pile last{hand.back()};
    std::sort(hand.begin(), hand.end());
    return solver_.can_lay({seen.rules, *other.then, hand, seen.opened[other.seat]}, budget, last);
}

// One card at a time; a card with which the hand so far could lay something on the table of then is refused: that card
// must be laid, since without it nothing could. The cards left over are no longer in random order where some were
// refused, so they are shuffled anew. Where the pool has too few cards that will do, the first ones refused must.
Pile Sampler::hand(const Match& seen, const Other& other, Pile& pool, Stream& stream, Budget& budget) {
    const std::size_t wanted = other.then == nullptr ? other.cards : other.cards - other.drawn;
    Pile hand, left;
    std::bitset<deck + 1> refused;
    for (const std::uint8_t c : pool) {
        if (hand.size() == wanted || refused[c]) {
            left.push_back(c);
            continue;
        }
        hand.push_back(c);
        if (other.then == nullptr || !could_lay(seen, other, hand, budget)) continue;
        hand.pop_back();
        refused.set(c);
        left.push_back(c);
    }
    const auto take = [&](std::size_t number) {
        const auto end = left.begin() + static_cast<std::ptrdiff_t>(std::min(number, left.size()));
        hand.insert(hand.end(), left.begin(), end);
        left.erase(left.begin(), end);
    };
    take(wanted - hand.size());
    if (other.then != nullptr) {
        stream.shuffle(std::span(left));
        take(other.drawn);
    }
    pool.swap(left);
    return hand;
}

Match Sampler::sample(const Match& seen, const std::vector<Other>& others, Stream& stream, Budget& budget) {
    Match dealt = seen;
    Pile pool = unseen(seen);
    stream.shuffle(std::span(pool));
    for (const Other& other : others) {
        dealt.hands[other.seat] = hand(seen, other, pool, stream, budget);
        std::sort(dealt.hands[other.seat].begin(), dealt.hands[other.seat].end());
        dealt.waits[other.seat] = 0;
    }
    dealt.stock = pool;
    return dealt;
}

std::vector<Worth> Sampler::play_outs(const Match& seen, const std::vector<Act>& moves, Stream& stream,
                                      Budget& budget) {
    const std::vector<Other> others = others_of(seen);
    const Match dealt = sample(seen, others, stream, budget);
    std::vector<bool> greedily(seen.seats());
    for (const Other& other : others) greedily[other.seat] = !other.holds_back;
    std::vector<Worth> found;
    for (const Act& move : moves) {
        Match match = dealt;
        make(solver_, match, move, budget);
        std::optional<GameResult> over;
        while (!(over = result(match))) {
            if (budget.poll()) return {};
            make(solver_, match, moved(solver_, match, greedily[match.seat] ? Bot::greedy : Bot::patient, budget),
                 budget);
        }
        const int winners = std::popcount(over->winners);
        found.push_back({over->scores[seen.seat], over->winners >> seen.seat & 1 ? Worth::whole_win / winners : 0});
    }
    return found;
}

// The seats behind the rival are dealt no hands.
bool Sampler::closes(const Match& seen, const std::vector<Other>& others, std::size_t rival, Stream& stream,
                     Budget& budget) {
    Pile pool = unseen(seen);
    stream.shuffle(std::span(pool));
    Pile cards;
    for (std::size_t k = 0; k <= rival; ++k) cards = hand(seen, others[k], pool, stream, budget);
    std::sort(cards.begin(), cards.end());
    if (seen.rules.most_new > 0 && std::ssize(cards) > seen.rules.most_new) return false;
    return solver_.goes({seen.rules, seen.table, cards, seen.opened[others[rival].seat]}, cards, budget);
}

}  // namespace passatempo::machiavelli
