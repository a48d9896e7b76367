// Finds the value of a position by two interleaved proofs with growing quotas, by proof-number search [Nagai2002].
// 1. `short_win` looks for a short win, farther and farther ahead.
// 2. `decide_value` asks in turn whether the side to move wins and whether the opponent wins.
// 3. `pursue_query` searches the weak (Maker-Breaker) game first, then the game itself.
// 4. `value_preserving_move` finds a move that keeps the value.
// 5. `grade_move` finds the value of one move and the length of a forced win.
#include "proof/game.hpp"

#include <algorithm>
#include <array>

#include "proof/lines.hpp"

namespace passatempo::mnk::proof {

using rules::Marking, rules::Rules;

namespace {

constexpr std::uint64_t first_quota = 256, quota_growth = 8;  // of queries that take turns
constexpr std::uint64_t weak_share = 16;       // the weak game gets more, because it ends sooner if at all
constexpr std::uint64_t worth_threads = 4096;  // nodes that make a query worth starting threads
constexpr std::uint64_t glance = 512;          // nodes of a quick search for a short win

constexpr int first_reach = 4, farther = 2;  // length of lines, in moves

std::vector<Line> lines_within(const std::vector<Line>& all, int reach) {
    std::vector<Line> short_lines;
    for (const Line& line : all)
        if (std::ssize(line) <= reach) short_lines.push_back(line);
    return short_lines;
}

constexpr std::uint64_t short_win_nodes = 4000;  // of the first search for a short win
constexpr int short_win_moves = 4;               // of the winner
constexpr std::size_t most_symmetric = 128;      // with more cells in live lines, symmetries are not used

class PositionProver {
public:
    PositionProver(const Rules& rules, const Marking& cells, std::size_t memory, Budget& budget)
        : rules_(rules), cells_(cells), table_bytes_(memory), budget_(budget), live_lines_(live_lines(rules, cells)) {
        line_cells_.resize(cells.size());
        for (const std::vector<Line>* lines : {&live_lines_.mover_lines, &live_lines_.opponent_lines})
            for (const Line& line : *lines)
                for (const int cell : line) line_cells_[cell] = true;
    }

    ValueProof prove_value(bool shortest) {
        Budget part = budget_.share(std::min(short_win_nodes, budget_.left()));
        const ShortestWin near = short_win(cells_.size(), live_lines_.mover_lines, live_lines_.opponent_lines,
                                           short_win_moves, table_bytes_, part, watch_);
        budget_.count(part);
        ValueProof value_proof;
        if (near.move_count > 0) use_short_win(near, shortest, value_proof);
        else if (budget_.stop() == Stop::done) decide_value(shortest, value_proof);
        value_proof.node_count += part.node_count();
        return value_proof;
    }

private:
    static void use_short_win(const ShortestWin& win, bool all, ValueProof& value_proof) {
        value_proof.game_value = 1;
        value_proof.plies = 2 * win.move_count - 1;
        value_proof.best_moves = win.first_moves;
        std::sort(value_proof.best_moves.begin(), value_proof.best_moves.end());
        if (!all) value_proof.best_moves.resize(1);
    }

    void decide_value(bool shortest, ValueProof& value_proof) {
        const LineIndex lines(cells_.size(), live_lines_.mover_lines, live_lines_.opponent_lines);
        const bool without_marks = empty_count() == rules_.size() && !rules_.maker_breaker;
        std::vector<rules::Cells> images;
        if (lines.cell_count() > 0 && lines.cell_count() <= most_symmetric)
            images = rules::symmetries(rules_.m, rules_.n);
        const bool fits = with_words(lines.cell_count(), [&]<int W>() {
            Game<W> game(lines.edges_of<W>(live_lines_.mover_lines), lines.edges_of<W>(live_lines_.opponent_lines),
                         lines.inner_symmetries(images), table_bytes_, budget_);
            const ProofGrade best_move = game.value_preserving_move(game.decide_value(without_marks));
            value_proof.game_value = best_move.game_value;
            if (best_move.game_value != Value::unknown)
                value_proof.best_moves = {cell_of(lines.outer_cell(best_move.cell))};
            value_proof.node_count = game.node_counts().node_count;
            value_proof.probe_count = game.node_counts().probe_count;
        });
        if (!fits) budget_.out_of_memory();
        if (value_proof.game_value == 1 && shortest) {
            const int move_limit = (empty_count() + 1) / 2;
            const ShortestWin win = short_win(cells_.size(), live_lines_.mover_lines, live_lines_.opponent_lines,
                                              move_limit, table_bytes_, budget_, watch_);
            if (win.move_count > 0) use_short_win(win, true, value_proof);
        }
        if (value_proof.game_value == 0 && rules_.maker_breaker) set_full_board(value_proof);
    }

    // O wins a full board, so there are no draws.
    void set_full_board(ValueProof& value_proof) {
        value_proof.game_value = rules::to_move(cells_) == rules::mark_x ? -1 : 1;
        value_proof.plies = empty_count();
    }

    int empty_count() const { return std::count(cells_.begin(), cells_.end(), rules::no_mark); }

    // The cell itself, or else the first empty cell outside all live lines, or else the first empty cell.
    int cell_of(int cell) const {
        if (cell >= 0) return cell;
        int first = -1;
        for (int at = 0; at < rules_.size(); ++at) {
            if (cells_[at] != rules::no_mark) continue;
            if (!line_cells_[at]) return at;
            if (first < 0) first = at;
        }
        return first;
    }

    const Rules& rules_;
    const Marking& cells_;
    std::size_t table_bytes_;
    Budget& budget_;
    LiveLines live_lines_;
    std::vector<bool> line_cells_;
    ProgressWatch watch_{{}};
};

}  // namespace

template <int W>
Game<W>::Game(Edges<W> mover_edges, Edges<W> other, Symmetries symmetries, std::size_t memory, Budget& budget,
              const Reductions& reductions, int threads)
    : mover_edges_(std::move(mover_edges)),
      opponent_edges_(std::move(other)),
      budget_(budget),
      thread_count_(threads),
      search_(budget, memory - memory / 4, std::move(symmetries), reductions),
      shortest_(budget, memory / 4) {
    drop_supersets(mover_edges_, 0);
    drop_supersets(opponent_edges_, 0);
}

template <int W>
typename Game<W>::WinQuery Game<W>::make_query(Edges<W> a, Edges<W> b, bool attacking) const {
    WinQuery win_query;
    win_query.weak_state = {a, {}, attacking};
    win_query.strong_state = {std::move(a), std::move(b), attacking};
    return win_query;
}

// Use all threads once a query is so hard that starting them does not matter.
template <int W>
Decision<W> Game<W>::solve_state(const State<W>& state, std::uint64_t nodes, std::size_t ply) {
    if (thread_count_ < 2 || nodes < worth_threads) return search_.solve_state(state, nodes, ply);
    return search_.solve_in_parallel(state, nodes, ply, thread_count_);
}

// Search the weak game first, because the defender also holds the game if he holds the weak game.
template <int W>
void Game<W>::pursue_query(WinQuery& win_query, std::uint64_t nodes, std::size_t ply) {
    if (win_query.verdict != Verdict::open) return;
    const bool is_weak_game = win_query.strong_state.defender_edges.empty();
    if (!win_query.weak_state.attacker_edges.empty() || is_weak_game) {
        const Verdict weak = solve_state(win_query.weak_state, is_weak_game ? nodes : weak_share * nodes, ply).verdict;
        if (weak == Verdict::held || is_weak_game) win_query.verdict = weak;
        if (weak == Verdict::wins) win_query.weak_state.attacker_edges.clear();  // says nothing about the game itself
    } else if (win_query.strong_state.attacker_edges.empty()) {
        win_query.verdict = Verdict::held;
    }
    if (win_query.verdict == Verdict::open) win_query.verdict = solve_state(win_query.strong_state, nodes, ply).verdict;
}

template <int W>
Value Game<W>::decide_value(bool without_marks) {
    WinQuery win = make_query(mover_edges_, opponent_edges_, true),
             loss = make_query(opponent_edges_, mover_edges_, false);
    if (without_marks) loss.verdict = Verdict::held;
    for (std::uint64_t nodes = first_quota; !budget_.poll(); nodes *= quota_growth) {
        pursue_query(win, nodes, 0);
        if (win.verdict == Verdict::wins) return Value::win;
        pursue_query(loss, nodes, 0);
        if (loss.verdict == Verdict::wins) return Value::loss;
        if (win.verdict == Verdict::held && loss.verdict == Verdict::held) return Value::draw;
    }
    return Value::unknown;
}

// The cells of live lines, by the weight of the lines through them, and then a mark elsewhere.
template <int W>
std::vector<int> Game<W>::candidate_moves() const {
    std::array<std::uint64_t, 64 * W> potentials{};
    Mask<W> cells;
    for (const Edges<W>* edges : {&mover_edges_, &opponent_edges_})
        for (const Mask<W>& edge : *edges) {
            cells |= edge;
            edge.for_each([&](int x) { potentials[x] += edge_weight(edge.count()); });
        }
    std::vector<int> moves;
    cells.for_each([&](int x) { moves.push_back(x); });
    std::stable_sort(moves.begin(), moves.end(), [&](int x, int y) { return potentials[x] > potentials[y]; });
    moves.push_back(elsewhere);
    return moves;
}

// The state after a move of the side to move, which is the attacker or the defender.
template <int W>
State<W> Game<W>::state_after(int cell, bool by_attacker) const {
    State<W> next{by_attacker ? mover_edges_ : opponent_edges_, by_attacker ? opponent_edges_ : mover_edges_,
                  by_attacker};
    if (cell == elsewhere) next.attacker_moves = !by_attacker;
    else play_move(next, cell);
    return next;
}

template <int W>
ProofGrade Game<W>::value_preserving_move(Value game_value) {
    if (game_value == Value::loss || game_value == Value::unknown) return {elsewhere, game_value, 0};
    for (const Mask<W>& edge : mover_edges_)
        if (edge.count() == 1) return {edge.first(), game_value, 1};
    const bool winning = game_value == Value::win;
    std::vector<WinQuery> asks;
    const std::vector<int> moves = candidate_moves();
    for (const int cell : moves) {
        if (budget_.poll()) return {};  // on a large board each query takes some tenths of a millisecond
        State<W> next = state_after(cell, winning);
        asks.push_back(make_query(std::move(next.attacker_edges), std::move(next.defender_edges), next.attacker_moves));
    }
    const Verdict target_verdict = winning ? Verdict::wins : Verdict::held;
    bool open = true;
    for (std::uint64_t nodes = first_quota; open && !budget_.poll(); nodes *= quota_growth) {
        open = false;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            pursue_query(asks[i], nodes / (i + 1) + 1, 1);  // the most likely first
            if (asks[i].verdict == target_verdict) return {moves[i], game_value, 0};
            open = open || asks[i].verdict == Verdict::open;
        }
    }
    return {};  // the budget ended, or a caller wrongly claimed that there are no marks
}

template <int W>
int Game<W>::shortest_win(int move_limit) {
    const State<W> state{mover_edges_, opponent_edges_, true};
    for (int moves = 1; moves <= move_limit; ++moves) {
        const std::optional<bool> wins_within = shortest_.wins_within(state, moves);
        if (!wins_within) return 0;
        if (*wins_within) return moves;
    }
    return 0;
}

template <int W>
std::vector<int> Game<W>::winning_moves(int moves) {
    std::vector<int> cells;
    if (const std::optional<Mask<W>> winning_cells =
            shortest_.winning_moves({mover_edges_, opponent_edges_, true}, moves))
        winning_cells->for_each([&](int x) { cells.push_back(x); });
    return cells;
}

// The number of moves to the attacker's shortest win, which must exist, or 0 if the budget ends first.
template <int W>
int Game<W>::shortest_length(const State<W>& state) {
    for (int moves = 1;; ++moves) {
        const std::optional<bool> wins_within = shortest_.wins_within(state, moves);
        if (!wins_within) return 0;
        if (*wins_within) return moves;
    }
}

template <int W>
ProofGrade Game<W>::grade_move(int cell) {
    for (const Mask<W>& edge : mover_edges_)
        if (cell != elsewhere && edge == Mask<W>::single(cell)) return {cell, Value::win, 1};
    const State<W> mine = state_after(cell, true), theirs = state_after(cell, false);
    for (int moves = 1; moves <= 3; ++moves) {
        const std::optional<bool> lost = shortest_.wins_within(theirs, moves, glance);
        if (lost && *lost) return {cell, Value::loss, 2 * moves};
        const std::optional<bool> won = shortest_.wins_within(mine, moves, glance);
        if (won && *won && lost) return {cell, Value::win, 2 * moves + 1};
        if (!lost || !won) break;
    }
    WinQuery win = make_query(mine.attacker_edges, mine.defender_edges, mine.attacker_moves),
             loss = make_query(theirs.attacker_edges, theirs.defender_edges, theirs.attacker_moves);
    for (std::uint64_t nodes = first_quota; !budget_.poll(); nodes *= quota_growth) {
        pursue_query(loss, nodes, 1);
        if (loss.verdict == Verdict::wins) return {cell, Value::loss, 2 * shortest_length(theirs)};
        pursue_query(win, nodes, 1);
        if (win.verdict == Verdict::wins) {
            const int moves = shortest_length(mine);
            return {cell, Value::win, moves == 0 ? 0 : 2 * moves + 1};
        }
        if (win.verdict == Verdict::held && loss.verdict == Verdict::held) return {cell, Value::draw, 0};
    }
    return {cell, Value::unknown, 0};
}

template <int W>
std::vector<ProofGrade> Game<W>::grade_moves() {
    std::vector<ProofGrade> grades;
    for (const int cell : candidate_moves())
        grades.push_back(budget_.poll() ? ProofGrade{cell, Value::unknown, 0} : grade_move(cell));
    return grades;
}

template class Game<1>;
template class Game<2>;
template class Game<4>;
template class Game<8>;

LiveLines live_lines(const Rules& rules, const Marking& cells) {
    LiveLines live;
    const std::uint8_t mover = rules::to_move(cells);
    for (const rules::Cells& window : rules::windows(rules.m, rules.n, rules.k, rules.torus)) {
        bool with_x = false, with_o = false;
        Line empty;
        for (const int cell : window) {
            with_x = with_x || cells[cell] == rules::mark_x;
            with_o = with_o || cells[cell] == rules::mark_o;
            if (cells[cell] == rules::no_mark) empty.push_back(cell);
        }
        if (!with_o) (mover == rules::mark_x ? live.mover_lines : live.opponent_lines).push_back(empty);
        if (!with_x && !rules.maker_breaker)
            (mover == rules::mark_o ? live.mover_lines : live.opponent_lines).push_back(empty);
    }
    return live;
}

ShortestWin short_win(std::size_t size, const std::vector<Line>& mover_lines, const std::vector<Line>& other,
                      int move_limit, std::size_t memory, Budget& budget, ProgressWatch& watch) {
    ShortestWin win;
    move_limit = std::clamp<int>(move_limit, 0, std::clamp(size, std::size_t{64}, largest));
    for (int reach = std::min(move_limit, first_reach); win.move_count == 0 && !budget.poll();
         reach = std::min(move_limit, reach + farther)) {
        const std::vector<Line> mine = lines_within(mover_lines, reach), theirs = lines_within(other, reach);
        const LineIndex lines(size, mine, theirs);
        within_memory(budget, [&] {
            const bool fits = with_words(lines.cell_count(), [&]<int W>() {
                Game<W> game(lines.edges_of<W>(mine), lines.edges_of<W>(theirs), {}, memory, budget);
                game.set_watch(watch);
                const int shortest_length = game.shortest_win(reach);
                if (shortest_length == 0) return;
                for (const int cell : game.winning_moves(shortest_length))
                    win.first_moves.push_back(lines.outer_cell(cell));
                if (!win.first_moves.empty()) win.move_count = shortest_length;  // else the budget ended in between
            });
            if (!fits) budget.out_of_memory();
        });
        if (reach == move_limit) break;
    }
    return win;
}

ValueProof prove_value(const Rules& rules, const Marking& cells, bool shortest, std::size_t memory, Budget& budget) {
    return PositionProver(rules, cells, memory, budget).prove_value(shortest);
}

}  // namespace passatempo::mnk::proof
