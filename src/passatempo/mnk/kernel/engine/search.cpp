// Searches a position by principal variation search, the null-window form of alpha-beta [Marsland1982].
// 1. `search_root` searches the root moves in order and sorts them by score.
// 2. `terminal_score` recognises decided positions, and `can_cut_off` uses the bounds of the transposition table.
// 3. `static_cutoff` finds wins by fours and applies reverse futility pruning and razoring.
// 4. `order_moves` ranks moves by softmax-fitted weights, killers (Akl and Newborn 1977), history [Schaeffer1989].
// 5. `search_move` searches the first move with the full window and the others with a null window and reductions.
// 6. `singular_extension` searches a move of the table one ply deeper if no other comes near it [Anantharaman1990].
// 7. `quiescence` evaluates the leaves, unless the side to move wins by fours.
// Every pruning, reduction and extension gained in games of the engine against itself.
#include "search.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "margins.hpp"

namespace passatempo::mnk {

namespace {

// The table stores a win or loss by its distance from the stored position, not from the root.
int to_table(int score, int ply) { return is_win(score) ? score + ply : is_loss(score) ? score - ply : score; }
int from_table(int score, int ply) { return is_win(score) ? score - ply : is_loss(score) ? score + ply : score; }

}  // namespace

Search::Search(const Board& board, TranspositionTable& table, SearchControl control, SearchSwitches parts,
               LeafSample* sample)
    : board_(board),
      table_(table),
      control_(control),
      switches_(parts),
      leaf_sample_(sample),
      vcf_search_(board_, control_),
      history_(board_),
      node_stack_(ply_limit + 8) {
    for (std::size_t d = 1; d < 64; ++d)
        for (std::size_t i = 1; i < 64; ++i)
            late_reductions_[d][i] = static_cast<std::uint8_t>(tenths::ply * std::log(d) * std::log(i));
}

void Search::update_line(int ply, Cell move) {
    auto& line = node(ply).best_line;
    const auto& rest = node(ply + 1).best_line;
    line.assign(1, move);
    line.insert(line.end(), rest.begin(), rest.end());
}

int Search::search_block(Window window, int depth, int ply, bool cut_node) {
    const Cell cell = board_.find_threat(1 - board_.side_to_move(), complete);
    node(ply).move = cell;
    node(ply).evaluation = ply >= 2 ? node(ply - 2).evaluation : 0;  // a forced reply improves nothing
    make_move(cell);
    const int reply_score = negamax(window, depth, ply, cut_node);
    board_.undo_move();
    if (window.pv_node() && reply_score > window.alpha) update_line(ply, cell);
    return reply_score;
}

void Search::make_move(Cell move) {
    table_.prefetch(board_.key_after(move));
    board_.make_move(move);
}

// The score after the last move, for the player who made it.
int Search::negamax(Window window, int depth, int ply, bool cut_node) {
    return -search_node({-window.beta, -window.alpha}, depth, ply + 1, cut_node);
}

// The static evaluation, clamped to stay apart from the scores of forced ends.
int Search::evaluate() {
    if (leaf_sample_ != nullptr) leaf_sample_->sample_position(board_);
    return std::clamp(board_.evaluate(), -most_value, most_value);
}

// Evaluate a leaf, unless the side to move wins by fours.
int Search::quiescence(Window window, int ply) {
    const int me = board_.side_to_move(), static_evaluation = evaluate();
    if (switches_.threat_search && board_.threat_count(me, four_three) > 0 &&
        static_evaluation < window.beta + margin::quiescence) {
        const int plies = vcf_search_.find_win(8);
        if (plies > 0) return win_in(ply + plies);
    }
    return static_evaluation;
}

// Reverse futility pruning: the opponent cannot make up for such a high evaluation in the remaining plies.
bool Search::can_prune_statically(int evaluation, int depth, int beta) {
    return depth <= depths::reverse_futility && evaluation - margin::reverse_futility * depth >= beta;
}

// Razoring: the evaluation is so low that only fours could help, and the quiescence search finds those.
bool Search::can_razor(int evaluation, int depth, int alpha) {
    return depth <= depths::razor && evaluation + margin::razor * (depth + 1) < alpha;
}

// Cutoffs without a move, for null windows away from forced ends.
std::optional<int> Search::prune_node(Window window, int depth, int ply) {
    const int evaluation = node(ply).evaluation;
    if (window.pv_node() || is_decided(window.beta) || is_decided(window.alpha)) return std::nullopt;
    if (can_prune_statically(evaluation, depth, window.beta)) return evaluation;
    if (can_razor(evaluation, depth, window.alpha)) return quiescence(window, ply);
    return std::nullopt;
}

// Late move reduction: plies taken off the depth of a move. They grow with the logarithms of depth and move number.
int Search::late_move_reduction(const NodeContext& visit, int number, const MoveCandidate& choice) const {
    const int depth = visit.depth;
    if (!switches_.late_reductions || depth < depths::late_move_reduction || number < 2) return 0;
    int late_reduction = late_reductions_[std::min(depth, 63)][std::min(number, 63)];
    if (visit.cut_node) late_reduction += tenths::cut_node;
    if (!visit.pv_node && late_reduction > tenths::ply && !is_improving(visit.ply)) late_reduction += tenths::ply;
    if (visit.pv_node) late_reduction -= tenths::pv_node;
    if (choice.attack_threat >= threat_three) late_reduction -= tenths::threat;
    if (choice.defence_threat >= threat_three) late_reduction -= tenths::defence;
    if (choice.attack_threat <= quiet && choice.defence_threat <= quiet) late_reduction += tenths::without_threat;
    return std::clamp(late_reduction / tenths::ply, 0, depth - 1);
}

// Singular extension: search the table's move one ply deeper if no other move comes near its score.
int Search::singular_extension(const NodeContext& visit, const TableEntry& table_hit, Cell move) {
    const int depth = visit.depth, ply = visit.ply;
    if (depth < depths::singular || ply >= 2 * root_depth_) return 0;
    if (move != table_hit.best_move || table_hit.depth < depth - depths::singular_table) return 0;
    if (table_hit.bound_type == BoundType::upper || is_decided(table_hit.score)) return 0;
    const int under = table_hit.score - margin::singular * depth;
    const MoveList node_choices = node(ply).move_list;
    const int search_score = search_node({under - 1, under}, (depth - 1) / 2, ply, true, move);
    node(ply).move_list = node_choices;
    return search_score < under ? 1 : 0;
}

// Score a position that needs no search: it has ended, a five or an open four decides it, it is dead, or it is too
// deep. Otherwise narrow the window to the scores that are still possible.
std::optional<int> Search::terminal_score(Window& window, int depth, int ply, bool cut_node) {
    const int me = board_.side_to_move(), you = 1 - me;
    if (board_.empty_count() == 0) return 0;
    if (board_.threat_count(me, complete) > 0) return win_in(ply + 1);
    const int completes = board_.threat_count(you, complete);
    if (completes > 1) return loss_in(ply + 2);
    if (control_.count_node()) return 0;
    deepest_ply_ = std::max(deepest_ply_, ply);
    if (ply >= ply_limit) return board_.evaluate();
    if (completes == 1) return search_block(window, depth, ply, cut_node);
    if (board_.threat_count(me, winning_four) > 0) return win_in(ply + 3);
    const bool mine = board_.can_win(me), yours = board_.can_win(you);
    if (!mine && !yours) return 0;
    if (!mine) window.beta = std::min(window.beta, 0);  // the side to move can no longer win
    if (!yours) window.alpha = std::max(window.alpha, 0);
    window.alpha = std::max(window.alpha, loss_in(ply + 4));
    window.beta = std::min(window.beta, win_in(ply + 5));
    if (window.alpha >= window.beta) return window.alpha;
    return std::nullopt;
}

std::optional<TableEntry> Search::probe_table(int ply) const {
    if (!switches_.table_use) return std::nullopt;
    std::optional<TableEntry> table_hit = table_.probe(board_.hash_key());
    if (table_hit) table_hit->score = from_table(table_hit->score, ply);
    return table_hit;
}

// Whether the bound of the table decides a null window. A forced end holds at any depth, because the search skips no
// move of the loser.
bool Search::can_cut_off(const TableEntry& table_hit, Window window, int depth) {
    if (window.pv_node() || table_hit.bound_type == BoundType::none) return false;
    const bool deep = table_hit.depth >= depth;
    if (table_hit.score >= window.beta)
        return table_hit.bound_type != BoundType::upper && (deep || is_win(table_hit.score));
    return table_hit.score <= window.alpha && table_hit.bound_type != BoundType::lower &&
           (deep || is_loss(table_hit.score));
}

// Cutoffs without a move: a win by fours, or the pruning of `prune_node`.
std::optional<int> Search::static_cutoff(Window window, int depth, int ply,
                                         const std::optional<TableEntry>& table_hit) {
    const int me = board_.side_to_move(), you = 1 - me;
    node(ply).evaluation = table_hit ? table_hit->evaluation : evaluate();
    const bool leads_on =
        board_.threat_count(me, four_three) > 0 || board_.threat_count(me, threat_four) >= leading_fours;
    if (switches_.threat_search && depth >= depths::fours && leads_on) {
        const int plies = vcf_search_.find_win(12 + 7 * depth);
        if (plies > 0) return win_in(ply + plies);
        if (control_.is_stopped()) return 0;
    }
    const bool is_threatened = board_.threat_count(you, winning_four) > 0;
    if (switches_.late_reductions && !is_threatened)
        if (const std::optional<int> prune_score = prune_node(window, depth, ply)) return prune_score;
    if (control_.is_stopped()) return 0;
    return std::nullopt;
}

int Search::search_node(Window window, int depth, int ply, bool cut_node, Cell left_out) {
    node(ply).best_line.clear();
    const bool searches_all = left_out == nowhere;
    if (searches_all)
        if (const std::optional<int> early_score = terminal_score(window, depth, ply, cut_node)) return *early_score;
    if (depth <= 0) return quiescence(window, ply);
    const std::optional<TableEntry> table_hit = probe_table(ply);
    if (searches_all && table_hit && can_cut_off(*table_hit, window, depth)) return table_hit->score;
    if (searches_all)
        if (const std::optional<int> early_score = static_cutoff(window, depth, ply, table_hit)) return *early_score;
    // internal iterative reduction: without a table move, a shallower search first finds a move to begin with
    if (!table_hit && depth >= depths::iterative && (cut_node || window.pv_node())) --depth;
    const bool is_threatened = board_.threat_count(1 - board_.side_to_move(), winning_four) > 0;
    return moves({window, depth, ply, cut_node, is_threatened, left_out}, table_hit);
}

// Whether the evaluation has improved since the previous turn of the side to move.
bool Search::is_improving(int ply) const { return ply < 2 || node(ply).evaluation > node(ply - 2).evaluation; }

// Late move pruning: in an ordered list, a move this late is hardly ever good unless it makes a four.
bool Search::is_late_pruning(const NodeContext& visit, const MoveCandidate& choice, int number) const {
    const int late_limit = late::always + late::late_move_limit(visit.depth) / (is_improving(visit.ply) ? 1 : 2);
    return number > late_limit && choice.attack_threat < threat_four;
}

// Futility pruning: a quiet move does not make up for an evaluation so far below alpha.
bool Search::is_futile(const NodeContext& visit, const MoveCandidate& choice) const {
    const bool calm = choice.attack_threat < threat_three && choice.defence_threat < threat_three;
    return calm && visit.depth <= depths::futility &&
           node(visit.ply).evaluation + margin::futility * (visit.depth + 1) <= visit.window.alpha;
}

// Whether to skip a late or hopeless move, or even all moves after it.
Search::PruneAction Search::prune_action(const NodeContext& visit, const MoveCandidate& choice, int number,
                                         int best) const {
    if (!switches_.late_reductions || visit.pv_node || visit.is_threatened || best == -infinite || is_loss(best))
        return PruneAction::no;
    if (is_late_pruning(visit, choice, number)) return PruneAction::rest;
    return is_futile(visit, choice) ? PruneAction::move : PruneAction::no;
}

// Score a move. The first gets the full window, the others a null window, and late moves a reduced depth at first.
int Search::search_move(const NodeContext& visit, const MoveCandidate& choice, int number, int next) {
    const auto [alpha, beta] = visit.window;
    const int ply = visit.ply;
    const bool pv_node = visit.pv_node, cut_node = visit.cut_node;
    node(ply).move = choice.move;
    make_move(choice.move);
    int move_score = 0;
    if (number == 1) {
        move_score = negamax({alpha, beta}, next, ply, !pv_node && !cut_node);
    } else {
        const int reduction = late_move_reduction(visit, number, choice);
        move_score = negamax({alpha, alpha + 1}, next - reduction, ply, true);
        if (move_score > alpha && reduction > 0) move_score = negamax({alpha, alpha + 1}, next, ply, !cut_node);
        if (move_score > alpha && pv_node) move_score = negamax({alpha, beta}, next, ply, false);
    }
    board_.undo_move();
    return move_score;
}

// Update the best move and the window with a score. Return whether the score causes a cutoff.
bool Search::raises_alpha(NodeContext& visit, BestMove& best, Cell move, int move_score) {
    Window& window = visit.window;
    best.best_score = std::max(best.best_score, move_score);
    if (move_score <= window.alpha) return false;
    best.move = move;
    window.alpha = move_score;
    if (visit.pv_node) update_line(visit.ply, move);
    return move_score >= window.beta;
}

int Search::moves(NodeContext visit, const std::optional<TableEntry>& table_hit) {
    Node& current_node = node(visit.ply);
    const Cell first = table_hit && table_hit->best_move < board_.size() && board_.is_empty(table_hit->best_move)
                           ? table_hit->best_move
                           : nowhere;
    order_moves(visit.ply, visit.is_threatened, first);
    node(visit.ply + 1).killer_moves = {nowhere, nowhere};
    const int before = visit.window.alpha;
    const bool may_extend = visit.searches_all() && table_hit && switches_.late_reductions && !visit.is_threatened;
    int number = 0;
    BestMove best;
    PriorMoves prior_moves;
    for (std::size_t i = 0; i < current_node.move_list.size(); ++i) {
        const MoveCandidate choice = current_node.move_list.pick_best(i);
        if (choice.move == visit.skip_move) continue;
        ++number;
        const PruneAction skip = prune_action(visit, choice, number, best.best_score);
        if (skip == PruneAction::rest) break;
        if (skip == PruneAction::move) continue;
        const int longer = may_extend && number == 1 ? singular_extension(visit, *table_hit, choice.move) : 0;
        if (control_.is_stopped()) return 0;
        const int move_score = search_move(visit, choice, number, visit.depth - 1 + longer);
        if (control_.is_stopped()) return 0;
        if (raises_alpha(visit, best, choice.move, move_score)) break;
        prior_moves.add(choice.move);
    }
    if (best.best_score == -infinite) {
        if (visit.is_threatened) return loss_in(visit.ply + 4);  // no move parries the threat
        return visit.searches_all() ? 0 : before;                // only dead cells are left
    }
    const bool cuts = best.best_score >= visit.window.beta;
    if (cuts && switches_.move_ordering) update_history(visit, best.move, prior_moves);
    const BoundType bound = cuts ? BoundType::lower : best.best_score > before ? BoundType::exact : BoundType::upper;
    if (visit.searches_all() && switches_.table_use)
        store_result(visit, best.move != nowhere ? best.move : first, best.best_score, bound);
    return best.best_score;
}

void Search::store_result(const NodeContext& visit, Cell best, int best_score, BoundType bound) {
    table_.store(board_.hash_key(), {best, static_cast<std::int16_t>(to_table(best_score, visit.ply)),
                                     static_cast<std::int16_t>(node(visit.ply).evaluation),
                                     static_cast<std::int8_t>(std::min(visit.depth, 120)), bound});
}

// Score a root move within (alpha, beta). Its `number` is its place in the order.
int Search::search_root_move(Cell move, int number, int depth, Window window) {
    const auto [alpha, beta] = window;
    const MoveCandidate choice{move, board_.threat_at(board_.side_to_move(), move),
                               board_.threat_at(1 - board_.side_to_move(), move)};
    if (choice.attack_threat == complete) {
        node(1).best_line.clear();
        return win_in(1);
    }
    const bool late = number > 3 && choice.attack_threat < threat_four;
    const int reduction = late ? late_move_reduction({window, depth, 0, false, false, nowhere}, number, choice) : 0;
    node(0).move = move;
    make_move(move);
    int move_score = 0;
    if (number == 1) {
        move_score = negamax({alpha, beta}, depth - 1, 0, false);
    } else {
        move_score = negamax({alpha, alpha + 1}, depth - 1 - reduction, 0, true);
        if (move_score > alpha && reduction > 0) move_score = negamax({alpha, alpha + 1}, depth - 1, 0, true);
        if (move_score > alpha) move_score = negamax({alpha, beta}, depth - 1, 0, false);
    }
    board_.undo_move();
    return move_score;
}

int Search::search_root(std::vector<RootMove>& root_moves, std::size_t from, int depth, int alpha, int beta) {
    root_depth_ = depth;
    node(0).evaluation = board_.evaluate();
    int best = -infinite;
    for (std::size_t i = from; i < root_moves.size(); ++i) {
        root_moves[i].previous_score = std::exchange(root_moves[i].score, -infinite);
        root_moves[i].is_searched = false;
    }
    for (std::size_t i = from; i < root_moves.size(); ++i) {
        RootMove& root_move = root_moves[i];
        const int number = i - from + 1;
        const int root_score = search_root_move(root_move.move, number, depth, {alpha, beta});
        if (control_.is_stopped()) break;
        root_move.is_searched = true;
        if (number == 1 || root_score > alpha) {
            root_move.score = root_score;
            root_move.best_line.assign(1, root_move.move);
            root_move.best_line.insert(root_move.best_line.end(), node(1).best_line.begin(), node(1).best_line.end());
        }
        best = std::max(best, root_score);
        alpha = std::max(alpha, root_score);
        if (root_score >= beta) break;
    }
    std::stable_sort(root_moves.begin() + from, root_moves.end(), [](const RootMove& a, const RootMove& b) {
        return a.score != b.score ? a.score > b.score : a.previous_score > b.previous_score;
    });
    return best;
}

// List parries of a threat to win in three plies, and own fours. Without a threat, list the cells near a mark, or all.
void Search::gather_moves(bool is_threatened) {
    cell_list_.clear();
    if (is_threatened) {
        board_.gather_answers(cell_list_);
        return;
    }
    board_.gather_near(cell_list_);
    if (cell_list_.empty()) board_.gather_empty(cell_list_);
}

void Search::score_moves(MoveList& choices, const Node& node, const HistoryTable::ContinuationHistory& history) {
    const auto [first_killer, second_killer] = node.killer_moves;
    const int me = board_.side_to_move();
    for (std::size_t i = 0; i < choices.size(); ++i) {
        const Cell move = choices[i].move;
        int choice_score = board_.memo_ordering_score(me, move) + history(move) / bonus::history_part;
        if (move == first_killer) choice_score += bonus::first_killer;
        else if (move == second_killer) choice_score += bonus::second_killer;
        choices.set_score(i, choice_score);
    }
}

// Order the moves by their threats alone, without the fitted weights.
void Search::score_by_threats(MoveList& choices) {
    for (std::size_t i = 0; i < choices.size(); ++i)
        choices.set_score(i, 100 * choices[i].attack_threat + 90 * choices[i].defence_threat);
}

// List and score the moves for the ordering. The move `best` of an earlier search comes first.
void Search::order_moves(int ply, bool is_threatened, Cell best) {
    Node& current_node = node(ply);
    MoveList& choices = current_node.move_list;
    const int me = board_.side_to_move(), you = 1 - me;
    gather_moves(is_threatened);
    choices.clear(cell_list_.size());
    std::optional<std::size_t> first;
    for (const Cell c : cell_list_) {
        const MoveCandidate choice{c, board_.threat_at(me, c), board_.threat_at(you, c)};
        const bool alive = choice.attack_threat != none || choice.defence_threat != none;
        if (c == best) first = choices.size();
        choices.add(choice, alive || c == best);
    }
    if (switches_.move_ordering)
        score_moves(choices, current_node, history_.continuation(me, move_before(ply, 1), move_before(ply, 2)));
    else score_by_threats(choices);
    if (first) choices.move_to_front(*first);
}

// Raise the history of the move that caused a cutoff, and lower that of the moves tried before it.
void Search::update_history(const NodeContext& visit, Cell best, const PriorMoves& prior_moves) {
    Node& current_node = node(visit.ply);
    const Cell last = move_before(visit.ply, 1);
    const Cell previous_move = move_before(visit.ply, 2);
    const int me = board_.side_to_move();
    const int history_bonus = std::min(bonus::history_square * visit.depth * visit.depth, bonus::history_most);
    history_.update_counters(me, best, last, previous_move, history_bonus);
    for (std::size_t i = 0; i < prior_moves.move_count; ++i)
        history_.update_counters(me, prior_moves.moves[i], last, previous_move, -history_bonus);
    if (current_node.killer_moves[0] != best) current_node.killer_moves = {best, current_node.killer_moves[0]};
}

}  // namespace passatempo::mnk
