// The order in which the search tries moves, and what it learns from cuts.
// Algorithm: killer heuristic (Akl and Newborn 1977), history heuristic (Schaeffer 1989), weights fitted by a softmax
#include <algorithm>

#include "margins.hpp"
#include "search.hpp"

namespace passatempo::mnk {

// Against the threat of a win in three only fours and what meets the threat; else what is near a mark, or all.
void Search::gather(bool pressed) {
    cells_.clear();
    if (pressed) {
        board_.gather_answers(cells_);
        return;
    }
    board_.gather_near(cells_);
    if (cells_.empty()) board_.gather_empty(cells_);
}

int Search::order_value(const Choice& choice, const Node& node, Cell last, Cell own) const {
    if (!parts_.ordering) return 100 * choice.attack + 90 * choice.defence;
    const int me = board_.side();
    const int value =
        board_.order_score(me, choice.move) + history_.value(me, choice.move, last, own) / bonus::history_part;
    if (choice.move == node.killers[0]) return value + bonus::first_killer;
    if (choice.move == node.killers[1]) return value + bonus::second_killer;
    return value;
}

// The moves worth searching, valued for the ordering; `best`, of an earlier search, comes first.
void Search::choose(int ply, bool pressed, Cell best) {
    Node& here = node(ply);
    const int me = board_.side(), you = 1 - me;
    gather(pressed);
    const Cell last = move_before(ply, 1);
    const Cell own = move_before(ply, 2);
    here.choices.clear();
    std::size_t first = 0;
    for (const Cell c : cells_) {
        Choice choice{0, c, board_.threat(me, c), board_.threat(you, c)};
        if (choice.attack == none && choice.defence == none && c != best) continue;  // dead for both
        choice.value = order_value(choice, here, last, own);
        if (c == best) {
            choice.value = bonus::foremost;
            first = here.choices.size();
        }
        here.choices.push_back(choice);
    }
    if (first > 0) std::swap(here.choices[0], here.choices[first]);
}

// Raise the move that cut and lower those tried before it.
void Search::learn(const Visit& visit, Cell best, const Tried& tried) {
    Node& here = node(visit.ply);
    const Cell last = move_before(visit.ply, 1);
    const Cell own = move_before(visit.ply, 2);
    const int me = board_.side();
    const int more = std::min(bonus::history_square * visit.depth * visit.depth, bonus::history_most);
    history_.learn(me, best, last, own, more);
    for (std::size_t i = 0; i < tried.count; ++i) history_.learn(me, tried.moves[i], last, own, -more);
    if (here.killers[0] != best) here.killers = {best, here.killers[0]};
}

}  // namespace passatempo::mnk
