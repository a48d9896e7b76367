// For each kind of card, how many copies stand in sets: none, one or several such answers.
#pragma once

#include <array>
#include <span>

#include "cards.hpp"
#include "state.hpp"

namespace passatempo::machiavelli {

// All cards have ranks of one line, a stretch of the ranks in order of play that holds no rank twice. Runs are laid as
// in `Sweep`, by the number of cards of each suit and rank that they take, so that every answer is met once, however
// its runs are cut.
class SetCounts {
public:
    static constexpr int several = 2;

    // 0, 1 or several.
    int count(const Ranks& cards, std::span<const int> line);

private:
    int from(int place, const State& state);
    int choose(int place, const State& state, int suit, State& next, int most, int sum);

    Ranks cards_{};
    std::span<const int> line_;
    Cache<std::uint8_t> known_;
};

}  // namespace passatempo::machiavelli
