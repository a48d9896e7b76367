// Openings drawn by lot and games played from them.
#include "selfplay.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "lots.hpp"
#include "order_fit.hpp"

namespace passatempo::mnk {
namespace {

constexpr int even = 250;  // values of openings within it are kept

// Of the search of a leaf: it must see what is threatened, not more.
constexpr std::uint64_t leaf_nodes(std::uint64_t nodes) { return std::max<std::uint64_t>(1, 2 * nodes / 5); }

// Two to eight marks near one another, none of them making a three.
void draw_opening(Board& board, Random& random, Game& game) {
    game.moves.clear();
    board.set(std::vector<std::uint8_t>(board.size()), 0);
    const int wanted = std::min(2 + random.below(7), board.size() / 3), m = board.rows(), n = board.columns();
    const int spread = 2 + random.below(4);
    const int top = m > 8 ? 3 + random.below(m - 6) : random.below(m),
              left = n > 8 ? 3 + random.below(n - 6) : random.below(n);
    for (int tries = 0; std::ssize(game.moves) < wanted && tries < 1000; ++tries) {
        const int row = top + random.below(2 * spread + 1) - spread,
                  column = left + random.below(2 * spread + 1) - spread;
        if (row < 0 || row >= m || column < 0 || column >= n) continue;
        const Cell cell = row * n + column;
        if (!board.empty(cell) || board.threat(board.side(), cell) >= threat_three) continue;
        board.make(cell);
        game.moves.push_back(cell);
    }
}

// How many of a hundred moves are drawn by lot: a search meets positions that good moves alone do not lead to.
struct Lot {
    int percent = 0;
    double temperature = 1;  // of the softmax over the ordering
};

// Of a game from a drawn opening; in two of five no move is drawn.
Lot lot_of(Random& random) {
    constexpr std::array<int, 5> percents{0, 0, 6, 15, 30};
    const int percent = percents[random.below(percents.size())];
    return {percent, 2.0 + random.around_zero()};
}

// A move near the marks: one by the softmax, or where there are no marks `best`.
Cell drawn_move(const Board& board, Cell best, double temperature, Random& random) {
    std::vector<Cell> cells;
    board.gather_near(cells);
    if (cells.empty()) return best;
    const auto score = [&](Cell cell) { return board.order_score(board.side(), cell); };
    const int most = score(*std::ranges::max_element(cells, {}, score));
    std::vector<double> sums;
    double sum = 0;
    for (const Cell cell : cells)
        sums.push_back(sum += std::exp((score(cell) - most) / (ordering_scale * temperature)));
    const double drawn = (1 + random.around_zero()) / 2 * sum;
    return cells[std::upper_bound(sums.begin(), sums.end() - 1, drawn) - sums.begin()];
}

// The value of the opening for the side to move: the mean of two depths, since one move more counts much.
int opening_value(Engine& engine, const std::vector<std::uint8_t>& cells, int side, const Budget& budget) {
    int sum = 0;
    for (const int depth : {3, 4}) {
        Task task;
        task.cells = cells;
        task.side = side;
        task.depth = depth;
        Budget share = budget.share(2000);
        sum += std::clamp(engine.think(task, share).moves.front().value, -1000, 1000);
    }
    return sum / 2;
}

// An opening that decides nothing: games that are won from the start teach little.
void open_evenly(Engine& engine, Board& board, Random& random, Game& game, Budget& budget) {
    for (int tries = 0; tries < 20; ++tries) {
        draw_opening(board, random, game);
        const std::vector<std::uint8_t> cells = cells_of(game.moves, board.size());
        if (budget.poll() || std::abs(opening_value(engine, cells, board.side(), budget)) <= even) return;
    }
}

// A leaf of the search just made, valued by a search of its own.
void keep_leaf(Engine& engine, const std::vector<Cell>& moves, std::uint64_t nodes, const Budget& budget, Game& game) {
    if (moves.empty()) return;
    Task task;
    task.cells = cells_of(moves, engine.size());
    task.side = moves.size() % 2;
    Budget share = budget.share(nodes);
    const Thought thought = engine.think(task, share);
    if (thought.moves.empty() || thought.moves.front().value <= -infinite) return;
    Leaf& leaf = game.leaves.emplace_back();
    leaf.moves = moves;
    leaf.value = thought.moves.front().value;
}

// After a move drawn by lot: what came before it says nothing of how the game ends.
void begin_anew(Game& game) {
    game.opening = game.moves.size();
    game.values.clear();
}

}  // namespace

std::vector<std::uint8_t> cells_of(std::span<const Cell> moves, int size) {
    std::vector<std::uint8_t> cells(size);
    for (std::size_t i = 0; i < moves.size(); ++i) cells[moves[i]] = 1 + i % 2;
    return cells;
}

Game self_play(Engine& engine, const std::vector<Cell>& start, std::uint64_t seed, std::uint64_t nodes,
               Budget& budget) {
    Random random(seed);
    Game game;
    Board board = engine.board();
    engine.forget();
    if (start.empty()) open_evenly(engine, board, random, game, budget);
    else game.moves = start;
    game.opening = game.moves.size();
    const Lot lot = start.empty() ? lot_of(random) : Lot{};
    std::vector<std::uint8_t> cells = cells_of(game.moves, board.size());
    board.set(cells, game.moves.size() % 2);
    const std::size_t most = std::min<std::size_t>(board.size(), 160);
    while (game.moves.size() < most && (board.alive(0) || board.alive(1))) {
        LeafSample sample(random.next());
        Task task;
        task.cells = cells;
        task.side = board.side();
        task.sample = &sample;
        Budget share = budget.share(nodes / 2 + random.below(nodes));
        const Thought thought = engine.think(task, share);
        if (budget.poll()) return game;
        const RootMove& best = thought.moves.front();
        if (random.below(2) == 0) keep_leaf(engine, sample.moves(), leaf_nodes(nodes), budget, game);
        const int value = best.value > -infinite ? best.value : engine.evaluate(task);  // cut off before any value
        const bool decided = is_decided(value), drawn = !decided && random.below(100) < lot.percent;
        const Cell move = drawn ? drawn_move(board, best.move, lot.temperature, random) : best.move;
        game.values.push_back(value);
        game.moves.push_back(move);
        if (drawn) begin_anew(game);
        if (decided) {
            game.winner = is_win(value) ? board.side() : 1 - board.side();
            break;
        }
        cells[move] = 1 + board.side();
        board.make(move);
    }
    return game;
}

}  // namespace passatempo::mnk
