// Iterations with aspiration windows, and helper threads.
// Algorithm: iterative deepening (Slate and Atkin 1977), aspiration windows, shared-table threads (lazy SMP)
#include "iterative_deepening.hpp"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <memory>
#include <new>
#include <system_error>  // of threads

#include "margins.hpp"
#include "threats.hpp"

namespace passatempo::mnk {
namespace {

constexpr std::size_t sifted = 24;        // root moves tested against threats, the best first
constexpr std::uint64_t least_vcf = 100;  // nodes of VCF, so few that they cost nothing
constexpr std::uint64_t sifting = 16;     // nodes for each of them at least, since fewer find nothing
// On 255 x 255 a node may take 50 us, so the clock is checked every 4 nodes there, and every 1,024 up to 16 x 16.
constexpr std::size_t cells_between_looks = std::size_t{1} << 18;

class StopAtEnd {
public:
    explicit StopAtEnd(std::atomic<bool>& stop) : stop_flag_(stop) {}
    ~StopAtEnd() { stop_flag_ = true; }
    StopAtEnd(const StopAtEnd&) = delete;
    StopAtEnd& operator=(const StopAtEnd&) = delete;

private:
    std::atomic<bool>& stop_flag_;
};

}  // namespace

Engine::Engine(int m, int n, int k, std::span<const std::int16_t> weight_numbers, std::size_t megabytes, bool exact)
    : m_(m), n_(n), patterns_(k, exact), weights_(weight_numbers), table_(megabytes) {}

// The candidates, if there are any. Otherwise these are the parries of a threat to win in three plies, or the centre of
// an empty board, or the cells near marks.
std::vector<RootMove> Engine::root_moves(const Board& board, const std::vector<Cell>& candidate_cells) {
    const int me = board.side_to_move(), you = 1 - me;
    const bool ends = board.threat_count(me, complete) > 0;  // a move completes a line
    std::vector<Cell> cells = candidate_cells;
    if (!candidate_cells.empty()) {
        assert(std::all_of(candidate_cells.begin(), candidate_cells.end(), [&](Cell c) { return board.is_empty(c); }));
    } else if (!ends && board.threat_count(you, complete) > 0) {
        board.gather_threats(you, complete, cells);
    } else if (!ends && board.threat_count(you, winning_four) > 0) {
        board.gather_answers(cells);
        if (cells.empty()) board.gather_threats(you, threat_four, cells);  // all lose
    } else if (board.empty_count() == board.size()) {
        cells.push_back(board.centre_cell());
    } else {
        board.gather_near(cells);
        std::erase_if(cells, [&](Cell c) { return board.threat_at(me, c) == none && board.threat_at(you, c) == none; });
    }
    if (cells.empty()) board.gather_empty(cells);
    std::stable_sort(cells.begin(), cells.end(),
                     [&](Cell a, Cell b) { return board.ordering_score(me, a) > board.ordering_score(me, b); });
    std::vector<RootMove> moves;
    for (const Cell c : cells) moves.push_back({c, -infinite, -infinite, {c}});
    return moves;
}

// Find a win by fours alone, or else by threats of fours.
std::optional<RootMove> Engine::win_by_threats(Search& search, const SearchTask& task) {
    const Board& board = search.board();
    std::vector<Cell> line;
    int plies = search.vcf().find_win(std::max(task.threat_nodes, least_vcf), &line);
    if (plies == 0 && board.threat_count(1 - board.side_to_move(), complete) == 0 && task.threat_nodes > 0)
        plies = ThreatSearch(search.board(), search.control()).find_win(task.threat_nodes, line);
    if (plies == 0) return std::nullopt;
    const Cell move = line.front();
    return RootMove{move, win_in(plies), win_in(plies), std::move(line)};
}

// Find an end that needs no search, by a candidate: a five, two fives of the opponent, or a win by threats.
std::optional<RootMove> Engine::find_immediate_end(Search& search, const SearchTask& task) {
    const Board& board = search.board();
    const int me = board.side_to_move(), you = 1 - me;
    const auto is_candidate = [&](Cell cell) {
        return task.candidates.empty() ||
               std::find(task.candidates.begin(), task.candidates.end(), cell) != task.candidates.end();
    };
    if (task.line_count > 1) return std::nullopt;
    if (board.threat_count(me, complete) > 0) {
        std::vector<Cell> end_moves;
        board.gather_threats(me, complete, end_moves);
        const auto end_move = std::find_if(end_moves.begin(), end_moves.end(), is_candidate);
        if (end_move == end_moves.end()) return std::nullopt;
        return RootMove{*end_move, win_in(1), win_in(1), {*end_move}};
    }
    if (board.threat_count(you, complete) > 1) {
        const Cell cell = board.find_threat(you, complete);
        if (!is_candidate(cell)) return std::nullopt;
        return RootMove{cell, loss_in(2), loss_in(2), {cell}};
    }
    if (!task.switches.threat_search) return std::nullopt;
    std::optional<RootMove> win = win_by_threats(search, task);
    return win && is_candidate(win->move) ? win : std::nullopt;
}

// Search one depth within an aspiration window around the last score. If the score is outside, the window widens. A win
// needs no exact score.
int Engine::search_aspiration(Search& search, std::vector<RootMove>& moves, std::size_t from, int depth) {
    const int last = moves[from].score;
    int half = margin::aspiration, alpha = -infinite, beta = infinite;
    if (depth >= depths::aspiration && last > -infinite && !is_decided(last)) {
        alpha = last - half;
        beta = last + half;
    }
    while (true) {
        const int root_score = search.search_root(moves, from, depth, alpha, beta);
        if (search.control().is_stopped()) return root_score;
        const bool open = half > margin::widest_aspiration;
        if (root_score <= alpha && alpha > -infinite) alpha = open ? -infinite : std::max(-infinite, root_score - half);
        else if (root_score >= beta && beta < infinite && !is_win(root_score))
            beta = open ? infinite : std::min(infinite, root_score + half);
        else return root_score;
        half *= margin::aspiration_widening;
    }
}

// Remove the moves after which the opponent wins by threats, unless all tested moves are such, as he may not see it.
void Engine::filter_losing_moves(Search& search, const SearchTask& task, std::vector<RootMove>& moves) {
    if (!task.switches.threat_search || task.threat_nodes / 8 < sifting || task.line_count > 1 || moves.size() < 2)
        return;
    Board& board = search.board();
    ThreatSearch vct(board, search.control());
    std::vector<RootMove> safe_moves;
    bool has_safe_move = false;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (i >= sifted || search.control().is_stopped()) {
            safe_moves.push_back(moves[i]);
            continue;
        }
        std::vector<Cell> line;
        board.make_move(moves[i].move);
        const bool forcing =
            board.threat_count(1 - board.side_to_move(), complete) > 0;  // the answer is forced, so no threats follow
        const int plies = forcing ? 0 : vct.find_win(task.threat_nodes / 8, line);
        board.undo_move();
        if (plies > 0) continue;
        safe_moves.push_back(moves[i]);
        has_safe_move = true;
    }
    if (has_safe_move) moves = std::move(safe_moves);
}

// Start as many helper threads as possible. If memory or threads run out, the search continues with fewer.
Engine::HelperThreads Engine::start_helpers([[maybe_unused]] const Board& board,
                                            [[maybe_unused]] const SearchTask& task,
                                            [[maybe_unused]] const std::vector<RootMove>& moves,
                                            [[maybe_unused]] SharedState& shared) {
    HelperThreads helper_threads;
#if !defined(__wasm__)
    const auto searching = [&, this](int number) {
        try {
            Search search(board, table_, SearchControl(shared.stop_flag, nullptr), task.switches);
            EngineResult helper_result;
            deepen_iteratively(search, task, helper_result, moves, 1 + number % 2);
            shared.node_count += search.control().node_count();
        } catch (const std::bad_alloc&) {  // the helper leaves nothing behind
        }
    };
    try {
        for (int t = 1; t < task.thread_count; ++t) helper_threads.emplace_back(searching, t);
    } catch (const std::system_error&) {
    } catch (const std::bad_alloc&) {
    }
#endif
    return helper_threads;
}

// Whether a deeper iteration finds nothing new, because of a full board or a forced end no longer than the depth.
bool Engine::is_search_complete(const SearchTask& task, const std::vector<RootMove>& moves, int depth, int empties) {
    if (depth >= empties) return true;
    if (std::min<std::size_t>(moves.size(), std::max(task.line_count, 1)) != 1) return false;
    return is_decided(moves[0].score) && depth >= mate - std::abs(moves[0].score);
}

// Use the best move of an unfinished depth if its search was finished. If all searched moves lose, the next move is
// better: nothing bad is known about it, and the position is not lost as long as one is left.
void Engine::use_partial_depth(const std::vector<RootMove>& moves, EngineResult& engine_result) {
    if (moves[0].score == -infinite) return;
    const auto next = std::find_if(moves.begin(), moves.end(), [](const RootMove& move) { return !move.is_searched; });
    if (!is_loss(moves[0].score) || next == moves.end()) {
        engine_result.best_moves.assign(1, moves[0]);
        return;
    }
    const int result_score = engine_result.best_moves[0].score;
    engine_result.best_moves.assign(1, {next->move, result_score, result_score, {next->move}});
}

// Begin with depth `first`, which is larger in helper threads.
void Engine::deepen_iteratively(Search& search, const SearchTask& task, EngineResult& engine_result,
                                std::vector<RootMove> moves, int first) {
    const std::size_t lines = std::min<std::size_t>(moves.size(), std::max(task.line_count, 1));
    if (engine_result.best_moves.empty()) engine_result.best_moves.assign(moves.begin(), moves.begin() + lines);
    for (int depth = first; depth <= std::min(task.depth_limit, Search::ply_limit - 1); ++depth) {
        for (std::size_t line = 0; line < lines && !search.control().is_stopped(); ++line)
            search_aspiration(search, moves, line, depth);
        std::stable_sort(moves.begin(), moves.begin() + lines,
                         [](const RootMove& a, const RootMove& b) { return a.score > b.score; });
        if (search.control().is_stopped()) {
            if (lines == 1 && depth > first) use_partial_depth(moves, engine_result);
            break;
        }
        engine_result.best_moves.assign(moves.begin(), moves.begin() + lines);
        engine_result.depth = depth;
        if (is_search_complete(task, moves, depth, search.board().empty_count())) break;
    }
}

int Engine::evaluate(const SearchTask& task) const {
    Board board = this->make_board();
    board.set_position(task.cells, task.side_to_move);
    return std::clamp(board.evaluate(), -most_value, most_value);
}

EngineResult Engine::search_move(const SearchTask& task, Budget& budget) {
    Board board = this->make_board();
    board.set_position(task.cells, task.side_to_move);
    table_.advance_age();
    budget.set_poll_interval(cells_between_looks / task.cells.size());
    SharedState shared;
    EngineResult engine_result;
    auto first =
        std::make_unique<Search>(board, table_, SearchControl(shared.stop_flag, &budget), task.switches, task.sample);
    if (board.empty_count() == 0) return engine_result;
    if (std::optional<RootMove> end = find_immediate_end(*first, task)) {
        engine_result.best_moves.assign(1, std::move(*end));
        engine_result.is_proof = true;
    } else {
        std::vector<RootMove> moves = root_moves(board, task.candidates);
        filter_losing_moves(*first, task, moves);
        [[maybe_unused]] const HelperThreads helper_threads = start_helpers(board, task, moves, shared);
        const StopAtEnd ends(shared.stop_flag);  // stops the helpers before they are joined, even if memory runs out
        deepen_iteratively(*first, task, engine_result, moves, 1);
    }
    engine_result.node_count = first->control().node_count() + shared.node_count;
    engine_result.deepest_ply = first->deepest_ply();
    return engine_result;
}

}  // namespace passatempo::mnk
