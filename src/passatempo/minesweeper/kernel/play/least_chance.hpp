// The rule of thumb: the least chance of a mine, of equal ones the cell with the fewest unknown neighbours.
#pragma once

#include "play/policy.hpp"

namespace passatempo::minesweeper::play {

class LeastChance final : public Policy {
public:
    void choose(const Knowledge& knowledge, Tally& tally, Budget& budget, Choice& choice) override;
};

}  // namespace passatempo::minesweeper::play
