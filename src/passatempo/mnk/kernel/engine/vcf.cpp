// The tree of fours, with a table of positions where it failed.
// Algorithm: victory by continuous fours: depth-first threat-space search (Allis, van den Herik and Huntjens 1993)
#include "vcf.hpp"

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

}  // namespace passatempo::mnk
