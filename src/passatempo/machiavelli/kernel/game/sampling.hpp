// Hands that the other seats may hold, drawn by lot, and what moves come to on them, under all rules.
#pragma once

#include "game/lookahead.hpp"
#include "players.hpp"

namespace passatempo::machiavelli {

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
    explicit Sampler(Lays& lays) : lays_(lays) {}

    // Each move on the same deal: play it, then patience here and at the seats that hold back, greed at the others.
    std::vector<Worth> play_outs(const Match& seen, const std::vector<Act>& moves, Stream& stream, Budget& budget);

    // Does the hand of a rival close at once?
    bool closes(const Match& seen, const std::vector<Other>& others, std::size_t rival, Stream& stream, Budget& budget);

private:
    Match sample(const Match& seen, const std::vector<Other>& others, Stream& stream, Budget& budget);
    Pile hand(const Match& seen, const Other& other, Pile& pool, Stream& stream, Budget& budget);
    bool could_lay(const Match& seen, const Other& other, Pile hand, Budget& budget);

    Lays& lays_;
};

}  // namespace passatempo::machiavelli
