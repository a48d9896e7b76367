// Searches fours with a table of failed positions, and threats and their answers with more and more threes.
// Algorithm: victory by continuous fours: depth-first threat-space search (Allis, van den Herik and Huntjens 1993);
// victory by continuous threats: AND/OR search, deepened by the number of threes
#include "threats.hpp"

#include <algorithm>

namespace passatempo::mnk {

int FourSearch::find_win(std::uint64_t budget, std::vector<Cell>* line) {
    nodes_left_ = budget;
    move_stack_.clear();
    winning_line_.clear();
    const int plies = search_fours(0);
    if (plies > 0 && line != nullptr) line->assign(winning_line_.rbegin(), winning_line_.rend());
    return plies;
}

// Try a four and its only answer.
int FourSearch::try_four(Cell cell, int depth) {
    const int me = board_.side_to_move();
    board_.make_move(cell);
    const Cell answer = board_.find_threat(me, complete);
    board_.make_move(answer);
    const int rest = search_fours(depth + 1);
    board_.undo_move();
    board_.undo_move();
    if (rest == 0) return 0;
    winning_line_.push_back(answer);
    winning_line_.push_back(cell);
    return rest + 2;
}

// Play an open four: two cells complete it, and the opponent can take only one.
int FourSearch::play_open_four() {
    const int me = board_.side_to_move();
    const Cell cell = board_.find_threat(me, winning_four);
    board_.make_move(cell);
    const Cell answer = board_.find_threat(me, complete);
    board_.make_move(answer);
    const Cell last = board_.find_threat(me, complete);
    board_.undo_move();
    board_.undo_move();
    winning_line_.insert(winning_line_.end(), {last, answer, cell});
    return 3;
}

int FourSearch::search_fours(int depth) {
    const int me = board_.side_to_move(), you = 1 - me;
    if (board_.threat_count(me, complete) > 0) {
        winning_line_.push_back(board_.find_threat(me, complete));
        return 1;
    }
    const int threat_count = board_.threat_count(you, complete);
    if (threat_count > 1) return 0;
    if (threat_count == 0 && board_.threat_count(me, winning_four) > 0) {
        return play_open_four();
    }
    if (board_.threat_count(me, four_three) + board_.threat_count(me, threat_four) +
            board_.threat_count(me, winning_four) ==
        0)
        return 0;
    if (depth >= depth_limit || nodes_left_ == 0 || control_.count_node()) return 0;
    --nodes_left_;
    FourFailure& failure = failures_[board_.hash_key() & (failures_.size() - 1)];
    if (failure.position_key == board_.hash_key() && failure.node_budget >= nodes_left_) return 0;
    const std::uint64_t before = nodes_left_;
    const std::size_t start = move_stack_.size();
    if (threat_count == 1) {
        const Cell block_cell = board_.find_threat(you, complete);
        if (board_.threat_at(me, block_cell) >= threat_four) move_stack_.push_back(block_cell);
    } else {
        board_.gather_threats(me, threat_four, move_stack_);
    }
    const std::size_t end = move_stack_.size();
    std::stable_sort(move_stack_.begin() + start, move_stack_.end(),
                     [&](Cell a, Cell b) { return board_.attack_score(me, a) > board_.attack_score(me, b); });
    int plies = 0;
    for (std::size_t i = start; i < end && plies == 0; ++i) plies = try_four(move_stack_[i], depth);
    move_stack_.resize(start);
    if (plies == 0 && !control_.is_stopped())
        failure = {board_.hash_key(), nodes_left_ > 0 ? ~std::uint32_t{0} : static_cast<std::uint32_t>(before)};
    return plies;
}

int ThreatSearch::find_win(std::uint64_t budget, std::vector<Cell>& line) {
    nodes_left_ = budget;
    for (int threes = 0; threes <= three_limit && nodes_left_ > 0 && !control_.is_stopped(); ++threes) {
        line.clear();
        const int plies = search_attack(threes, 0, line);
        if (plies > 0) return plies;
    }
    return 0;
}

// Finish the line of a win in one or three plies, by a five or an open four.
int ThreatSearch::finish_line(std::vector<Cell>& line) {
    const int me = board_.side_to_move();
    line.clear();
    if (board_.threat_count(me, complete) > 0) {
        line.push_back(board_.find_threat(me, complete));
        return 1;
    }
    const Cell cell = board_.find_threat(me, winning_four);
    board_.make_move(cell);
    const Cell answer = board_.find_threat(me, complete);
    board_.make_move(answer);
    line = {cell, answer, board_.find_threat(me, complete)};
    board_.undo_move();
    board_.undo_move();
    return 3;
}

// The forcing moves of the side to move, best first. Threes are included if some are left and no open four threatens.
std::vector<Cell> ThreatSearch::forcing_moves(int threes) const {
    const int me = board_.side_to_move(), you = 1 - me;
    std::vector<Cell> cells;
    const bool calm = board_.threat_count(you, winning_four) == 0;
    board_.gather_threats(me, threes > 0 && calm ? threat_three : threat_four, cells);
    std::stable_sort(cells.begin(), cells.end(),
                     [&](Cell a, Cell b) { return board_.attack_score(me, a) > board_.attack_score(me, b); });
    return cells;
}

// The parries of the threat of an open four, the most likely first.
std::vector<Cell> ThreatSearch::threat_answers() const {
    const int me = board_.side_to_move(), you = 1 - me;
    std::vector<Cell> cells;
    board_.gather_answers(cells);
    if (cells.empty()) cells.push_back(board_.find_threat(you, winning_four));  // any move loses
    std::stable_sort(cells.begin(), cells.end(), [&](Cell a, Cell b) {
        return board_.attack_score(you, a) + board_.attack_score(me, a) >
               board_.attack_score(you, b) + board_.attack_score(me, b);
    });
    return cells;
}

int ThreatSearch::search_attack(int threes, int ply, std::vector<Cell>& line) {
    const int me = board_.side_to_move(), you = 1 - me;
    if (board_.threat_count(me, complete) > 0) return finish_line(line);
    const int completes = board_.threat_count(you, complete);
    if (completes > 1) return 0;
    if (completes == 0 && board_.threat_count(me, winning_four) > 0) return finish_line(line);
    if (ply >= depth_limit || nodes_left_ == 0 || control_.count_node()) return 0;
    --nodes_left_;
    if (completes == 1) return try_threat(board_.find_threat(you, complete), threes, ply, line);
    ThreatFailure& failure = failures_[board_.hash_key() & (failures_.size() - 1)];
    if (failure.position_key == board_.hash_key() && failure.three_budget >= threes) return 0;
    for (const Cell cell : forcing_moves(threes)) {
        const int threes_left = board_.threat_at(me, cell) >= threat_four ? threes : threes - 1;
        const int plies = try_threat(cell, threes_left, ply, line);
        if (plies > 0) return plies;
        if (nodes_left_ == 0 || control_.is_stopped()) return 0;
    }
    failures_[board_.hash_key() & (failures_.size() - 1)] = {board_.hash_key(), threes};
    return 0;
}

// Make a move and test whether it threatens anything, and whether every answer loses.
int ThreatSearch::try_threat(Cell cell, int threes, int ply, std::vector<Cell>& line) {
    const int me = board_.side_to_move();
    board_.make_move(cell);
    int plies = 0;
    if (board_.threat_count(me, complete) > 0 || board_.threat_count(me, winning_four) > 0)
        plies = search_defence(threes, ply + 1, line);
    board_.undo_move();
    if (plies == 0) return 0;
    line.insert(line.begin(), cell);
    return plies + 1;
}

int ThreatSearch::search_defence(int threes, int ply, std::vector<Cell>& line) {
    const int me = board_.side_to_move(), you = 1 - me;
    if (board_.threat_count(me, complete) > 0) return 0;
    std::vector<Cell> cells;
    if (board_.threat_count(you, complete) > 0) cells.push_back(board_.find_threat(you, complete));
    else if (board_.threat_count(me, winning_four) > 0) return 0;  // the defender wins first
    else cells = threat_answers();
    int longest = 0;
    std::vector<Cell> rest;
    for (const Cell cell : cells) {
        board_.make_move(cell);
        const int plies = search_attack(threes, ply + 1, rest);
        board_.undo_move();
        if (plies == 0) return 0;
        if (plies < longest) continue;
        longest = plies;
        line.assign(1, cell);
        line.insert(line.end(), rest.begin(), rest.end());
    }
    return longest + 1;
}

}  // namespace passatempo::mnk
