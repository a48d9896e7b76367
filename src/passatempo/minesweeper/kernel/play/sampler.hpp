// One layout out of all of a position, each as probable as any other.
// Algorithm: the number of mines of each part by suffix products, then a walk through its diagram
#pragma once

#include <cstdint>
#include <vector>

#include "play/tally.hpp"
#include "random.hpp"

namespace passatempo::minesweeper::play {

class Sampler {
public:
    // The mines among the unknown cells of a counted position; the sweeps of its diagrams are used up.
    const std::vector<std::uint32_t>& draw(Tally& tally, Stream& stream);

private:
    void take(std::uint32_t mines, Stream& stream);  // so many of `cells_`

    std::vector<std::uint32_t> mines_, cells_, of_group_;
    std::vector<Mines> behind_;
    std::vector<double> row_, weight_, scratch_;
    std::vector<Shares> shares_;
};

}  // namespace passatempo::minesweeper::play
