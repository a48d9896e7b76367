// Hands that the other seats may hold, drawn by lot, and what moves come to on them: by counts and under all rules.
#pragma once

#include <span>
#include <vector>

#include "game/counted.hpp"
#include "players.hpp"
#include "random.hpp"

namespace passatempo::machiavelli {

// What is known of another seat. Where `then` is known, nothing of its hand could be laid on that table, but for the
// cards drawn since.
struct Rival {
    int cards = 0;
    int drawn = 0;
    std::optional<Ranks> then;
    Bot bot = Bot::greedy;
};

// What one seat knows: of the game its own hand alone, and no stock.
struct Situation {
    Game game;
    std::vector<std::uint8_t> unseen;  // all other cards
    std::vector<Rival> rivals;         // in order of play, from the next seat on
};

// A move's worth to the seat: its score, and its share of a win, of which a whole one is 840.
struct Worth {
    static constexpr int whole_win = 840;  // divisible by 1 to 8, the seats that may share it
    Value points = 0, win = 0;
};

// Deals the unseen cards out and plays on. Keeps the memory of its searches.
class Lookahead {
public:
    void set(const GameRules& rules) { croupier_.set(rules); }

    // Deal hands to the rivals and leave the rest as the stock.
    Game sample(const Situation& situation, Stream& stream, Budget& budget);

    // Each move on the same deal: play it, then patience here and each rival's bot there, to the end.
    std::vector<Worth> play_outs(const Situation& situation, std::span<const Choice> moves, Stream& stream,
                                 Budget& budget);

    // Does the hand of this rival close on the table at once?
    bool closes(const Situation& situation, std::size_t rival, Stream& stream, Budget& budget);

    std::size_t held() const { return croupier_.held(); }

private:
    Ranks hand(const Rival& rival, std::vector<std::uint8_t>& pool, Stream& stream, Budget& budget);

    Croupier croupier_;
};

// Another seat, as one sees it from here.
struct Other {
    int seat = 0;
    int cards = 0;
    int drawn = 0;
    const Piles* then = nullptr;  // the table on which nothing of the rest could be laid, where that is known
    bool holds_back = false;
};

// The other seats in order of play, from the next one on.
std::vector<Other> others_of(const Match& match);

// The same by counts, where the rules are plain.
Situation situation_of(const Match& match, const std::vector<Other>& others);

// The cards that the seat to move does not see, in order: the other hands and the stock.
Pile unseen(const Match& match);

class Sampler {
public:
    explicit Sampler(TurnSolver& solver) : solver_(solver) {}

    // Each move on the same deal: play it, then patience here and at the seats that hold back, greed at the others.
    std::vector<Worth> play_outs(const Match& seen, const std::vector<Act>& moves, Stream& stream, Budget& budget);

    // Does the hand of a rival close at once?
    bool closes(const Match& seen, const std::vector<Other>& others, std::size_t rival, Stream& stream, Budget& budget);

private:
    Match sample(const Match& seen, const std::vector<Other>& others, Stream& stream, Budget& budget);
    Pile hand(const Match& seen, const Other& other, Pile& pool, Stream& stream, Budget& budget);
    bool could_lay(const Match& seen, const Other& other, Pile hand, Budget& budget);

    TurnSolver& solver_;
};

}  // namespace passatempo::machiavelli
