// The bot `strong`: a patient move, left only where play-outs on hands drawn by lot say so beyond doubt.
#pragma once

#include "sampling.hpp"

namespace passatempo::machiavelli {

class Strong {
public:
    explicit Strong(Lays& lays) : lays_(lays), sampler_(lays) {}

    Act move(const Match& match, Stream stream, Budget& budget);

private:
    std::vector<Pile> candidates(const Match& match, const Act& usual, Budget& budget);
    Pile chosen(const Match& match, const std::vector<Pile>& moves, Stream& stream, Budget& budget);
    Act act_of(const Match& match, const Pile& cards, Budget& budget);
    std::vector<std::vector<Worth>> play_outs(const Match& match, const std::vector<Pile>& moves,
                                              std::span<const std::uint64_t> states, Budget& budget);
    std::vector<std::vector<Worth>> counted_out(const Match& match, const std::vector<Pile>& moves,
                                                std::span<const std::uint64_t> states, Budget& budget);

    Lays& lays_;
    Sampler sampler_;
    Lookahead ahead_;
};

// Do these values gain on others, got on the same deals, by more than so many standard errors? Without any difference
// they do not.
bool exceeds(const std::vector<Value>& values, const std::vector<Value>& others, double errors);

}  // namespace passatempo::machiavelli
