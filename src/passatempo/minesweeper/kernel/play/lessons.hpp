// What self-play teaches of positions: their inputs, and what became of them.
// Algorithm: survival-weight games with lambda-returns; half of the games leave the policy's way once
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "budget.hpp"
#include "play/dealer.hpp"
#include "play/scored.hpp"

namespace passatempo::minesweeper::play {

struct Lesson {
    std::array<float, Inputs::count> inputs;
    float target;
    float weight;
};

// Plays by a policy, now and then by lot, and notes what every guess left.
class Pupil final : public Policy {
public:
    Pupil(const Ground& ground, const Settings& settings, double trust);
    void begin(Stream stream);
    void choose(const Knowledge& knowledge, Tally& tally, Budget& budget, Choice& choice) override;
    // After a game: what it taught.
    void tell(const Knowledge& knowledge, std::vector<Lesson>& lessons) const;

private:
    struct Seen {
        std::uint8_t shown;
        std::array<float, Inputs::count> inputs;
    };
    struct Step {
        std::uint32_t cell;
        double value, survived;  // of the position, where it was weighed; 1 less the chance of a mine
        std::vector<Seen> seen;  // what each number would leave
    };

    void stray(Choice& choice);

    Scored policy_;
    Variation variation_;
    Inputs inputs_;
    double trust_;  // in what comes of a game, against the value of the next guess
    Stream stream_{std::uint64_t{0}};
    std::uint32_t guesses_ = 0, stray_at_ = none, from_ = 0;
    std::vector<Step> steps_;
    double end_ = 1;  // the value of the solved endgame, if any
};

// The lessons of games in order, the same on any number of threads; fewer if the budget ended.
std::vector<Lesson> learn(const Ground& ground, const Deal& deal, const Settings& settings, double trust,
                          std::uint64_t seed, std::uint64_t first_index, std::uint64_t count, unsigned threads,
                          Budget& budget);

}  // namespace passatempo::minesweeper::play
