// The bot `strong`: a patient move, left only where play-outs on hands drawn by lot say so beyond doubt.
#pragma once

#include "sampling.hpp"

namespace passatempo::machiavelli {

// On how many deals moves are played out, and whether wins count instead of points.
struct Playouts {
    std::size_t deals = 64;
    bool wins = false;
};

class Strong {
public:
    explicit Strong(TurnSolver& solver) : solver_(solver), sampler_(solver) {}

    // The limits of `budget` hold for the play-outs, those of `search` for what comes before and after them.
    Act move(const Match& match, Stream stream, const Playouts& playouts, Budget& search, Budget& budget);

    std::size_t held() const { return ahead_.held(); }

private:
    std::vector<Pile> candidates(const Match& match, const Act& usual, Budget& budget);
    Pile chosen(const Match& match, const std::vector<Pile>& moves, Stream& stream, const Playouts& playouts,
                Budget& search, Budget& budget);
    Act act_of(const Match& match, const Pile& cards, Budget& budget);
    std::vector<std::vector<Worth>> play_outs(const Match& match, const std::vector<Pile>& moves,
                                              std::span<const std::uint64_t> states, Budget& search, Budget& budget);
    std::vector<std::vector<Worth>> counted_out(const Match& match, const std::vector<Pile>& moves,
                                                std::span<const std::uint64_t> states, Budget& budget);

    TurnSolver& solver_;
    Sampler sampler_;
    Lookahead ahead_;
};

// Do these values gain on others, got on the same deals, by more than so many standard errors? Without any difference
// they do not.
bool exceeds(const std::vector<Value>& values, const std::vector<Value>& others, double errors);

}  // namespace passatempo::machiavelli
