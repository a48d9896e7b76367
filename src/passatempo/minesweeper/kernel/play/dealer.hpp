// The dealer: holds the minefield, opens what the player clicks, and keeps the score.
// Algorithm: games won or lost, or the survival weight, which never loses: a mine that is hit is laid elsewhere, and
// the chance to have survived is multiplied into the weight
#pragma once

#include <cstdint>
#include <vector>

#include "play/minefield.hpp"
#include "play/policy.hpp"
#include "play/sampler.hpp"

namespace passatempo::minesweeper::play {

// The field as it was laid, the clicks in order, with what zeros open left out, and of each whether it was a guess.
struct Played : calls::Game {
    double weight = 0;  // 1 or 0 for won or lost
    std::uint32_t guesses = 0;
};

class Dealer {
public:
    Dealer(const Ground& ground, Policy& policy)
        : ground_(&ground), policy_(&policy), field_(ground), knowledge_(ground), tally_(ground), spare_(ground) {}

    Played play(const calls::SimulateRequest& request, std::uint64_t index, Budget& budget);

private:
    void open(std::uint32_t cell);
    void click(std::uint32_t cell, bool guess, Played& played);
    bool open_safe(Played& played);
    std::uint32_t by_eye() const;                           // where nobody can count
    void lay_elsewhere(std::uint32_t cell, Stream stream);  // every mine not known, and none at the cell

    const Ground* ground_;
    Policy* policy_;
    Minefield field_;
    Knowledge knowledge_;
    Tally tally_, spare_;
    Sampler sampler_;
    Choice choice_;
    std::vector<std::uint32_t> flood_;
};

}  // namespace passatempo::minesweeper::play
