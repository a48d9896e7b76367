// Which of the moves that keep the value invite mistakes: an expectation over our moves and the answers to be expected.
#pragma once

#include <vector>

#include "traps/answers.hpp"

namespace passatempo::mnk::traps {

struct Hope {
    int cell = 0;
    double value = 0;  // from -1, a sure loss, to 1, a sure win
};

class Traps {
public:
    explicit Traps(Oracle& oracle) : oracle_(oracle) {}

    // Weigh moves that keep the value of a position that is not won: `depth` own moves ahead. The best first; of equal
    // ones those that come first. As many of them as the budget allows.
    std::vector<Hope> weigh(const Marks& marks, const std::vector<int>& moves, int depth);

    // All answers of the side to move, with their values and how likely they are; the likeliest first.
    std::vector<Answer> answers(const Marks& marks);

private:
    double ours(const Marks& marks, int depth);
    double theirs(const Marks& marks, int depth);
    double rest(const Marks& marks, const Known& known) const;
    bool stopped() { return oracle_.budget().stop() != Stop::done; }

    Oracle& oracle_;
};

}  // namespace passatempo::mnk::traps
