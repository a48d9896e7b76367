// The search of `search.hpp`: principal variation search with the reductions that proved their worth in self-play.
#include "search.hpp"

#include <algorithm>
#include <cmath>

namespace passatempo::mnk {
namespace {

constexpr int late_scale = 1024;   // parts of a ply
constexpr int foremost = 1 << 20;  // orders the best move of an earlier search before all others

// A win or loss is stored as counted from the position itself.
int to_table(int value, int ply) { return is_win(value) ? value + ply : is_loss(value) ? value - ply : value; }
int from_table(int value, int ply) { return is_win(value) ? value - ply : is_loss(value) ? value + ply : value; }

}  // namespace

Search::Search(const Board& board, Table& table, Control control, Parts parts)
    : board_(board),
      table_(table),
      control_(control),
      parts_(parts),
      fours_(board_, control_),
      history_(board_),
      nodes_(most_ply + 8) {
    for (std::size_t d = 1; d < 64; ++d)
        for (std::size_t i = 1; i < 64; ++i)
            late_[d][i] = static_cast<std::uint8_t>(10 * (0.3 + 1.3 * std::log(d) * std::log(i) / 1.7));
}

void Search::keep_line(int ply, Cell move) {
    auto& line = nodes_[static_cast<std::size_t>(ply)].line;
    const auto& rest = nodes_[static_cast<std::size_t>(ply) + 1].line;
    line.assign(1, move);
    line.insert(line.end(), rest.begin(), rest.end());
}

// The moves worth searching, valued: against the threat of a win in three only fours and what meets the threat.
void Search::choose(int ply, bool pressed, Cell best) {
    Node& node = nodes_[static_cast<std::size_t>(ply)];
    const int me = board_.side(), you = 1 - me;
    cells_.clear();
    if (pressed) {
        board_.gather_answers(cells_);
    } else {
        board_.gather_near(cells_);
        if (cells_.empty())
            for (int c = 0; c < board_.size(); ++c)
                if (board_.empty(static_cast<Cell>(c))) cells_.push_back(static_cast<Cell>(c));
    }
    const Cell last = ply > 0 ? nodes_[static_cast<std::size_t>(ply) - 1].move : nowhere;
    const Cell own = ply > 1 ? nodes_[static_cast<std::size_t>(ply) - 2].move : nowhere;
    node.choices.clear();
    std::size_t first = 0;
    for (const Cell c : cells_) {
        Choice choice{0, c, board_.threat(me, c), board_.threat(you, c)};
        if (choice.attack == none && choice.defence == none && c != best) continue;  // dead for both
        if (parts_.ordering) {
            choice.value = board_.worth(me, c) + history_.value(me, c, last, own) / 16;
            if (c == node.killers[0]) choice.value += 60;
            else if (c == node.killers[1]) choice.value += 40;
        } else {
            choice.value = 100 * choice.attack + 90 * choice.defence;
        }
        if (c == best) choice.value = foremost, first = node.choices.size();
        node.choices.push_back(choice);
    }
    if (first > 0) std::swap(node.choices[0], node.choices[first]);
}

int Search::forced(Window window, int depth, int ply, bool cut) {
    const Cell cell = board_.find(1 - board_.side(), complete);
    nodes_[static_cast<std::size_t>(ply)].move = cell;
    make(cell);
    const int value = child(window, depth, ply, cut);
    board_.undo();
    if (window.open() && value > window.alpha) keep_line(ply, cell);
    return value;
}

void Search::make(Cell move) {
    table_.prefetch(board_.key_after(move));
    board_.make(move);
}

// The value after a move just made, seen by the one who made it.
int Search::child(Window window, int depth, int ply, bool cut) {
    return -search({-window.beta, -window.alpha}, depth, ply + 1, cut);
}

int Search::leaf(Window window, int ply) {
    const int me = board_.side();
    const int value = std::clamp(board_.evaluate(), -most_value, most_value);
    if (parts_.threats && board_.count(me, four_three) > 0 && value < window.beta + 400) {
        const int plies = fours_.win(8);
        if (plies > 0) return win_in(ply + plies);
    }
    return value;
}

// Cuts that need no moves: the position is so good that even a pass holds, or so bad that only fours could help.
bool Search::prune(Window window, int depth, int ply, bool cut, int& value) {
    Node& node = nodes_[static_cast<std::size_t>(ply)];
    const int evaluation = node.evaluation;
    if (window.open() || is_decided(window.beta) || is_decided(window.alpha)) return false;
    if (depth <= 6 && evaluation - 55 * depth >= window.beta) {
        value = evaluation;
        return true;
    }
    if (depth <= 2 && evaluation + 120 + 120 * depth < window.alpha) {
        value = leaf(window, ply);
        return true;
    }
    const bool after_pass = ply > 0 && nodes_[static_cast<std::size_t>(ply) - 1].passed;
    if (cut && depth >= 3 && !after_pass && evaluation >= window.beta) {
        const int less = 3 + depth / 4 + std::min((evaluation - window.beta) / 150, 2);
        node.passed = true, node.move = nowhere;
        board_.pass();
        value = child({window.beta - 1, window.beta}, depth - 1 - less, ply, false);
        board_.unpass();
        node.passed = false;
        if (value >= window.beta && !control_.stopped()) {
            if (is_win(value)) value = window.beta;
            return true;
        }
    }
    return false;
}

int Search::reduction(int depth, int number, bool open, bool cut, const Choice& choice) const {
    if (!parts_.reductions || depth < 2 || number < 2) return 0;
    int tenths = late_[static_cast<std::size_t>(std::min(depth, 63))][static_cast<std::size_t>(std::min(number, 63))];
    if (cut) tenths += 8;
    if (open) tenths -= 8;
    if (choice.attack >= threat_three) tenths -= 10;
    if (choice.defence >= threat_three) tenths -= 5;
    if (choice.attack <= quiet && choice.defence <= quiet) tenths += 8;
    return std::clamp(tenths / 10, 0, depth - 1);
}

// The best move of an earlier search is looked at one ply deeper where no other comes near it.
int Search::extension(int depth, int ply, const Entry& known, Cell move) {
    if (depth < 7 || ply >= 2 * root_depth_ || move != known.move || known.depth < depth - 3) return 0;
    if (known.bound == Bound::upper || is_decided(known.value)) return 0;
    const int under = known.value - 2 * depth;
    const std::vector<Choice> kept = nodes_[static_cast<std::size_t>(ply)].choices;
    const int value = search({under - 1, under}, (depth - 1) / 2, ply, true, move);
    nodes_[static_cast<std::size_t>(ply)].choices = kept;
    return value < under ? 1 : 0;
}

// What a position is worth by itself: ended, decided by a five or an open four, dead, or at the end of the search. Else
// false, and the window is narrowed to what can still come of it.
bool Search::settled(Window& window, int depth, int ply, bool cut, int& value) {
    const int me = board_.side(), you = 1 - me;
    const auto is = [&](int found) {
        value = found;
        return true;
    };
    if (board_.empties() == 0) return is(0);
    if (board_.count(me, complete) > 0) return is(win_in(ply + 1));
    const int completes = board_.count(you, complete);
    if (completes > 1) return is(loss_in(ply + 2));
    if (control_.spend()) return is(0);
    deepest_ = std::max(deepest_, ply);
    if (ply >= most_ply) return is(board_.evaluate());
    if (completes == 1) return is(forced(window, depth, ply, cut));
    if (board_.count(me, winning_four) > 0) return is(win_in(ply + 3));
    const bool mine = board_.alive(me), yours = board_.alive(you);
    if (!mine && !yours) return is(0);
    if (!mine) window.beta = std::min(window.beta, 0);  // he cannot win any more
    if (!yours) window.alpha = std::max(window.alpha, 0);
    window.alpha = std::max(window.alpha, loss_in(ply + 4));
    window.beta = std::min(window.beta, win_in(ply + 5));
    return window.alpha >= window.beta && is(window.alpha);
}

std::optional<Entry> Search::recall(int ply) const {
    if (!parts_.table) return std::nullopt;
    std::optional<Entry> known = table_.probe(board_.key());
    if (known) known->value = static_cast<std::int16_t>(from_table(known->value, ply));
    return known;
}

// Does the table answer for a closed window?
bool Search::answers(const Entry& known, Window window, int depth) {
    if (window.open() || known.depth < depth || known.bound == Bound::none) return false;
    if (known.value >= window.beta) return known.bound != Bound::upper;
    return known.value <= window.alpha && known.bound != Bound::lower;
}

// Values that need no moves: a row of fours, or the cuts of `prune`.
bool Search::early(Window window, int depth, int ply, bool cut, const std::optional<Entry>& known, int& value) {
    const int me = board_.side(), you = 1 - me;
    nodes_[static_cast<std::size_t>(ply)].evaluation =
        known ? known->evaluation : std::clamp(board_.evaluate(), -most_value, most_value);
    if (parts_.threats && depth >= 3 && board_.count(me, four_three) > 0) {  // a lone four seldom leads to more
        const int plies = fours_.win(static_cast<std::uint64_t>(12 + 7 * depth));
        value = plies > 0 ? win_in(ply + plies) : 0;
        if (plies > 0 || control_.stopped()) return true;
    }
    const bool pressed = board_.count(you, winning_four) > 0;
    if (parts_.reductions && !pressed && prune(window, depth, ply, cut, value)) return true;
    value = 0;
    return control_.stopped();
}

int Search::search(Window window, int depth, int ply, bool cut, Cell without) {
    nodes_[static_cast<std::size_t>(ply)].line.clear();
    const bool whole = without == nowhere;
    int value = 0;
    if (whole && settled(window, depth, ply, cut, value)) return value;
    if (depth <= 0) return leaf(window, ply);
    const std::optional<Entry> known = recall(ply);
    if (whole && known && answers(*known, window, depth)) return known->value;
    if (whole && early(window, depth, ply, cut, known, value)) return value;
    if (!known && depth >= 5 && (cut || window.open())) --depth;  // a first look finds the move to begin with
    const bool pressed = board_.count(1 - board_.side(), winning_four) > 0;
    return moves({window, depth, ply, cut, pressed, without}, known);
}

// Bring the best of the choices not yet tried to place i.
const Choice& Search::pick(std::vector<Choice>& choices, std::size_t i) {
    Choice* const from = choices.data() + i;
    if (from->value == foremost) return *from;
    Choice* best = from;
    int most = from->value;
    for (Choice *choice = from + 1, *end = choices.data() + choices.size(); choice != end; ++choice) {
        best = choice->value > most ? choice : best;
        most = std::max(most, choice->value);
    }
    std::swap(*from, *best);
    return *from;
}

// Is a late or hopeless move left out? `enough`: all that come after it are, too.
Search::Worth Search::worth(const Visit& visit, const Choice& choice, int number, int best) const {
    if (!parts_.reductions || visit.open || visit.pressed || best == -infinite || is_loss(best)) return Worth::search;
    const int ply = visit.ply, depth = visit.depth;
    const int evaluation = nodes_[static_cast<std::size_t>(ply)].evaluation;
    const bool improving = ply < 2 || evaluation > nodes_[static_cast<std::size_t>(ply) - 2].evaluation;
    if (number > (5 + depth * depth) / (improving ? 1 : 2) + 3 && choice.attack < threat_four) return Worth::enough;
    const bool calm = choice.attack < threat_three && choice.defence < threat_three;
    return calm && depth <= 5 && evaluation + 70 + 70 * depth <= visit.window.alpha ? Worth::nothing : Worth::search;
}

// The value of a move: the first with the whole window, the others with an empty one, late ones less deep at first.
int Search::value_of(const Visit& visit, const Choice& choice, int number, int next) {
    const auto [alpha, beta] = visit.window;
    nodes_[static_cast<std::size_t>(visit.ply)].move = choice.move;
    make(choice.move);
    int value = 0;
    if (number == 1) {
        value = child({alpha, beta}, next, visit.ply, !visit.open && !visit.cut);
    } else {
        const int less =
            choice.attack >= threat_four ? 0 : reduction(visit.depth, number, visit.open, visit.cut, choice);
        value = child({alpha, alpha + 1}, next - less, visit.ply, true);
        if (value > alpha && less > 0) value = child({alpha, alpha + 1}, next, visit.ply, !visit.cut);
        if (value > alpha && visit.open) value = child({alpha, beta}, next, visit.ply, false);
    }
    board_.undo();
    return value;
}

int Search::moves(Visit visit, const std::optional<Entry>& known) {
    Window& window = visit.window;
    Node& node = nodes_[static_cast<std::size_t>(visit.ply)];
    const bool whole = visit.without == nowhere;
    const Cell first = known && known->move < board_.size() && board_.empty(known->move) ? known->move : nowhere;
    choose(visit.ply, visit.pressed, first);
    nodes_[static_cast<std::size_t>(visit.ply) + 1].killers = {nowhere, nowhere};
    const int before = window.alpha;
    int best = -infinite, number = 0;
    Cell best_move = nowhere;
    Tried tried;
    for (std::size_t i = 0; i < node.choices.size(); ++i) {
        const Choice choice = pick(node.choices, i);
        if (choice.move == visit.without) continue;
        ++number;
        const Worth found = worth(visit, choice, number, best);
        if (found == Worth::enough) break;
        if (found == Worth::nothing) continue;
        const bool extends = whole && known && number == 1 && parts_.reductions && !visit.pressed;
        const int longer = extends ? extension(visit.depth, visit.ply, *known, choice.move) : 0;
        if (control_.stopped()) return 0;
        const int value = value_of(visit, choice, number, visit.depth - 1 + longer);
        if (control_.stopped()) return 0;
        best = std::max(best, value);
        if (value > window.alpha) {
            best_move = choice.move, window.alpha = value;
            if (visit.open) keep_line(visit.ply, choice.move);
            if (value >= window.beta) break;
        }
        tried.add(choice.move);
    }
    if (best == -infinite) return whole ? 0 : before;  // nothing but dead cells is left
    if (best >= window.beta && parts_.ordering) learn(visit, best_move, tried);
    const Bound bound = best >= window.beta ? Bound::lower : best > before ? Bound::exact : Bound::upper;
    if (whole && parts_.table) keep(visit, best_move != nowhere ? best_move : first, best, bound);
    return best;
}

// Raise the move that cut and lower those tried before it.
void Search::learn(const Visit& visit, Cell best, const Tried& tried) {
    Node& node = nodes_[static_cast<std::size_t>(visit.ply)];
    const Cell last = visit.ply > 0 ? nodes_[static_cast<std::size_t>(visit.ply) - 1].move : nowhere;
    const Cell own = visit.ply > 1 ? nodes_[static_cast<std::size_t>(visit.ply) - 2].move : nowhere;
    const int me = board_.side(), bonus = std::min(16 * visit.depth * visit.depth, 1200);
    history_.learn(me, best, last, own, bonus);
    for (std::size_t i = 0; i < tried.count; ++i) history_.learn(me, tried.moves[i], last, own, -bonus);
    if (node.killers[0] != best) node.killers = {best, node.killers[0]};
}

void Search::keep(const Visit& visit, Cell best, int value, Bound bound) {
    const int evaluation = nodes_[static_cast<std::size_t>(visit.ply)].evaluation;
    table_.store(board_.key(),
                 {best, static_cast<std::int16_t>(to_table(value, visit.ply)), static_cast<std::int16_t>(evaluation),
                  static_cast<std::int8_t>(std::min(visit.depth, 120)), bound});
}

// The value of the root move of a number, within (alpha, beta).
int Search::root_value(Cell move, int number, int depth, Window window) {
    const auto [alpha, beta] = window;
    const Choice choice{0, move, board_.threat(board_.side(), move), board_.threat(1 - board_.side(), move)};
    if (choice.attack == complete) {
        nodes_[1].line.clear();
        return win_in(1);
    }
    const int less = number > 3 && choice.attack < threat_four ? reduction(depth, number, true, false, choice) : 0;
    nodes_[0].move = move;
    make(move);
    int value = 0;
    if (number == 1) {
        value = child({alpha, beta}, depth - 1, 0, false);
    } else {
        value = child({alpha, alpha + 1}, depth - 1 - less, 0, true);
        if (value > alpha && less > 0) value = child({alpha, alpha + 1}, depth - 1, 0, true);
        if (value > alpha) value = child({alpha, beta}, depth - 1, 0, false);
    }
    board_.undo();
    return value;
}

int Search::root(std::vector<RootMove>& root_moves, std::size_t from, int depth, int alpha, int beta) {
    root_depth_ = depth;
    nodes_[0].evaluation = board_.evaluate();
    int best = -infinite;
    for (std::size_t i = from; i < root_moves.size(); ++i)
        root_moves[i].before = root_moves[i].value, root_moves[i].value = -infinite;
    for (std::size_t i = from; i < root_moves.size(); ++i) {
        RootMove& root_move = root_moves[i];
        const int number = static_cast<int>(i - from) + 1;
        const int value = root_value(root_move.move, number, depth, {alpha, beta});
        if (control_.stopped()) break;
        if (number == 1 || value > alpha) {
            root_move.value = value;
            root_move.line.assign(1, root_move.move);
            root_move.line.insert(root_move.line.end(), nodes_[1].line.begin(), nodes_[1].line.end());
        }
        best = std::max(best, value);
        alpha = std::max(alpha, value);
        if (value >= beta) break;
    }
    std::stable_sort(root_moves.begin() + static_cast<std::ptrdiff_t>(from), root_moves.end(),
                     [](const RootMove& a, const RootMove& b) {
                         return a.value != b.value ? a.value > b.value : a.before > b.before;
                     });
    return best;
}

}  // namespace passatempo::mnk
