// Weights from games: `value_fit.hpp` for the evaluation, `order_fit.hpp` for the ordering of moves.
#pragma once

#include <cstdint>
#include <vector>

#include "selfplay.hpp"

namespace passatempo::mnk {

struct Fit {
    std::vector<std::int16_t> weights;  // as for Weights
    std::size_t positions = 0;
    double loss_before = 0, loss_after = 0;    // mean cross entropy on games kept out of the fit
    double first_before = 0, first_after = 0;  // share of positions whose move is valued first by the ordering
};

struct FitTask {
    int m = 15, n = 15, k = 5;
    int epochs = 20;
    std::uint64_t seed = 1;  // of the network's first numbers and of the order of the samples
    double scale = 200;      // evaluation units to one unit of the logistic function
};

// One game in ten is kept out for the losses.
Fit fit(const std::vector<Game>& games, const FitTask& task, Budget& budget);

}  // namespace passatempo::mnk
