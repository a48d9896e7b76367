// The numbers of the selective search, each with what it is for: margins, depths, and bonuses of the ordering.
//
// Margins are in units of the evaluation, of which 200 are one of the logistic function (`FitTask::scale`): 55 of them
// turn even chances into 57 %. All were set by hand.
#pragma once

namespace passatempo::mnk {

namespace margin {

constexpr int reverse_futility = 55;    // a ply: what the other seldom wins back by one quiet move
constexpr int razor = 120;              // a ply, and once more: no quiet moves lift a position so far in so few plies
constexpr int futility = 70;            // a ply, and once more: above what one quiet move gains, below `razor`
constexpr int quiescence = 400;         // above beta by it, a leaf fails high anyhow: no fours are looked for
constexpr int singular = 2;             // a ply: deeper values are surer, and others may come nearer to them
constexpr int aspiration = 30;          // around the last iteration's value: most values move less
constexpr int aspiration_widening = 3;  // times as wide at each failure: few more searches
constexpr int widest_aspiration = 400;  // with more a side of the window is opened: a forced end is in sight

}  // namespace margin

// Depths in plies from which, or up to which, a technique is used: a shallow guess is right only near the leaves, and a
// search before the search pays only where the tree below is large.
namespace depths {

constexpr int reverse_futility = 6;     // at most
constexpr int razor = 2;                // at most
constexpr int futility = 5;             // at most
constexpr int late_move_reduction = 2;  // at least: below it there is no ply to take away
constexpr int fours = 3;                // at least, as all that follow: of a node that looks for a win by fours
constexpr int iterative = 5;            // of internal iterative reduction
constexpr int singular = 7;             // of a search for another move as good, half as deep
constexpr int singular_table = 3;       // so much less deep the table's entry may be
constexpr int aspiration = 4;           // of an iteration: the values before it jump

}  // namespace depths

// Cells that make a four, where none makes a three as well, from which a node looks for a win by fours.
constexpr int leading_fours = 3;  // two win seldom, and the tree is full of them

// How many moves of an ordered list are looked at before the rest is left out.
namespace late {

constexpr int always = 3;       // at any depth
constexpr int hundredths = 60;  // 100 lose to it at 100,000 nodes a move, 35 are no better at 60,000
// Besides those, where the position gets better for the mover; else half as many.
constexpr int late_move_limit(int depth) { return (5 + depth * depth) * hundredths / 100; }

}  // namespace late

// Tenths of a ply that a late move is searched less deep, also one that makes a four.
namespace tenths {

constexpr int ply = 10;      // more where the position does not get better, besides what is more than a ply already
constexpr int cut_node = 8;  // more: some other move has probably cut already
constexpr int pv_node = 8;   // less: an error here is an error of the move played
constexpr int threat = 10;   // less for a move that makes a three or more
constexpr int defence = 5;   // less for one that takes such a cell from the other
constexpr int without_threat = 8;  // more for a move of which neither side wants the cell

}  // namespace tenths

// Added to a move's value in the ordering; 64 units are one of the softmax that its weights are fitted by.
namespace bonus {

constexpr int first_killer = 60;    // about one of these units: the move has just cut a sister node
constexpr int second_killer = 40;   // the killer before it
constexpr int history_part = 16;    // a part of the history, whose counters reach 4096: at most a strong threat
constexpr int history_square = 16;  // what a cut teaches grows with the square of the depth: so does its tree
constexpr int history_most = 1200;  // more would wipe out what was learned before

}  // namespace bonus

}  // namespace passatempo::mnk
