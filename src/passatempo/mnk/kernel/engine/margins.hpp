// Scores, and the constants of the selective search with their purpose: margins, depths, and bonuses of the move
// ordering.
//
// Margins are in units of the evaluation, of which 200 are one unit of the logistic function (`FitTask::scale`). So 55
// turn even chances into 57 %. All were set by hand.
#pragma once

namespace passatempo::mnk {

// Scores of positions: evaluations in the middle of the scale, forced wins and losses by their length at the ends.
constexpr int mate = 30000;        // a win in n plies counts mate - n
constexpr int most_plies = 1000;   // no forced line is longer
constexpr int most_value = 20000;  // bound of the evaluation
constexpr int infinite = 32000;

constexpr int win_in(int plies) { return mate - plies; }
constexpr int loss_in(int plies) { return plies - mate; }
constexpr bool is_win(int score) { return score > mate - most_plies; }
constexpr bool is_loss(int score) { return score < most_plies - mate; }
constexpr bool is_decided(int score) { return is_win(score) || is_loss(score); }

namespace margin {

constexpr int reverse_futility = 55;  // per ply: the opponent seldom wins back more by one quiet move
constexpr int razor = 120;            // per ply, and once more: no quiet moves raise a position so far in so few plies
constexpr int futility = 70;          // per ply, and once more: above what one quiet move gains, below `razor`
constexpr int quiescence = 400;       // so far above beta, a leaf fails high without a search for fours
constexpr int singular = 2;           // per ply: deeper scores are surer, and other moves may come nearer to them
constexpr int aspiration = 30;        // around the score of the last iteration; most scores move less
constexpr int aspiration_widening = 3;  // growth factor at each failure, so that few searches are repeated
constexpr int widest_aspiration = 400;  // beyond this, a side of the window is opened, because a forced end is in sight

}  // namespace margin

// Depths in plies from which, or up to which, a technique is used. A shallow guess is right only near the leaves, and a
// preliminary search pays only if the tree below is large.
namespace depths {

constexpr int reverse_futility = 6;     // at most
constexpr int razor = 2;                // at most
constexpr int futility = 5;             // at most
constexpr int late_move_reduction = 2;  // at least, since below it there is no ply to remove
constexpr int fours = 3;                // at least, like all that follow, for the search for a win by fours
constexpr int iterative = 5;            // for internal iterative reduction
constexpr int singular = 7;             // for a search, half as deep, for another move as good
constexpr int singular_table = 3;       // plies by which the entry of the table may be shallower
constexpr int aspiration = 4;           // of an iteration, because earlier scores jump

}  // namespace depths

// The number of cells with a four but no three from which a node searches for a win by fours.
constexpr int leading_fours = 3;  // two seldom win, and the tree is full of them

// The number of moves of an ordered list that are searched before the rest is pruned.
namespace late {

constexpr int always = 3;       // at any depth
constexpr int hundredths = 60;  // 100 lose to it at 100,000 nodes per move, and 35 are no better at 60,000
// Further moves if the position improves for the side to move, else half as many.
constexpr int late_move_limit(int depth) { return (5 + depth * depth) * hundredths / 100; }

}  // namespace late

// Tenths of a ply by which a late move is searched less deep, even one that makes a four.
namespace tenths {

constexpr int ply = 10;            // more if the position does not improve and the reduction exceeds a ply already
constexpr int cut_node = 8;        // more, because another move has probably caused a cutoff
constexpr int pv_node = 8;         // less, because an error here is an error of the move played
constexpr int threat = 10;         // less for a move that makes a three or more
constexpr int defence = 5;         // less for a move that takes such a cell from the opponent
constexpr int without_threat = 8;  // more for a cell that neither side wants

}  // namespace tenths

// Bonuses for the score of a move in the ordering. 64 units are one unit of the softmax that fits its weights.
namespace bonus {

constexpr int first_killer = 60;    // about one such unit, for a move that caused a cutoff in a sibling node
constexpr int second_killer = 40;   // the previous killer
constexpr int history_part = 16;    // divisor of the history, whose counters reach 4096: at most a strong threat
constexpr int history_square = 16;  // per square of the depth: a cutoff in a larger tree teaches more
constexpr int history_most = 1200;  // more would wipe out earlier information

}  // namespace bonus

}  // namespace passatempo::mnk
