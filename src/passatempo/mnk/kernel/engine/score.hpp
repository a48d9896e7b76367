// Scores of positions: evaluations in the middle of the scale, forced wins and losses by their length at the ends.
#pragma once

namespace passatempo::mnk {

constexpr int mate = 30000;        // a win in n plies counts mate - n
constexpr int most_plies = 1000;   // no forced line is longer
constexpr int most_value = 20000;  // bound of the evaluation
constexpr int infinite = 32000;

constexpr int win_in(int plies) { return mate - plies; }
constexpr int loss_in(int plies) { return plies - mate; }
constexpr bool is_win(int score) { return score > mate - most_plies; }
constexpr bool is_loss(int score) { return score < most_plies - mate; }
constexpr bool is_decided(int score) { return is_win(score) || is_loss(score); }

}  // namespace passatempo::mnk
