// Fits the value to lessons, in one thread, so that the same lessons give the same numbers bit by bit.
// Algorithm: stochastic gradient descent by Adam with a cosine schedule; cross entropy
#pragma once

#include <span>

#include "budget.hpp"
#include "play/lessons.hpp"
#include "play/value.hpp"

namespace passatempo::minesweeper::play {

struct Trained {
    Value value;
    double plain = 0, fitted = 0;  // mean squared error on lessons kept out: of their mean, and of the value
};

// The last lessons, one in `kept_out`, are judged and not learnt. Of no use where the budget ended first.
Trained train(std::span<const Lesson> lessons, unsigned epochs, std::uint64_t seed, Budget& budget);

constexpr std::size_t kept_out = 10;

}  // namespace passatempo::minesweeper::play
