// The tree of fours, with a table of positions where it failed; threats and their answers, with ever more threes.
// Algorithm: victory by continuous fours: depth-first threat-space search (Allis, van den Herik and Huntjens 1993);
// victory by continuous threats: AND/OR search, deepened by the number of threes
#include "threats.hpp"

#include <algorithm>

namespace passatempo::mnk {

int Vcf::win(std::uint64_t budget, std::vector<Cell>* line) {
    left_ = budget;
    cells_.clear();
    found_.clear();
    const int plies = search(0);
    if (plies > 0 && line != nullptr) line->assign(found_.rbegin(), found_.rend());
    return plies;
}

// A four and the one answer to it.
int Vcf::attack(Cell cell, int depth) {
    const int me = board_.side();
    board_.make(cell);
    const Cell answer = board_.find(me, complete);
    board_.make(answer);
    const int rest = search(depth + 1);
    board_.undo();
    board_.undo();
    if (rest == 0) return 0;
    found_.push_back(answer);
    found_.push_back(cell);
    return rest + 2;
}

// An open four: two cells complete it, and only one can be taken.
int Vcf::finish() {
    const int me = board_.side();
    const Cell cell = board_.find(me, winning_four);
    board_.make(cell);
    const Cell answer = board_.find(me, complete);
    board_.make(answer);
    const Cell last = board_.find(me, complete);
    board_.undo();
    board_.undo();
    found_.insert(found_.end(), {last, answer, cell});
    return 3;
}

int Vcf::search(int depth) {
    const int me = board_.side(), you = 1 - me;
    if (board_.count(me, complete) > 0) {
        found_.push_back(board_.find(me, complete));
        return 1;
    }
    const int threatened = board_.count(you, complete);
    if (threatened > 1) return 0;
    if (threatened == 0 && board_.count(me, winning_four) > 0) {
        return finish();
    }
    if (board_.count(me, four_three) + board_.count(me, threat_four) + board_.count(me, winning_four) == 0) return 0;
    if (depth >= deepest || left_ == 0 || control_.spend()) return 0;
    --left_;
    Failure& failure = failed_[board_.key() & (failed_.size() - 1)];
    if (failure.key == board_.key() && failure.budget >= left_) return 0;
    const std::uint64_t before = left_;
    const std::size_t start = cells_.size();
    if (threatened == 1) {
        const Cell forced = board_.find(you, complete);
        if (board_.threat(me, forced) >= threat_four) cells_.push_back(forced);
    } else {
        board_.gather(me, threat_four, cells_);
    }
    const std::size_t end = cells_.size();
    std::stable_sort(cells_.begin() + start, cells_.end(),
                     [&](Cell a, Cell b) { return board_.attack(me, a) > board_.attack(me, b); });
    int plies = 0;
    for (std::size_t i = start; i < end && plies == 0; ++i) plies = attack(cells_[i], depth);
    cells_.resize(start);
    if (plies == 0 && !control_.stopped())
        failure = {board_.key(), left_ > 0 ? ~std::uint32_t{0} : static_cast<std::uint32_t>(before)};
    return plies;
}

int Vct::win(std::uint64_t budget, std::vector<Cell>& line) {
    left_ = budget;
    for (int threes = 0; threes <= most_threes && left_ > 0 && !control_.stopped(); ++threes) {
        line.clear();
        const int plies = attack(threes, 0, line);
        if (plies > 0) return plies;
    }
    return 0;
}

// The open four or five that ends it: the line of a win in one or three.
int Vct::finish(std::vector<Cell>& line) {
    const int me = board_.side();
    line.clear();
    if (board_.count(me, complete) > 0) {
        line.push_back(board_.find(me, complete));
        return 1;
    }
    const Cell cell = board_.find(me, winning_four);
    board_.make(cell);
    const Cell answer = board_.find(me, complete);
    board_.make(answer);
    line = {cell, answer, board_.find(me, complete)};
    board_.undo();
    board_.undo();
    return 3;
}

// The forcing moves of the side to move, best first; threes only while some are left and no open four is to be met.
std::vector<Cell> Vct::threats(int threes) const {
    const int me = board_.side(), you = 1 - me;
    std::vector<Cell> cells;
    const bool calm = board_.count(you, winning_four) == 0;
    board_.gather(me, threes > 0 && calm ? threat_three : threat_four, cells);
    std::stable_sort(cells.begin(), cells.end(),
                     [&](Cell a, Cell b) { return board_.attack(me, a) > board_.attack(me, b); });
    return cells;
}

// What can meet the threat of an open four, the likeliest first.
std::vector<Cell> Vct::answers() const {
    const int me = board_.side(), you = 1 - me;
    std::vector<Cell> cells;
    board_.gather_answers(cells);
    if (cells.empty()) cells.push_back(board_.find(you, winning_four));  // one of those that lose
    std::stable_sort(cells.begin(), cells.end(), [&](Cell a, Cell b) {
        return board_.attack(you, a) + board_.attack(me, a) > board_.attack(you, b) + board_.attack(me, b);
    });
    return cells;
}

int Vct::attack(int threes, int ply, std::vector<Cell>& line) {
    const int me = board_.side(), you = 1 - me;
    if (board_.count(me, complete) > 0) return finish(line);
    const int completes = board_.count(you, complete);
    if (completes > 1) return 0;
    if (completes == 0 && board_.count(me, winning_four) > 0) return finish(line);
    if (ply >= deepest || left_ == 0 || control_.spend()) return 0;
    --left_;
    if (completes == 1) return threat(board_.find(you, complete), threes, ply, line);
    Failure& failure = failed_[board_.key() & (failed_.size() - 1)];
    if (failure.key == board_.key() && failure.threes >= threes) return 0;
    for (const Cell cell : threats(threes)) {
        const int less = board_.threat(me, cell) >= threat_four ? threes : threes - 1;
        const int plies = threat(cell, less, ply, line);
        if (plies > 0) return plies;
        if (left_ == 0 || control_.stopped()) return 0;
    }
    failed_[board_.key() & (failed_.size() - 1)] = {board_.key(), threes};
    return 0;
}

// Make a move and see whether it threatens anything, and whether every answer loses.
int Vct::threat(Cell cell, int threes, int ply, std::vector<Cell>& line) {
    const int me = board_.side();
    board_.make(cell);
    int plies = 0;
    if (board_.count(me, complete) > 0 || board_.count(me, winning_four) > 0) plies = defend(threes, ply + 1, line);
    board_.undo();
    if (plies == 0) return 0;
    line.insert(line.begin(), cell);
    return plies + 1;
}

int Vct::defend(int threes, int ply, std::vector<Cell>& line) {
    const int me = board_.side(), you = 1 - me;
    if (board_.count(me, complete) > 0) return 0;
    std::vector<Cell> cells;
    if (board_.count(you, complete) > 0) cells.push_back(board_.find(you, complete));
    else if (board_.count(me, winning_four) > 0) return 0;  // he gets there first
    else cells = answers();
    int longest = 0;
    std::vector<Cell> rest;
    for (const Cell cell : cells) {
        board_.make(cell);
        const int plies = attack(threes, ply + 1, rest);
        board_.undo();
        if (plies == 0) return 0;
        if (plies < longest) continue;
        longest = plies;
        line.assign(1, cell);
        line.insert(line.end(), rest.begin(), rest.end());
    }
    return longest + 1;
}

}  // namespace passatempo::mnk
