// Random hands of the other players, and the results of moves on them, by counts and under all rules.
#pragma once

#include <span>
#include <vector>

#include "game/dealer.hpp"
#include "players.hpp"
#include "random.hpp"

namespace passatempo::machiavelli {

// The information about another player. If `past_table` is known, nothing of the hand could be laid on that table,
// except with cards drawn since.
struct RivalCounts {
    int cards = 0;
    int draws_since = 0;
    std::optional<Ranks> past_table;
    Bot bot = Bot::greedy;
};

// The view of one player: the game with only this player's hand, and no stock.
struct Situation {
    CountGame game;
    std::vector<std::uint8_t> unseen_cards;  // all other cards
    std::vector<RivalCounts> rivals;         // in order of play, from the next player on
};

// The worth of a move to the player: the score, and the share of a win, with 840 for a full win.
struct MoveWorth {
    static constexpr int full_win = 840;  // divisible by 1 to 8, the players that may share it
    Value points = 0, win_share = 0;
};

// Deals the unseen cards and plays on. Reuses the memory of its searches.
class Lookahead {
public:
    void set_rules(const GameRules& rules) { dealer_.set_rules(rules); }

    // Deal hands to the rivals and leave the rest as the stock.
    CountGame deal_sample(const Situation& situation, Stream& stream, Budget& budget);

    // Play each move on the same deal to the end. This player continues patiently, each rival as its bot.
    std::vector<MoveWorth> play_outs(const Situation& situation, std::span<const CardChoice> moves, Stream& stream,
                                     Budget& budget);

    // Return whether this rival's random hand can close at once on the table.
    bool rival_can_close(const Situation& situation, std::size_t rival, Stream& stream, Budget& budget);

    std::size_t memory_bytes() const { return dealer_.memory_bytes(); }

private:
    Ranks sample_hand(const RivalCounts& rival, std::vector<std::uint8_t>& pool, Stream& stream, Budget& budget);

    Dealer dealer_;
};

// Another player, as seen by the player to move.
struct RivalView {
    int seat = 0;
    int cards = 0;
    int draws_since = 0;
    const Piles* past_table = nullptr;  // the table on which nothing of the rest could be laid, if known
    bool holds_back = false;
};

// The other players in order of play, from the next one on.
std::vector<RivalView> view_rivals(const Match& match);

// The same by counts, for plain rules.
Situation situation_of(const Match& match, const std::vector<RivalView>& rival_views);

// The cards that the player to move does not see, sorted: the other hands and the stock.
Pile unseen_cards(const Match& match);

class Sampler {
public:
    explicit Sampler(TurnSolver& solver) : turn_solver_(solver) {}

    // Play each move on the same deal to the end. Players who hold back and this one are patient, the others greedy.
    std::vector<MoveWorth> play_outs(const Match& visible_match, const std::vector<MatchMove>& moves, Stream& stream,
                                     Budget& budget);

    // Return whether a rival's random hand can close at once.
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
