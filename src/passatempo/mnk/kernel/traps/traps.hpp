// Which of the moves that keep the value invite mistakes: an expectation over our moves and the answers to be expected
// of a player who looks a few plies ahead, and beyond them goes by the open lines of both sides.
#pragma once

#include <cstdint>
#include <vector>

#include "rules/rules.hpp"
#include "traps/oracle.hpp"

namespace passatempo::mnk::traps {

struct Answer {
    int cell = 0;
    bool completes = false;  // a line: the game is over
    Known known{};           // of the position after it, for the side then to move
    double chance = 0;       // that it is played
};

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

private:
    // All answers of the side to move, with their values and how likely they are; the likeliest first.
    std::vector<Answer> answers(const Marks& marks);
    double ours(const Marks& marks, int depth);
    double theirs(const Marks& marks, int depth);
    double rest(const Marks& marks, const Known& known) const;
    bool stopped() { return oracle_.budget().stop() != Stop::done; }

    Oracle& oracle_;
};

// The marks of a board as its side to move sees them.
Marks marks_of(const rules::Marking& cells);

// The moves whose value is found within so many nodes each; no plies of ends further than four moves away.
std::vector<rules::GradedMove> grades(Oracle& oracle, const Marks& marks, std::uint64_t most);

// The moves that keep a value; of won ones the shortest, of lost ones the longest first. Lost moves whose end everybody
// sees are left out where there are others.
std::vector<int> keeping(const std::vector<rules::GradedMove>& graded, int value);

// Of moves that keep the value, the likeliest first, that of which most may be hoped. `nodes`: of each look.
int best_trap(Oracle& oracle, const rules::Rules& rules, const rules::Marking& cells, const std::vector<int>& moves,
              const Budget& budget);

}  // namespace passatempo::mnk::traps
