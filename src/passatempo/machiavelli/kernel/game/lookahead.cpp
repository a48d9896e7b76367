// Hands conditioned on what their owners could not lay, and play-outs on common random numbers.
// Algorithm: determinisation by sequential rejection sampling; Monte Carlo play-outs
#include "game/lookahead.hpp"

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

}  // namespace passatempo::machiavelli
