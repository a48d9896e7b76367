// Hands conditioned on what their owners could not lay, with jokers, crosses and openings.
// Algorithm: determinisation by sequential rejection sampling; Monte Carlo play-outs
#include "sampling.hpp"

#include <algorithm>
#include <bit>
#include <bitset>

namespace passatempo::machiavelli {

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
    std::sort(hand.begin(), hand.end());
    return lays_.can_lay({seen.rules, *other.then, hand, seen.opened[other.seat]}, budget);
}

// One card at a time; a card with which the hand so far could lay something on the table of then is refused. The cards
// left over are no longer in random order where some were refused, so they are shuffled anew. Where the pool has too
// few cards that will do, the first ones refused must.
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
        make(lays_, match, move, budget);
        std::optional<GameResult> over;
        while (!(over = result(match))) {
            if (budget.poll()) return {};
            make(lays_, match, moved(lays_, match, greedily[match.seat] ? Bot::greedy : Bot::patient, budget), budget);
        }
        const int winners = std::popcount(over->winners);
        found.push_back({over->scores[seen.seat], over->winners >> seen.seat & 1 ? Worth::whole_win / winners : 0});
    }
    return found;
}

bool Sampler::closes(const Match& seen, const std::vector<Other>& others, std::size_t rival, Stream& stream,
                     Budget& budget) {
    const Match dealt = sample(seen, others, stream, budget);
    const int seat = others[rival].seat;
    const Pile& hand = dealt.hands[seat];
    if (seen.rules.most_new > 0 && std::ssize(hand) > seen.rules.most_new) return false;
    return lays_.fitted({seen.rules, seen.table, hand, seen.opened[seat]}, hand, budget).has_value();
}

}  // namespace passatempo::machiavelli
