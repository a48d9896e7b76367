// Hands that the other seats may hold, drawn by lot, and what moves come to on them.
#pragma once

#include <span>
#include <vector>

#include "game/counted.hpp"
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

}  // namespace passatempo::machiavelli
