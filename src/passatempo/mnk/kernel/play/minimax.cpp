// Windows counted move by move, and what they weigh; the search above them.
// Algorithm: alpha-beta (Knuth and Moore 1975) with iterative deepening, transposition table and history
#include "play/minimax.hpp"

#include <algorithm>
#include <cstdlib>

#include "engine/score.hpp"
#include "play/one_ply.hpp"
#include "random.hpp"

namespace passatempo::mnk::play {

using rules::Cells, rules::Marking, rules::Rules;

namespace {

constexpr int lacks_one = 64;  // what a window weighs that lacks one mark, a quarter of it for each mark more
constexpr int quarters = 4;
constexpr std::size_t entries = std::size_t{1} << 18;

std::uint64_t name_of(int cell, std::uint8_t mark) { return Stream(std::uint64_t(2 * cell + mark)).word(); }

}  // namespace

Counted::Counted(const Rules& rules, const Marking& cells)
    : rules_(rules), cells_(cells.size()), through_(cells.size()) {
    for (const Cells& window : rules::windows(rules.m, rules.n, rules.k, rules.torus)) {
        for (const int cell : window) through_[cell].push_back(windows_.size());
        windows_.emplace_back();
    }
    for (std::size_t cell = 0; cell < cells.size(); ++cell)
        if (cells[cell] != rules::no_mark) make(cell, cells[cell]);
}

int Counted::weight(const Window& window) const {
    const auto [crosses, noughts] = window.marks;
    if ((crosses == 0) == (noughts == 0)) return 0;
    if (noughts > 0 && rules_.maker_breaker) return 0;
    const int lacking = rules_.k - std::max(crosses, noughts) - 1;
    if (lacking >= quarters) return 0;
    const int worth = lacks_one >> (2 * std::max(lacking, 0));
    return crosses > 0 ? worth : -worth;
}

void Counted::count(int cell, std::uint8_t mark, int change) {
    for (const std::int32_t at : through_[cell]) {
        Window& window = windows_[at];
        sum_ -= weight(window);
        window.marks[mark - 1] += change;
        sum_ += weight(window);
    }
    key_ ^= name_of(cell, mark);
}

void Counted::make(int cell, std::uint8_t mark) {
    cells_[cell] = mark;
    count(cell, mark, 1);
}

void Counted::undo(int cell) {
    count(cell, cells_[cell], -1);
    cells_[cell] = rules::no_mark;
}

int Counted::value(std::uint8_t mark) const {
    const std::int64_t bound = most_value, cut = std::clamp(sum_, -bound, bound);
    return static_cast<int>((mark == rules::mark_x) == rules_.misere ? -cut : cut);
}

Minimax::Minimax(const Rules& rules, const Marking& cells, Budget& budget)
    : rules_(rules),
      budget_(budget),
      board_(rules, cells),
      left_(std::count(cells.begin(), cells.end(), rules::no_mark)),
      side_(rules::to_move(cells)),
      history_(cells.size()),
      table_(entries) {
    for (int cell = 0; cell < rules.size(); ++cell) order_.push_back(cell);
    const auto far = [&](int cell) {
        return std::abs(2 * (cell / rules.n) - rules.m + 1) + std::abs(2 * (cell % rules.n) - rules.n + 1);
    };
    std::stable_sort(order_.begin(), order_.end(), [&](int a, int b) { return far(a) < far(b); });
}

// The moves of a node, the best guesses first: that of the table, then by what they cut elsewhere, then by the centre.
void Minimax::gather(int ply, int first) {
    Cells& moves = nodes_[ply].moves;
    moves.clear();
    const Marking& cells = board_.cells();
    if (full_width()) {
        for (const int cell : order_)
            if (illegal(rules_, cells, cell) == rules::Fault::none) moves.push_back(cell);
    } else {
        moves = candidates(rules_, cells);
    }
    std::stable_sort(moves.begin(), moves.end(), [&](int a, int b) { return history_[a] > history_[b]; });
    const auto found = std::find(moves.begin(), moves.end(), first);
    if (found != moves.end()) std::rotate(moves.begin(), found, found + 1);
}

// A value holds at its own depth; a forced end, which is told from the position on, wherever it is near enough.
std::optional<int> Minimax::known(const Entry& entry, int depth, int ply, int alpha, int beta) const {
    if (entry.key != board_.key() || entry.depth < 0) return std::nullopt;
    int value = entry.value;
    const bool decided = is_decided(value);
    if (entry.depth != depth && !(decided && mate - std::abs(value) <= depth && entry.bound == 0)) return std::nullopt;
    if (decided) value += value > 0 ? -ply : ply;
    if (entry.bound == 0 || (entry.bound > 0 ? value >= beta : value <= alpha)) return value;
    return std::nullopt;
}

void Minimax::keep(int depth, int ply, int value, int move, int bound) {
    if (is_decided(value)) value += value > 0 ? ply : -ply;
    entry() = {board_.key(), static_cast<std::int16_t>(value), static_cast<std::int16_t>(move),
               static_cast<std::int8_t>(depth), static_cast<std::int8_t>(bound)};
}

void Minimax::keep_line(int ply, int cell) {
    Cells& line = nodes_[ply].line;
    line.assign(1, cell);
    const Cells& rest = nodes_[ply + 1].line;
    line.insert(line.end(), rest.begin(), rest.end());
}

// Make a move, and value what comes of it for the side that made it.
int Minimax::child(int cell, int depth, int ply, int alpha, int beta) {
    nodes_[ply + 1].line.clear();
    board_.make(cell, side_);
    --left_;
    int value = 0;
    if (ends(rules_, board_.cells(), cell)) {
        value = rules_.misere ? loss_in(ply + 1) : win_in(ply + 1);
    } else if (left_ == 0) {
        const rules::Result over = undecided(rules_);
        if (over != rules::Result::draw)
            value = (over == rules::Result::x) == (side_ == rules::mark_x) ? win_in(ply + 1) : loss_in(ply + 1);
    } else {
        side_ = rules::other_mark(side_);
        value = depth <= 1 ? -board_.value(side_) : -search(depth - 1, ply + 1, -beta, -alpha);
        side_ = rules::other_mark(side_);
    }
    ++left_;
    board_.undo(cell);
    return value;
}

int Minimax::search(int depth, int ply, int alpha, int beta) {
    if (budget_.spend()) return 0;
    const Entry before = entry();
    if (const std::optional<int> value = known(before, depth, ply, alpha, beta)) return *value;
    gather(ply, before.key == board_.key() ? before.move : -1);
    int best = -infinite, move = -1;
    const int from = alpha;
    for (std::size_t i = 0; i < nodes_[ply].moves.size(); ++i) {
        const int cell = nodes_[ply].moves[i];
        const int value = child(cell, depth, ply, alpha, beta);
        if (budget_.stop() != Stop::done) return 0;
        if (value <= best) continue;
        best = value;
        move = cell;
        if (value > alpha) {
            alpha = value;
            keep_line(ply, cell);
        }
        if (alpha < beta) continue;
        history_[cell] += depth * depth;
        break;
    }
    keep(depth, ply, best, move, best >= beta ? 1 : best > from ? 0 : -1);
    return best;
}

// One depth at the root; the moves are then sorted by value. Where the budget came first, what was found so far.
Found Minimax::iterate(int depth, Cells& moves) {
    Found here{{}, -infinite, depth, false};
    std::vector<std::pair<int, int>> valued;
    for (const int cell : moves) {
        const int value = child(cell, depth, 0, here.score, infinite);
        if (budget_.stop() != Stop::done) return here;
        const bool better = here.line.empty() || value > here.score;
        valued.emplace_back(better ? -value : infinite, cell);
        if (!better) continue;
        here.score = value;
        keep_line(0, cell);
        here.line = nodes_[0].line;
    }
    std::stable_sort(valued.begin(), valued.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t i = 0; i < moves.size(); ++i) moves[i] = valued[i].second;
    return here;
}

Found Minimax::search(int depth, const Cells& among) {
    const int deepest = std::min({depth, left_, most_depth});
    nodes_.resize(deepest + 1);
    Cells moves = among;
    if (moves.empty()) {
        gather(0, -1);
        moves = nodes_[0].moves;
    }
    Found found{{moves[0]}, board_.value(side_), 0, false};
    for (int reached = 1; reached <= deepest; ++reached) {
        Found here = iterate(reached, moves);
        if (budget_.stop() != Stop::done) {  // the best of the depth before came first: who is better, is better
            if (!here.line.empty() && !is_loss(here.score)) found.line = here.line;
            break;
        }
        found = std::move(here);
        if (!is_decided(found.score) && reached < left_) continue;
        found.proved = full_width() && among.empty();
        break;
    }
    return found;
}

}  // namespace passatempo::mnk::play
