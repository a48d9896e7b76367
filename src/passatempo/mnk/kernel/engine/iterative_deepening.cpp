// The iterations, their aspiration windows, and the threads that help.
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

constexpr std::size_t sifted = 24;        // root moves that are tried against threats, the best first
constexpr std::uint64_t least_vcf = 100;  // nodes of VCF: so few cost nothing
constexpr std::uint64_t sifting = 16;     // nodes for each of them at least: with less nothing is found
// On 255 x 255 a node may take 50 us: the clock is looked at every 4 nodes there, up to 16 x 16 every 1,024.
constexpr std::size_t cells_between_looks = std::size_t{1} << 18;

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

Engine::Engine(int m, int n, int k, std::span<const std::int16_t> fitted, std::size_t megabytes, bool exact)
    : m_(m), n_(n), patterns_(k, exact), weights_(fitted), table_(megabytes) {}

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
        if (cells.empty()) board.gather(you, threat_four, cells);  // all lose
    } else if (board.empties() == board.size()) {
        cells.push_back(board.centre());
    } else {
        board.gather_near(cells);
        std::erase_if(cells, [&](Cell c) { return board.threat(me, c) == none && board.threat(you, c) == none; });
    }
    if (cells.empty()) board.gather_empty(cells);
    std::stable_sort(cells.begin(), cells.end(),
                     [&](Cell a, Cell b) { return board.order_score(me, a) > board.order_score(me, b); });
    std::vector<RootMove> moves;
    for (const Cell c : cells) moves.push_back({c, -infinite, -infinite, {c}});
    return moves;
}

// A win by threats: fours alone, else threats of fours.
std::optional<RootMove> Engine::win_by_threats(Search& search, const Task& task) {
    const Board& board = search.board();
    std::vector<Cell> line;
    int plies = search.vcf().win(std::max(task.threat_nodes, least_vcf), &line);
    if (plies == 0 && board.count(1 - board.side(), complete) == 0 && task.threat_nodes > 0)
        plies = Vct(search.board(), search.control()).win(task.threat_nodes, line);
    if (plies == 0) return std::nullopt;
    const Cell move = line.front();
    return RootMove{move, win_in(plies), win_in(plies), std::move(line)};
}

// An end that needs no search, by one of the moves asked for: a five, two fives of the other, or a win by threats.
std::optional<RootMove> Engine::forced_end(Search& search, const Task& task) {
    const Board& board = search.board();
    const int me = board.side(), you = 1 - me;
    const auto asked_for = [&](Cell cell) {
        return task.among.empty() || std::find(task.among.begin(), task.among.end(), cell) != task.among.end();
    };
    if (task.lines > 1) return std::nullopt;
    if (board.count(me, complete) > 0) {
        std::vector<Cell> ending;
        board.gather(me, complete, ending);
        const auto found = std::find_if(ending.begin(), ending.end(), asked_for);
        if (found == ending.end()) return std::nullopt;
        return RootMove{*found, win_in(1), win_in(1), {*found}};
    }
    if (board.count(you, complete) > 1) {
        const Cell cell = board.find(you, complete);
        if (!asked_for(cell)) return std::nullopt;
        return RootMove{cell, loss_in(2), loss_in(2), {cell}};
    }
    if (!task.parts.threats) return std::nullopt;
    std::optional<RootMove> win = win_by_threats(search, task);
    return win && asked_for(win->move) ? win : std::nullopt;
}

// One depth within an aspiration window around the last value, opened where the value falls outside; a win needs no
// exact value.
int Engine::aspirate(Search& search, std::vector<RootMove>& moves, std::size_t from, int depth) {
    const int last = moves[from].value;
    int half = margin::aspiration, alpha = -infinite, beta = infinite;
    if (depth >= depths::aspiration && last > -infinite && !is_decided(last)) {
        alpha = last - half;
        beta = last + half;
    }
    while (true) {
        const int value = search.root(moves, from, depth, alpha, beta);
        if (search.control().stopped()) return value;
        const bool open = half > margin::widest_aspiration;
        if (value <= alpha && alpha > -infinite) alpha = open ? -infinite : std::max(-infinite, value - half);
        else if (value >= beta && beta < infinite && !is_win(value))
            beta = open ? infinite : std::min(infinite, value + half);
        else return value;
        half *= margin::aspiration_widening;
    }
}

// Leave out the moves after which the opponent wins by threats, unless all that were tried are such: he may not see it.
void Engine::sift(Search& search, const Task& task, std::vector<RootMove>& moves) {
    if (!task.parts.threats || task.threat_nodes / 8 < sifting || task.lines > 1 || moves.size() < 2) return;
    Board& board = search.board();
    Vct vct(board, search.control());
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
        const int plies = forcing ? 0 : vct.win(task.threat_nodes / 8, line);
        board.undo();
        if (plies > 0) continue;
        kept.push_back(moves[i]);
        some = true;
    }
    if (some) moves = std::move(kept);
}

// As many other threads as can be had: where there is no memory or no thread left, the search goes on with fewer.
Engine::Helpers Engine::help([[maybe_unused]] const Board& board, [[maybe_unused]] const Task& task,
                             [[maybe_unused]] const std::vector<RootMove>& moves, [[maybe_unused]] Shared& shared) {
    Helpers helpers;
#if !defined(__wasm__)
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
#endif
    return helpers;
}

// Would a deeper iteration find nothing else: a forced end no longer than the depth, or a full board?
bool Engine::ends(const Task& task, const std::vector<RootMove>& moves, int depth, int empties) {
    if (depth >= empties) return true;
    if (std::min<std::size_t>(moves.size(), std::max(task.lines, 1)) != 1) return false;
    return is_decided(moves[0].value) && depth >= mate - std::abs(moves[0].value);
}

// Of an unfinished depth the best move counts if it was searched to the end. Where all that were looked at lose, the
// next one is better: of it nothing bad is known, and the position is not lost as long as one is left.
void Engine::take_unfinished(const std::vector<RootMove>& moves, Thought& thought) {
    if (moves[0].value == -infinite) return;
    const auto next = std::find_if(moves.begin(), moves.end(), [](const RootMove& move) { return !move.looked_at; });
    if (!is_loss(moves[0].value) || next == moves.end()) {
        thought.moves.assign(1, moves[0]);
        return;
    }
    const int value = thought.moves[0].value;
    thought.moves.assign(1, {next->move, value, value, {next->move}});
}

// `first`: the depth to begin with; helper threads begin deeper.
void Engine::deepen(Search& search, const Task& task, Thought& thought, std::vector<RootMove> moves, int first) {
    const std::size_t lines = std::min<std::size_t>(moves.size(), std::max(task.lines, 1));
    if (thought.moves.empty()) thought.moves.assign(moves.begin(), moves.begin() + lines);
    for (int depth = first; depth <= std::min(task.depth, Search::most_ply - 1); ++depth) {
        for (std::size_t line = 0; line < lines && !search.control().stopped(); ++line)
            aspirate(search, moves, line, depth);
        std::stable_sort(moves.begin(), moves.begin() + lines,
                         [](const RootMove& a, const RootMove& b) { return a.value > b.value; });
        if (search.control().stopped()) {
            if (lines == 1 && depth > first) take_unfinished(moves, thought);
            break;
        }
        thought.moves.assign(moves.begin(), moves.begin() + lines);
        thought.depth = depth;
        if (ends(task, moves, depth, search.board().empties())) break;
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
    budget.set_poll_interval(cells_between_looks / task.cells.size());
    Shared shared;
    Thought thought;
    auto first = std::make_unique<Search>(board, table_, Control(shared.stop, &budget), task.parts, task.sample);
    if (board.empties() == 0) return thought;
    if (std::optional<RootMove> end = forced_end(*first, task)) {
        thought.moves.assign(1, std::move(*end));
        thought.proved = true;
    } else {
        std::vector<RootMove> moves = root_moves(board, task.among);
        sift(*first, task, moves);
        [[maybe_unused]] const Helpers helpers = help(board, task, moves, shared);
        const StopAtEnd ends(shared.stop);  // before the helpers are waited for, also where memory runs out
        deepen(*first, task, thought, moves, 1);
    }
    thought.nodes = first->control().nodes() + shared.nodes;
    thought.deepest = first->deepest();
    return thought;
}

}  // namespace passatempo::mnk
