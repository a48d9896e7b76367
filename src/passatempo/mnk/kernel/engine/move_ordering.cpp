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

void Search::value(Choices& choices, const Node& node, const History::After& history) {
    const auto [first_killer, second_killer] = node.killers;
    const int me = board_.side();
    for (std::size_t i = 0; i < choices.size(); ++i) {
        const Cell move = choices[i].move;
        int value = board_.kept_order_score(me, move) + history(move) / bonus::history_part;
        if (move == first_killer) value += bonus::first_killer;
        else if (move == second_killer) value += bonus::second_killer;
        choices.value(i, value);
    }
}

// Without the ordering's weights: by the threats alone.
void Search::value_by_threats(Choices& choices) {
    for (std::size_t i = 0; i < choices.size(); ++i)
        choices.value(i, 100 * choices[i].attack + 90 * choices[i].defence);
}

// The moves worth searching, valued for the ordering; `best`, of an earlier search, comes first.
void Search::choose(int ply, bool pressed, Cell best) {
    Node& here = node(ply);
    Choices& choices = here.choices;
    const int me = board_.side(), you = 1 - me;
    gather(pressed);
    choices.clear(cells_.size());
    std::optional<std::size_t> first;
    for (const Cell c : cells_) {
        const Choice choice{c, board_.threat(me, c), board_.threat(you, c)};
        const bool alive = choice.attack != none || choice.defence != none;
        if (c == best) first = choices.size();
        choices.add(choice, alive || c == best);
    }
    if (parts_.ordering) value(choices, here, history_.after(me, move_before(ply, 1), move_before(ply, 2)));
    else value_by_threats(choices);
    if (first) choices.lead(*first);
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
