// Moves that keep the value and invite mistakes, by an expectation over our moves and the answers of a player who looks
// a few plies ahead, and beyond that goes by the open lines of both sides.
#pragma once

#include <cstdint>
#include <vector>

#include "rules/rules.hpp"
#include "traps/oracle.hpp"

namespace passatempo::mnk::traps {

struct OpponentReply {
    int reply_cell = 0;
    bool is_complete = false;        // it completes a line and ends the game
    PositionValue position_value{};  // of the next position, for its side to move
    double chance = 0;               // that it is played
};

struct TrapValue {
    int cell = 0;
    double mean_gain = 0;  // from -1 (a sure loss) to 1 (a sure win)
};

class TrapSearch {
public:
    explicit TrapSearch(Oracle& oracle) : oracle_(oracle) {}

    // Weigh moves that keep the value of a position that is not won, `depth` own moves ahead. The best move comes
    // first, and equal moves keep their order. The budget may shorten the list.
    std::vector<TrapValue> weigh_moves(const Marks& marks, const std::vector<int>& moves, int depth);

private:
    // All answers of the side to move with their values and chances, the most likely first.
    std::vector<OpponentReply> likely_replies(const Marks& marks);
    double our_value(const Marks& marks, int depth);
    double their_value(const Marks& marks, int depth);
    double resting_value(const Marks& marks, const PositionValue& current_value) const;
    bool is_stopped() { return oracle_.budget().stop() != Stop::done; }

    Oracle& oracle_;
};

// The marks of a board from the view of its side to move.
Marks marks_of(const rules::Marking& cells);

// The moves whose value is found within so many nodes each. Ends more than four moves away have no plies.
std::vector<rules::MoveGrade> grade_moves(Oracle& oracle, const Marks& marks, std::uint64_t node_limit);

// The moves that keep a value. Only the shortest wins are included, and the longest losses come first. Losses whose end
// everybody sees are left out if there are others.
std::vector<int> preserving_moves(const std::vector<rules::MoveGrade>& move_grades, int game_value);

// The most promising of the `moves`, which keep the value, the most likely first. Each depth has the whole budget.
int best_trap(Oracle& oracle, const rules::Rules& rules, const rules::Marking& cells, const std::vector<int>& moves,
              const Budget& budget);

}  // namespace passatempo::mnk::traps
