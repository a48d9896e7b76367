// The bot `strong`. It deviates from the patient move only if play-outs on random hands show a significant gain.
#pragma once

#include "sampler.hpp"

namespace passatempo::machiavelli {

// The number of deals to play out, and whether wins count instead of points.
struct Playouts {
    std::size_t deal_count = 64;
    bool counts_wins = false;
};

class StrongBot {
public:
    explicit StrongBot(TurnSolver& solver) : turn_solver_(solver), sampler_(solver) {}

    // `budget` limits the play-outs, and `search` the work before and after them.
    MatchMove choose_move(const Match& match, Stream stream, const Playouts& playouts, Budget& search, Budget& budget);

    std::size_t memory_bytes() const { return lookahead_.memory_bytes(); }

private:
    std::vector<Pile> candidate_cards(const Match& match, const MatchMove& usual, Budget& budget);
    Pile choose_cards(const Match& match, const std::vector<Pile>& moves, Stream& stream, const Playouts& playouts,
                      Budget& search, Budget& budget);
    MatchMove act_of(const Match& match, const Pile& cards, Budget& budget);
    std::vector<std::vector<MoveWorth>> play_outs(const Match& match, const std::vector<Pile>& moves,
                                                  std::span<const std::uint64_t> states, Budget& search,
                                                  Budget& budget);
    std::vector<std::vector<MoveWorth>> play_by_counts(const Match& match, const std::vector<Pile>& moves,
                                                       std::span<const std::uint64_t> states, Budget& budget);

    TurnSolver& turn_solver_;
    Sampler sampler_;
    Lookahead lookahead_;
};

// Return whether a move gains more than `error_limit` standard errors over the usual move on the same deals. Without
// any difference it does not.
bool exceeds(const std::vector<Value>& move_worths, const std::vector<Value>& usual_worths, double error_limit);

}  // namespace passatempo::machiavelli
