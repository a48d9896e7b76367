// Which of the moves that keep the value invite mistakes: an expectation over our moves and the answers to be expected
// of a player who looks a few plies ahead, and beyond them goes by the open lines of both sides.
#pragma once

#include <cstdint>
#include <vector>

#include "rules/rules.hpp"
#include "traps/oracle.hpp"

namespace passatempo::mnk::traps {

struct OpponentReply {
    int reply_cell = 0;
    bool is_complete = false;        // a line: the game is over
    PositionValue position_value{};  // of the position after it, for the side then to move
    double chance = 0;               // that it is played
};

struct TrapValue {
    int cell = 0;
    double mean_gain = 0;  // from -1, a sure loss, to 1, a sure win
};

class TrapSearch {
public:
    explicit TrapSearch(Oracle& oracle) : oracle_(oracle) {}

    // Weigh moves that keep the value of a position that is not won: `depth` own moves ahead. The best first; of equal
    // ones those that come first. As many of them as the budget allows.
    std::vector<TrapValue> weigh_moves(const Marks& marks, const std::vector<int>& moves, int depth);

private:
    // All answers of the side to move, with their values and how likely they are; the likeliest first.
    std::vector<OpponentReply> likely_replies(const Marks& marks);
    double our_value(const Marks& marks, int depth);
    double their_value(const Marks& marks, int depth);
    double resting_value(const Marks& marks, const PositionValue& current_value) const;
    bool is_stopped() { return oracle_.budget().stop() != Stop::done; }

    Oracle& oracle_;
};

// The marks of a board as its side to move sees them.
Marks marks_of(const rules::Marking& cells);

// The moves whose value is found within so many nodes each; no plies of ends further than four moves away.
std::vector<rules::MoveGrade> grade_moves(Oracle& oracle, const Marks& marks, std::uint64_t node_limit);

// The moves that keep a value; of won ones the shortest, of lost ones the longest first. Lost moves whose end everybody
// sees are left out where there are others.
std::vector<int> preserving_moves(const std::vector<rules::MoveGrade>& move_grades, int game_value);

// Of moves that keep the value, the likeliest first, that of which most may be hoped. `nodes`: of each look.
int best_trap(Oracle& oracle, const rules::Rules& rules, const rules::Marking& cells, const std::vector<int>& moves,
              const Budget& budget);

}  // namespace passatempo::mnk::traps
