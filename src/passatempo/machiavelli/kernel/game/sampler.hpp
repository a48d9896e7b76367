// Hands that the other seats may hold, drawn by lot, and what moves come to on them: by counts and under all rules.
#pragma once

#include <span>
#include <vector>

#include "game/dealer.hpp"
#include "players.hpp"
#include "random.hpp"

namespace passatempo::machiavelli {

// What is known of another seat. Where `past_table` is known, nothing of its hand could be laid on that table, but for
// the cards drawn since.
struct RivalCounts {
    int cards = 0;
    int draws_since = 0;
    std::optional<Ranks> past_table;
    Bot bot = Bot::greedy;
};

// What one seat knows: of the game its own hand alone, and no stock.
struct Situation {
    CountGame game;
    std::vector<std::uint8_t> unseen_cards;  // all other cards
    std::vector<RivalCounts> rivals;         // in order of play, from the next seat on
};

// A move's worth to the seat: its score, and its share of a win, of which a whole one is 840.
struct MoveWorth {
    static constexpr int full_win = 840;  // divisible by 1 to 8, the seats that may share it
    Value points = 0, win_share = 0;
};

// Deals the unseen cards out and plays on. Keeps the memory of its searches.
class Lookahead {
public:
    void set_rules(const GameRules& rules) { dealer_.set_rules(rules); }

    // Deal hands to the rivals and leave the rest as the stock.
    CountGame deal_sample(const Situation& situation, Stream& stream, Budget& budget);

    // Each move on the same deal: play it, then patience here and each rival's bot there, to the end.
    std::vector<MoveWorth> play_outs(const Situation& situation, std::span<const CardChoice> moves, Stream& stream,
                                     Budget& budget);

    // Does the hand of this rival close on the table at once?
    bool rival_can_close(const Situation& situation, std::size_t rival, Stream& stream, Budget& budget);

    std::size_t memory_bytes() const { return dealer_.memory_bytes(); }

private:
    Ranks sample_hand(const RivalCounts& rival, std::vector<std::uint8_t>& pool, Stream& stream, Budget& budget);

    Dealer dealer_;
};

// Another seat, as one sees it from here.
struct RivalView {
    int seat = 0;
    int cards = 0;
    int draws_since = 0;
    const Piles* past_table = nullptr;  // the table on which nothing of the rest could be laid, where that is known
    bool holds_back = false;
};

// The other seats in order of play, from the next one on.
std::vector<RivalView> view_rivals(const Match& match);

// The same by counts, where the rules are plain.
Situation situation_of(const Match& match, const std::vector<RivalView>& rival_views);

// The cards that the seat to move does not see, in order: the other hands and the stock.
Pile unseen_cards(const Match& match);

class Sampler {
public:
    explicit Sampler(TurnSolver& solver) : turn_solver_(solver) {}

    // Each move on the same deal: play it, then patience here and at the seats that hold back, greed at the others.
    std::vector<MoveWorth> play_outs(const Match& visible_match, const std::vector<MatchMove>& moves, Stream& stream,
                                     Budget& budget);

    // Does the hand of a rival close at once?
    bool rival_can_close(const Match& visible_match, const std::vector<RivalView>& rival_views, std::size_t rival,
                         Stream& stream, Budget& budget);

private:
    Match deal_sample(const Match& visible_match, const std::vector<RivalView>& rival_views, Stream& stream,
                      Budget& budget);
    Pile sample_hand(const Match& visible_match, const RivalView& other, Pile& pool, Stream& stream, Budget& budget);
    bool could_lay(const Match& visible_match, const RivalView& other, Pile hand, Budget& budget);

    TurnSolver& turn_solver_;
};

}  // namespace passatempo::machiavelli
