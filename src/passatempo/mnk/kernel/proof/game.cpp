// Values of positions, by two proofs that run side by side; a short win is looked for farther and farther ahead.
// Algorithm: interleaved proofs with quotas; the weak (Maker-Breaker) game first
#include "proof/game.hpp"

#include <algorithm>
#include <array>

#include "proof/lines.hpp"

namespace passatempo::mnk::proof {

using rules::Marking, rules::Rules;

namespace {

constexpr std::uint64_t first_quota = 256, quota_growth = 8;  // questions that run side by side take turns
constexpr std::uint64_t weak_share = 16;                      // the weak game gets more: where it ends, it ends sooner
constexpr std::uint64_t worth_threads = 4096;                 // nodes that one question may take
constexpr std::uint64_t glance = 512;                         // nodes of a look for a short win

constexpr int first_reach = 4, farther = 2;  // moves

std::vector<Line> within(const std::vector<Line>& all, int reach) {
    std::vector<Line> kept;
    for (const Line& line : all)
        if (std::ssize(line) <= reach) kept.push_back(line);
    return kept;
}

constexpr std::uint64_t short_win_nodes = 4000;  // of a search for a short win
constexpr int short_win_moves = 4;               // of the winner
constexpr std::size_t most_symmetric = 128;      // cells in live lines: of more no symmetries are looked for

class Prover {
public:
    Prover(const Rules& rules, const Marking& cells, std::size_t memory, Budget& budget)
        : rules_(rules), cells_(cells), memory_(memory), budget_(budget), live_(live_lines(rules, cells)) {
        used_.resize(cells.size());
        for (const std::vector<Line>* lines : {&live_.own, &live_.other})
            for (const Line& line : *lines)
                for (const int cell : line) used_[cell] = true;
    }

    Proved answer(bool shortest) {
        Budget part = budget_.share(std::min(short_win_nodes, budget_.left()));
        const ShortestWin near =
            short_win(cells_.size(), live_.own, live_.other, short_win_moves, memory_, part, watch_);
        budget_.count(part);
        Proved found;
        if (near.moves > 0) take(near, shortest, found);
        else if (budget_.stop() == Stop::done) decide(shortest, found);
        found.nodes += part.spent();
        return found;
    }

private:
    static void take(const ShortestWin& win, bool all, Proved& found) {
        found.value = 1;
        found.plies = 2 * win.moves - 1;
        found.cells = win.cells;
        std::sort(found.cells.begin(), found.cells.end());
        if (!all) found.cells.resize(1);
    }

    void decide(bool shortest, Proved& found) {
        const Lines lines(cells_.size(), live_.own, live_.other);
        const bool without_marks = left() == rules_.size() && !rules_.maker_breaker;
        std::vector<rules::Cells> images;
        if (lines.cells() > 0 && lines.cells() <= most_symmetric) images = rules::symmetries(rules_.m, rules_.n);
        const bool fits = with_words(lines.cells(), [&]<int W>() {
            Game<W> game(lines.edges<W>(live_.own), lines.edges<W>(live_.other), lines.symmetries(images), memory_,
                         budget_);
            const Grade kept = game.keep(game.decide(without_marks));
            found.value = kept.value;
            if (kept.value != Value::unknown) found.cells = {cell_of(lines.outer(kept.cell))};
            found.nodes = game.effort().nodes;
            found.probes = game.effort().probes;
        });
        if (!fits) budget_.out_of_memory();
        if (found.value == 1 && shortest) {
            const int most = (left() + 1) / 2;
            const ShortestWin win = short_win(cells_.size(), live_.own, live_.other, most, memory_, budget_, watch_);
            if (win.moves > 0) take(win, true, found);
        }
        if (found.value == 0 && rules_.maker_breaker) end_full(found);
    }

    // Where a full board is O's win no draw is left.
    void end_full(Proved& found) {
        found.value = rules::to_move(cells_) == rules::mark_x ? -1 : 1;
        found.plies = left();
    }

    int left() const { return std::count(cells_.begin(), cells_.end(), rules::no_mark); }

    // The cell itself, or of those in no live line the first; where there is none, the first.
    int cell_of(int cell) const {
        if (cell >= 0) return cell;
        int first = -1;
        for (int at = 0; at < rules_.size(); ++at) {
            if (cells_[at] != rules::no_mark) continue;
            if (!used_[at]) return at;
            if (first < 0) first = at;
        }
        return first;
    }

    const Rules& rules_;
    const Marking& cells_;
    std::size_t memory_;
    Budget& budget_;
    Live live_;
    std::vector<bool> used_;
    Watch watch_{{}};
};

}  // namespace

template <int W>
Game<W>::Game(Edges<W> own, Edges<W> other, Symmetries symmetries, std::size_t memory, Budget& budget,
              const Reductions& use, int threads)
    : own_(std::move(own)),
      other_(std::move(other)),
      budget_(budget),
      threads_(threads),
      search_(budget, memory - memory / 4, std::move(symmetries), use),
      shortest_(budget, memory / 4) {
    absorb(own_, 0);
    absorb(other_, 0);
}

template <int W>
typename Game<W>::Ask Game<W>::ask(Edges<W> a, Edges<W> b, bool attacking) const {
    Ask asked;
    asked.weak = {a, {}, attacking};
    asked.strong = {std::move(a), std::move(b), attacking};
    return asked;
}

// By all threads, once a question is so hard that starting them does not matter.
template <int W>
Finding<W> Game<W>::solve(const State<W>& state, std::uint64_t nodes, std::size_t ply) {
    if (threads_ < 2 || nodes < worth_threads) return search_.solve(state, nodes, ply);
    return search_.solve_together(state, nodes, ply, threads_);
}

// The weak game first: where the defender holds it, he holds. Then the game itself.
template <int W>
void Game<W>::pursue(Ask& ask, std::uint64_t nodes, std::size_t ply) {
    if (ask.verdict != Verdict::open) return;
    const bool same = ask.strong.b.empty();
    if (!ask.weak.a.empty() || same) {
        const Verdict weak = solve(ask.weak, same ? nodes : weak_share * nodes, ply).verdict;
        if (weak == Verdict::held || same) ask.verdict = weak;
        if (weak == Verdict::wins) ask.weak.a.clear();  // says nothing about the game itself
    } else if (ask.strong.a.empty()) {
        ask.verdict = Verdict::held;
    }
    if (ask.verdict == Verdict::open) ask.verdict = solve(ask.strong, nodes, ply).verdict;
}

template <int W>
Value Game<W>::decide(bool without_marks) {
    Ask win = ask(own_, other_, true), loss = ask(other_, own_, false);
    if (without_marks) loss.verdict = Verdict::held;
    for (std::uint64_t nodes = first_quota; !budget_.poll(); nodes *= quota_growth) {
        pursue(win, nodes, 0);
        if (win.verdict == Verdict::wins) return Value::win;
        pursue(loss, nodes, 0);
        if (loss.verdict == Verdict::wins) return Value::loss;
        if (win.verdict == Verdict::held && loss.verdict == Verdict::held) return Value::draw;
    }
    return Value::unknown;
}

// Cells of live lines, by the weight of the lines through them, and a mark elsewhere.
template <int W>
std::vector<int> Game<W>::candidates() const {
    std::array<std::uint64_t, 64 * W> potentials{};
    Mask<W> cells;
    for (const Edges<W>* edges : {&own_, &other_})
        for (const Mask<W>& edge : *edges) {
            cells |= edge;
            edge.each([&](int x) { potentials[x] += weight(edge.count()); });
        }
    std::vector<int> moves;
    cells.each([&](int x) { moves.push_back(x); });
    std::stable_sort(moves.begin(), moves.end(), [&](int x, int y) { return potentials[x] > potentials[y]; });
    moves.push_back(elsewhere);
    return moves;
}

// The state after a move of the side to move, who is the attacker or the defender.
template <int W>
State<W> Game<W>::after(int cell, bool attacker_moved) const {
    State<W> next{attacker_moved ? own_ : other_, attacker_moved ? other_ : own_, attacker_moved};
    if (cell == elsewhere) next.attacking = !attacker_moved;
    else play(next, cell);
    return next;
}

template <int W>
Grade Game<W>::keep(Value value) {
    if (value == Value::loss || value == Value::unknown) return {elsewhere, value, 0};
    for (const Mask<W>& edge : own_)
        if (edge.count() == 1) return {edge.first(), value, 1};
    const bool winning = value == Value::win;
    std::vector<Ask> asks;
    const std::vector<int> moves = candidates();
    for (const int cell : moves) {
        if (budget_.poll()) return {};  // on a large board each takes some tenths of a millisecond
        State<W> next = after(cell, winning);
        asks.push_back(ask(std::move(next.a), std::move(next.b), next.attacking));
    }
    const Verdict wanted = winning ? Verdict::wins : Verdict::held;
    bool open = true;
    for (std::uint64_t nodes = first_quota; open && !budget_.poll(); nodes *= quota_growth) {
        open = false;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            pursue(asks[i], nodes / (i + 1) + 1, 1);  // the likeliest first
            if (asks[i].verdict == wanted) return {moves[i], value, 0};
            open = open || asks[i].verdict == Verdict::open;
        }
    }
    return {};  // the budget came, or the value was none: a caller said falsely that there are no marks
}

template <int W>
int Game<W>::shortest(int most) {
    const State<W> state{own_, other_, true};
    for (int moves = 1; moves <= most; ++moves) {
        const std::optional<bool> found = shortest_.wins(state, moves);
        if (!found) return 0;
        if (*found) return moves;
    }
    return 0;
}

template <int W>
std::vector<int> Game<W>::winning(int moves) {
    std::vector<int> cells;
    if (const std::optional<Mask<W>> found = shortest_.winning({own_, other_, true}, moves))
        found->each([&](int x) { cells.push_back(x); });
    return cells;
}

// The attacker's moves to his shortest win, which exists; 0: the budget came first.
template <int W>
int Game<W>::least(const State<W>& state) {
    for (int moves = 1;; ++moves) {
        const std::optional<bool> found = shortest_.wins(state, moves);
        if (!found) return 0;
        if (*found) return moves;
    }
}

template <int W>
Grade Game<W>::grade_move(int cell) {
    for (const Mask<W>& edge : own_)
        if (cell != elsewhere && edge == Mask<W>::of(cell)) return {cell, Value::win, 1};
    const State<W> mine = after(cell, true), theirs = after(cell, false);
    for (int moves = 1; moves <= 3; ++moves) {
        const std::optional<bool> lost = shortest_.wins(theirs, moves, glance);
        if (lost && *lost) return {cell, Value::loss, 2 * moves};
        const std::optional<bool> won = shortest_.wins(mine, moves, glance);
        if (won && *won && lost) return {cell, Value::win, 2 * moves + 1};
        if (!lost || !won) break;
    }
    Ask win = ask(mine.a, mine.b, mine.attacking), loss = ask(theirs.a, theirs.b, theirs.attacking);
    for (std::uint64_t nodes = first_quota; !budget_.poll(); nodes *= quota_growth) {
        pursue(loss, nodes, 1);
        if (loss.verdict == Verdict::wins) return {cell, Value::loss, 2 * least(theirs)};
        pursue(win, nodes, 1);
        if (win.verdict == Verdict::wins) {
            const int moves = least(mine);
            return {cell, Value::win, moves == 0 ? 0 : 2 * moves + 1};
        }
        if (win.verdict == Verdict::held && loss.verdict == Verdict::held) return {cell, Value::draw, 0};
    }
    return {cell, Value::unknown, 0};
}

template <int W>
std::vector<Grade> Game<W>::grade() {
    std::vector<Grade> grades;
    for (const int cell : candidates())
        grades.push_back(budget_.poll() ? Grade{cell, Value::unknown, 0} : grade_move(cell));
    return grades;
}

template class Game<1>;
template class Game<2>;
template class Game<4>;
template class Game<8>;

Live live_lines(const Rules& rules, const Marking& cells) {
    Live live;
    const std::uint8_t mover = rules::to_move(cells);
    for (const rules::Cells& window : rules::windows(rules.m, rules.n, rules.k, rules.torus)) {
        bool with_x = false, with_o = false;
        Line empty;
        for (const int cell : window) {
            with_x = with_x || cells[cell] == rules::mark_x;
            with_o = with_o || cells[cell] == rules::mark_o;
            if (cells[cell] == rules::no_mark) empty.push_back(cell);
        }
        if (!with_o) (mover == rules::mark_x ? live.own : live.other).push_back(empty);
        if (!with_x && !rules.maker_breaker) (mover == rules::mark_o ? live.own : live.other).push_back(empty);
    }
    return live;
}

ShortestWin short_win(std::size_t size, const std::vector<Line>& own, const std::vector<Line>& other, int most,
                      std::size_t memory, Budget& budget, Watch& watch) {
    ShortestWin win;
    most = std::clamp<int>(most, 0, std::clamp(size, std::size_t{64}, largest));
    for (int reach = std::min(most, first_reach); win.moves == 0 && !budget.poll();
         reach = std::min(most, reach + farther)) {
        const std::vector<Line> mine = within(own, reach), theirs = within(other, reach);
        const Lines lines(size, mine, theirs);
        within_memory(budget, [&] {
            const bool fits = with_words(lines.cells(), [&]<int W>() {
                Game<W> game(lines.edges<W>(mine), lines.edges<W>(theirs), {}, memory, budget);
                game.tell(watch);
                const int found = game.shortest(reach);
                if (found == 0) return;
                for (const int cell : game.winning(found)) win.cells.push_back(lines.outer(cell));
                if (!win.cells.empty()) win.moves = found;  // else the budget came between
            });
            if (!fits) budget.out_of_memory();
        });
        if (reach == most) break;
    }
    return win;
}

Proved proved(const Rules& rules, const Marking& cells, bool shortest, std::size_t memory, Budget& budget) {
    return Prover(rules, cells, memory, budget).answer(shortest);
}

}  // namespace passatempo::mnk::proof
