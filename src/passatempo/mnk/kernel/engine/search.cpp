// The search, with the pruning, reductions and extensions that gained in games against itself, and the order of moves.
// Algorithm: principal variation search (Marsland and Campbell 1982), the null-window form of alpha-beta; killer
// heuristic (Akl and Newborn 1977), history heuristic (Schaeffer 1989), weights fitted by a softmax
#include "search.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "margins.hpp"

namespace passatempo::mnk {

namespace {

// A win or loss is stored as counted from the position itself.
int to_table(int value, int ply) { return is_win(value) ? value + ply : is_loss(value) ? value - ply : value; }
int from_table(int value, int ply) { return is_win(value) ? value - ply : is_loss(value) ? value + ply : value; }

}  // namespace

Search::Search(const Board& board, Table& table, Control control, Parts parts, LeafSample* sample)
    : board_(board),
      table_(table),
      control_(control),
      parts_(parts),
      sample_(sample),
      vcf_(board_, control_),
      history_(board_),
      nodes_(most_ply + 8) {
    for (std::size_t d = 1; d < 64; ++d)
        for (std::size_t i = 1; i < 64; ++i)
            late_[d][i] = static_cast<std::uint8_t>(tenths::ply * std::log(d) * std::log(i));
}

void Search::keep_line(int ply, Cell move) {
    auto& line = node(ply).line;
    const auto& rest = node(ply + 1).line;
    line.assign(1, move);
    line.insert(line.end(), rest.begin(), rest.end());
}

int Search::forced(Window window, int depth, int ply, bool cut_node) {
    const Cell cell = board_.find(1 - board_.side(), complete);
    node(ply).move = cell;
    node(ply).evaluation = ply >= 2 ? node(ply - 2).evaluation : 0;  // nothing has got better
    make(cell);
    const int value = negamax(window, depth, ply, cut_node);
    board_.undo();
    if (window.pv_node() && value > window.alpha) keep_line(ply, cell);
    return value;
}

void Search::make(Cell move) {
    table_.prefetch(board_.key_after(move));
    board_.make(move);
}

// The value after a move just made, seen by the one who made it.
int Search::negamax(Window window, int depth, int ply, bool cut_node) {
    return -search({-window.beta, -window.alpha}, depth, ply + 1, cut_node);
}

// What a node is worth without a search, short of a forced end.
int Search::evaluate() {
    if (sample_ != nullptr) sample_->look(board_);
    return std::clamp(board_.evaluate(), -most_value, most_value);
}

// At the end of the search: the evaluation, unless the side to move wins by fours.
int Search::quiescence(Window window, int ply) {
    const int me = board_.side(), value = evaluate();
    if (parts_.threats && board_.count(me, four_three) > 0 && value < window.beta + margin::quiescence) {
        const int plies = vcf_.win(8);
        if (plies > 0) return win_in(ply + plies);
    }
    return value;
}

// Reverse futility pruning: so good that the other will not win it back in the plies that are left.
bool Search::reverse_futility(int evaluation, int depth, int beta) {
    return depth <= depths::reverse_futility && evaluation - margin::reverse_futility * depth >= beta;
}

// Razoring: so bad that only fours could help, and those the quiescence search sees.
bool Search::razor(int evaluation, int depth, int alpha) {
    return depth <= depths::razor && evaluation + margin::razor * (depth + 1) < alpha;
}

// Cuts that need no moves, in a null window away from forced ends.
std::optional<int> Search::prune(Window window, int depth, int ply) {
    const int evaluation = node(ply).evaluation;
    if (window.pv_node() || is_decided(window.beta) || is_decided(window.alpha)) return std::nullopt;
    if (reverse_futility(evaluation, depth, window.beta)) return evaluation;
    if (razor(evaluation, depth, window.alpha)) return quiescence(window, ply);
    return std::nullopt;
}

// Late move reduction: plies that a move is searched less deep, growing with the logarithms of depth and number.
int Search::late_move_reduction(const Visit& visit, int number, const Choice& choice) const {
    const int depth = visit.depth;
    if (!parts_.reductions || depth < depths::late_move_reduction || number < 2) return 0;
    int less = late_[std::min(depth, 63)][std::min(number, 63)];
    if (visit.cut_node) less += tenths::cut_node;
    if (!visit.pv_node && less > tenths::ply && !improving(visit.ply)) less += tenths::ply;
    if (visit.pv_node) less -= tenths::pv_node;
    if (choice.attack >= threat_three) less -= tenths::threat;
    if (choice.defence >= threat_three) less -= tenths::defence;
    if (choice.attack <= quiet && choice.defence <= quiet) less += tenths::without_threat;
    return std::clamp(less / tenths::ply, 0, depth - 1);
}

// Singular extension: the table's move is looked at one ply deeper where no other comes near it.
int Search::singular_extension(const Visit& visit, const Entry& known, Cell move) {
    const int depth = visit.depth, ply = visit.ply;
    if (depth < depths::singular || ply >= 2 * root_depth_) return 0;
    if (move != known.move || known.depth < depth - depths::singular_table) return 0;
    if (known.bound == Bound::upper || is_decided(known.value)) return 0;
    const int under = known.value - margin::singular * depth;
    const Choices kept = node(ply).choices;
    const int value = search({under - 1, under}, (depth - 1) / 2, ply, true, move);
    node(ply).choices = kept;
    return value < under ? 1 : 0;
}

// The value of a position by itself: ended, decided by a five or an open four, dead, or too deep. Else none, and the
// window is narrowed to what can still come of it.
std::optional<int> Search::terminal(Window& window, int depth, int ply, bool cut_node) {
    const int me = board_.side(), you = 1 - me;
    if (board_.empties() == 0) return 0;
    if (board_.count(me, complete) > 0) return win_in(ply + 1);
    const int completes = board_.count(you, complete);
    if (completes > 1) return loss_in(ply + 2);
    if (control_.spend()) return 0;
    deepest_ = std::max(deepest_, ply);
    if (ply >= most_ply) return board_.evaluate();
    if (completes == 1) return forced(window, depth, ply, cut_node);
    if (board_.count(me, winning_four) > 0) return win_in(ply + 3);
    const bool mine = board_.alive(me), yours = board_.alive(you);
    if (!mine && !yours) return 0;
    if (!mine) window.beta = std::min(window.beta, 0);  // he cannot win any more
    if (!yours) window.alpha = std::max(window.alpha, 0);
    window.alpha = std::max(window.alpha, loss_in(ply + 4));
    window.beta = std::min(window.beta, win_in(ply + 5));
    if (window.alpha >= window.beta) return window.alpha;
    return std::nullopt;
}

std::optional<Entry> Search::recall(int ply) const {
    if (!parts_.table) return std::nullopt;
    std::optional<Entry> known = table_.probe(board_.key());
    if (known) known->value = from_table(known->value, ply);
    return known;
}

// Does the table answer for a null window? A forced end holds at any depth: where the loser's moves are searched, none
// is left out.
bool Search::answers(const Entry& known, Window window, int depth) {
    if (window.pv_node() || known.bound == Bound::none) return false;
    const bool deep = known.depth >= depth;
    if (known.value >= window.beta) return known.bound != Bound::upper && (deep || is_win(known.value));
    return known.value <= window.alpha && known.bound != Bound::lower && (deep || is_loss(known.value));
}

// Values that need no moves: a win by fours, or the cuts of `prune`.
std::optional<int> Search::cutoff(Window window, int depth, int ply, const std::optional<Entry>& known) {
    const int me = board_.side(), you = 1 - me;
    node(ply).evaluation = known ? known->evaluation : evaluate();
    const bool leads_on = board_.count(me, four_three) > 0 || board_.count(me, threat_four) >= leading_fours;
    if (parts_.threats && depth >= depths::fours && leads_on) {
        const int plies = vcf_.win(12 + 7 * depth);
        if (plies > 0) return win_in(ply + plies);
        if (control_.stopped()) return 0;
    }
    const bool pressed = board_.count(you, winning_four) > 0;
    if (parts_.reductions && !pressed)
        if (const std::optional<int> value = prune(window, depth, ply)) return value;
    if (control_.stopped()) return 0;
    return std::nullopt;
}

int Search::search(Window window, int depth, int ply, bool cut_node, Cell left_out) {
    node(ply).line.clear();
    const bool whole = left_out == nowhere;
    if (whole)
        if (const std::optional<int> value = terminal(window, depth, ply, cut_node)) return *value;
    if (depth <= 0) return quiescence(window, ply);
    const std::optional<Entry> known = recall(ply);
    if (whole && known && answers(*known, window, depth)) return known->value;
    if (whole)
        if (const std::optional<int> value = cutoff(window, depth, ply, known)) return *value;
    // internal iterative reduction: without a move from the table a first look, less deep, finds the one to begin with
    if (!known && depth >= depths::iterative && (cut_node || window.pv_node())) --depth;
    const bool pressed = board_.count(1 - board_.side(), winning_four) > 0;
    return moves({window, depth, ply, cut_node, pressed, left_out}, known);
}

// Does the position get better for the mover, by the evaluations?
bool Search::improving(int ply) const { return ply < 2 || node(ply).evaluation > node(ply - 2).evaluation; }

// Late move pruning: in an ordered list hardly anything but a four can still come so far back.
bool Search::late_move_pruning(const Visit& visit, const Choice& choice, int number) const {
    const int most = late::always + late::moves(visit.depth) / (improving(visit.ply) ? 1 : 2);
    return number > most && choice.attack < threat_four;
}

// Futility pruning: a calm move does not lift an evaluation so far below alpha.
bool Search::futility(const Visit& visit, const Choice& choice) const {
    const bool calm = choice.attack < threat_three && choice.defence < threat_three;
    return calm && visit.depth <= depths::futility &&
           node(visit.ply).evaluation + margin::futility * (visit.depth + 1) <= visit.window.alpha;
}

// Is a late or hopeless move left out, or all the rest with it?
Search::Skip Search::skipped(const Visit& visit, const Choice& choice, int number, int best) const {
    if (!parts_.reductions || visit.pv_node || visit.pressed || best == -infinite || is_loss(best)) return Skip::no;
    if (late_move_pruning(visit, choice, number)) return Skip::rest;
    return futility(visit, choice) ? Skip::move : Skip::no;
}

// The value of a move: the first with the whole window, the others with an empty one, late ones less deep at first.
int Search::value_of(const Visit& visit, const Choice& choice, int number, int next) {
    const auto [alpha, beta] = visit.window;
    const int ply = visit.ply;
    const bool pv_node = visit.pv_node, cut_node = visit.cut_node;
    node(ply).move = choice.move;
    make(choice.move);
    int value = 0;
    if (number == 1) {
        value = negamax({alpha, beta}, next, ply, !pv_node && !cut_node);
    } else {
        const int less = late_move_reduction(visit, number, choice);
        value = negamax({alpha, alpha + 1}, next - less, ply, true);
        if (value > alpha && less > 0) value = negamax({alpha, alpha + 1}, next, ply, !cut_node);
        if (value > alpha && pv_node) value = negamax({alpha, beta}, next, ply, false);
    }
    board_.undo();
    return value;
}

// Take a move's value in; true where it cuts.
bool Search::improves(Visit& visit, Best& best, Cell move, int value) {
    Window& window = visit.window;
    best.value = std::max(best.value, value);
    if (value <= window.alpha) return false;
    best.move = move;
    window.alpha = value;
    if (visit.pv_node) keep_line(visit.ply, move);
    return value >= window.beta;
}

int Search::moves(Visit visit, const std::optional<Entry>& known) {
    Node& here = node(visit.ply);
    const Cell first = known && known->move < board_.size() && board_.empty(known->move) ? known->move : nowhere;
    choose(visit.ply, visit.pressed, first);
    node(visit.ply + 1).killers = {nowhere, nowhere};
    const int before = visit.window.alpha;
    const bool may_extend = visit.whole() && known && parts_.reductions && !visit.pressed;
    int number = 0;
    Best best;
    Tried tried;
    for (std::size_t i = 0; i < here.choices.size(); ++i) {
        const Choice choice = here.choices.pick(i);
        if (choice.move == visit.left_out) continue;
        ++number;
        const Skip skip = skipped(visit, choice, number, best.value);
        if (skip == Skip::rest) break;
        if (skip == Skip::move) continue;
        const int longer = may_extend && number == 1 ? singular_extension(visit, *known, choice.move) : 0;
        if (control_.stopped()) return 0;
        const int value = value_of(visit, choice, number, visit.depth - 1 + longer);
        if (control_.stopped()) return 0;
        if (improves(visit, best, choice.move, value)) break;
        tried.add(choice.move);
    }
    if (best.value == -infinite) {
        if (visit.pressed) return loss_in(visit.ply + 4);  // no cell meets the threat
        return visit.whole() ? 0 : before;                 // nothing but dead cells is left
    }
    const bool cuts = best.value >= visit.window.beta;
    if (cuts && parts_.ordering) learn(visit, best.move, tried);
    const Bound bound = cuts ? Bound::lower : best.value > before ? Bound::exact : Bound::upper;
    if (visit.whole() && parts_.table) keep(visit, best.move != nowhere ? best.move : first, best.value, bound);
    return best.value;
}

void Search::keep(const Visit& visit, Cell best, int value, Bound bound) {
    table_.store(board_.key(), {best, static_cast<std::int16_t>(to_table(value, visit.ply)),
                                static_cast<std::int16_t>(node(visit.ply).evaluation),
                                static_cast<std::int8_t>(std::min(visit.depth, 120)), bound});
}

// The value of the root move of a number, within (alpha, beta).
int Search::root_value(Cell move, int number, int depth, Window window) {
    const auto [alpha, beta] = window;
    const Choice choice{move, board_.threat(board_.side(), move), board_.threat(1 - board_.side(), move)};
    if (choice.attack == complete) {
        node(1).line.clear();
        return win_in(1);
    }
    const bool late = number > 3 && choice.attack < threat_four;
    const int less = late ? late_move_reduction({window, depth, 0, false, false, nowhere}, number, choice) : 0;
    node(0).move = move;
    make(move);
    int value = 0;
    if (number == 1) {
        value = negamax({alpha, beta}, depth - 1, 0, false);
    } else {
        value = negamax({alpha, alpha + 1}, depth - 1 - less, 0, true);
        if (value > alpha && less > 0) value = negamax({alpha, alpha + 1}, depth - 1, 0, true);
        if (value > alpha) value = negamax({alpha, beta}, depth - 1, 0, false);
    }
    board_.undo();
    return value;
}

int Search::root(std::vector<RootMove>& root_moves, std::size_t from, int depth, int alpha, int beta) {
    root_depth_ = depth;
    node(0).evaluation = board_.evaluate();
    int best = -infinite;
    for (std::size_t i = from; i < root_moves.size(); ++i) {
        root_moves[i].before = std::exchange(root_moves[i].value, -infinite);
        root_moves[i].looked_at = false;
    }
    for (std::size_t i = from; i < root_moves.size(); ++i) {
        RootMove& root_move = root_moves[i];
        const int number = i - from + 1;
        const int value = root_value(root_move.move, number, depth, {alpha, beta});
        if (control_.stopped()) break;
        root_move.looked_at = true;
        if (number == 1 || value > alpha) {
            root_move.value = value;
            root_move.line.assign(1, root_move.move);
            root_move.line.insert(root_move.line.end(), node(1).line.begin(), node(1).line.end());
        }
        best = std::max(best, value);
        alpha = std::max(alpha, value);
        if (value >= beta) break;
    }
    std::stable_sort(root_moves.begin() + from, root_moves.end(), [](const RootMove& a, const RootMove& b) {
        return a.value != b.value ? a.value > b.value : a.before > b.before;
    });
    return best;
}

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
