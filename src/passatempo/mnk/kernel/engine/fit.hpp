// Weights from games: logistic regression for the evaluation, a softmax over the moves for the ordering.
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
    double share_of_result = 0.6;  // the rest of the target is the search's value
    double scale = 200;            // evaluation units to one unit of the logistic function
};

// Fit from `start` on; one game in ten is kept out for the losses.
Fit fit(const std::vector<Game>& games, const FitTask& task, const std::vector<std::int16_t>& start, Budget& budget);

}  // namespace passatempo::mnk
