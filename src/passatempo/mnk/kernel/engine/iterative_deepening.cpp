// The iterations of `iterative_deepening.hpp`.
#include "iterative_deepening.hpp"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <memory>
#include <new>
#include <system_error>

#include "vct.hpp"

namespace passatempo::mnk {
namespace {

constexpr std::size_t sifted = 24;     // root moves that are tried against threats, the best first
constexpr std::uint64_t sifting = 16;  // nodes for each of them at least: with less nothing is found

class StopAtEnd {
public:
    explicit StopAtEnd(std::atomic<bool>& stop) : stop_(stop) {}
    ~StopAtEnd() { stop_ = true; }
    StopAtEnd(const StopAtEnd&) = delete;
    StopAtEnd& operator=(const StopAtEnd&) = delete;

private:
    std::atomic<bool>& stop_;
};

}  // namespace

Engine::Engine(int m, int n, int k, std::span<const std::int16_t> fitted, std::size_t megabytes)
    : m_(m), n_(n), patterns_(k), weights_(fitted), table_(megabytes) {}

// Those asked for; else against a threat of a win in three only what meets it; else the cells near marks; on an empty
// board the centre.
std::vector<RootMove> Engine::root_moves(const Board& board, const std::vector<Cell>& among) {
    const int me = board.side(), you = 1 - me;
    const bool ends = board.count(me, complete) > 0;  // some move does
    std::vector<Cell> cells = among;
    if (!among.empty()) {
        assert(std::all_of(among.begin(), among.end(), [&](Cell c) { return board.empty(c); }));
    } else if (!ends && board.count(you, complete) > 0) {
        board.gather(you, complete, cells);
    } else if (!ends && board.count(you, winning_four) > 0) {
        board.gather_answers(cells);
    } else if (board.empties() == board.size()) {
        cells.push_back(board.centre());
    } else {
        board.gather_near(cells);
        std::erase_if(cells, [&](Cell c) { return board.threat(me, c) == none && board.threat(you, c) == none; });
    }
    if (cells.empty())
        for (int c = 0; c < board.size(); ++c)
            if (board.empty(static_cast<Cell>(c))) cells.push_back(static_cast<Cell>(c));
    std::stable_sort(cells.begin(), cells.end(),
                     [&](Cell a, Cell b) { return board.worth(me, a) > board.worth(me, b); });
    std::vector<RootMove> moves;
    for (const Cell c : cells) moves.push_back({c, -infinite, -infinite, {c}});
    return moves;
}

// A win that needs no search, by one of the moves asked for: a five, an open four, fours alone, or threats of fours.
bool Engine::at_once(Search& search, const Task& task, Thought& thought) {
    Board& board = search.board();
    const int me = board.side(), you = 1 - me;
    const auto settle = [&](int plies, std::vector<Cell> line) {
        const Cell move = line.front();
        thought.moves.assign(1, {move, win_in(plies), win_in(plies), std::move(line)});
        thought.proved = true;
        return true;
    };
    const auto asked_for = [&](Cell cell) {
        return task.among.empty() || std::find(task.among.begin(), task.among.end(), cell) != task.among.end();
    };
    if (task.lines > 1) return false;
    if (board.count(me, complete) > 0) {
        std::vector<Cell> ending;
        board.gather(me, complete, ending);
        const auto found = std::find_if(ending.begin(), ending.end(), asked_for);
        return found != ending.end() && settle(1, {*found});
    }
    if (board.count(you, complete) > 1) {
        const Cell cell = board.find(you, complete);
        if (!asked_for(cell)) return false;
        thought.moves.assign(1, {cell, loss_in(2), loss_in(2), {cell}});
        thought.proved = true;
        return true;
    }
    std::vector<Cell> line;
    if (!task.parts.threats) return false;
    int plies = search.fours().win(std::max<std::uint64_t>(task.proof_nodes, 100), &line);
    if (plies == 0 && board.count(you, complete) == 0 && task.proof_nodes > 0)
        plies = Threes(board, search.control()).win(task.proof_nodes, line);
    return plies > 0 && asked_for(line.front()) && settle(plies, std::move(line));
}

// One depth within a window around the last value, opened where the value falls outside.
int Engine::iterate(Search& search, std::vector<RootMove>& moves, std::size_t from, int depth) {
    const int last = moves[from].value;
    int margin = 30, alpha = -infinite, beta = infinite;
    if (depth >= 4 && last > -infinite && !is_decided(last)) alpha = last - margin, beta = last + margin;
    while (true) {
        const int value = search.root(moves, from, depth, alpha, beta);
        if (search.control().stopped()) return value;
        if (value <= alpha && alpha > -infinite) alpha = margin > 400 ? -infinite : std::max(-infinite, value - margin);
        else if (value >= beta && beta < infinite) beta = margin > 400 ? infinite : std::min(infinite, value + margin);
        else return value;
        margin *= 3;
    }
}

// Leave out the moves after which the opponent wins by threats, unless all that were tried are such: he may not see it.
void Engine::sift(Search& search, const Task& task, std::vector<RootMove>& moves) {
    if (!task.parts.threats || task.proof_nodes / 8 < sifting || task.lines > 1 || moves.size() < 2) return;
    Board& board = search.board();
    Threes threes(board, search.control());
    std::vector<RootMove> kept;
    bool some = false;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (i >= sifted || search.control().stopped()) {
            kept.push_back(moves[i]);
            continue;
        }
        std::vector<Cell> line;
        board.make(moves[i].move);
        const bool forcing =
            board.count(1 - board.side(), complete) > 0;  // his answer is forced: no row of threats begins
        const int plies = forcing ? 0 : threes.win(task.proof_nodes / 8, line);
        board.undo();
        if (plies > 0) continue;
        kept.push_back(moves[i]);
        some = true;
    }
    if (some) moves = std::move(kept);
}

// As many other threads as can be had: where there is no memory or no thread left, the search goes on with fewer.
std::vector<std::jthread> Engine::help(const Board& board, const Task& task, const std::vector<RootMove>& moves,
                                       Shared& shared) {
    std::vector<std::jthread> helpers;
    const auto searching = [&, this](int number) {
        try {
            Search search(board, table_, Control(shared.stop, nullptr), task.parts);
            Thought unused;
            deepen(search, task, unused, moves, 1 + number % 2);
            shared.nodes += search.control().nodes();
        } catch (const std::bad_alloc&) {  // it leaves nothing behind
        }
    };
    try {
        for (int t = 1; t < task.threads; ++t) helpers.emplace_back(searching, t);
    } catch (const std::system_error&) {
    } catch (const std::bad_alloc&) {
    }
    return helpers;
}

// `first`: the depth to begin with; helper threads begin deeper.
void Engine::deepen(Search& search, const Task& task, Thought& thought, std::vector<RootMove> moves, int first) {
    const std::size_t lines = std::min(moves.size(), static_cast<std::size_t>(std::max(task.lines, 1)));
    if (thought.moves.empty()) thought.moves.assign(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(lines));
    for (int depth = first; depth <= std::min(task.depth, Search::most_ply - 1); ++depth) {
        for (std::size_t line = 0; line < lines && !search.control().stopped(); ++line)
            iterate(search, moves, line, depth);
        std::stable_sort(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(lines),
                         [](const RootMove& a, const RootMove& b) { return a.value > b.value; });
        if (search.control().stopped()) {
            // an unfinished depth is worth its best move if that one was searched to the end
            if (lines == 1 && moves[0].value > -infinite && depth > first) thought.moves.assign(1, moves[0]);
            break;
        }
        thought.moves.assign(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(lines));
        thought.depth = depth;
        if (lines == 1 && (is_decided(moves[0].value) || moves.size() == 1)) {
            const int plies = mate - std::abs(moves[0].value);
            if (moves.size() == 1 ? depth >= 4 : depth >= plies) break;
        }
        if (depth >= search.board().empties()) break;
    }
}

int Engine::evaluate(const Task& task) const {
    Board board = this->board();
    board.set(task.cells, task.side);
    return std::clamp(board.evaluate(), -most_value, most_value);
}

Thought Engine::think(const Task& task, Budget& budget) {
    Board board = this->board();
    board.set(task.cells, task.side);
    table_.age();
    Shared shared;
    Thought thought;
    auto first = std::make_unique<Search>(board, table_, Control(shared.stop, &budget), task.parts);
    if (board.empties() == 0) return thought;
    if (!at_once(*first, task, thought)) {
        std::vector<RootMove> moves = root_moves(board, task.among);
        sift(*first, task, moves);
        const std::vector<std::jthread> helpers = help(board, task, moves, shared);
        const StopAtEnd ends(shared.stop);  // before the helpers are waited for, also where memory runs out
        deepen(*first, task, thought, moves, 1);
    }
    thought.nodes = first->control().nodes() + shared.nodes;
    thought.deepest = first->deepest();
    return thought;
}

}  // namespace passatempo::mnk
