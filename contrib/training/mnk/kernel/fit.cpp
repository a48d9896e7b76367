// Positions from the games, then the two regressions.
#include "fit.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "order_fit.hpp"
#include "value_fit.hpp"

namespace passatempo::mnk {
namespace {

constexpr double first_rate = 0.003, rate_at_end = 0.03;

struct Data {
    std::vector<Sample> samples;
    std::vector<Decision> decisions;
};

// At rest, as leaves of the search are: nobody completes at once, the mover has no open four.
bool at_rest(const Board& board) {
    const int me = board.side(), you = 1 - me;
    return board.count(me, complete) + board.count(you, complete) + board.count(me, winning_four) == 0;
}

void start_from(Board& board, std::span<const Cell> moves) {
    board.set(cells_of(moves, board.size()), moves.size() % 2);
}

// The positions of a game, each with the game's result and the move that was played.
void collect_game(const Game& game, Board& board, Data& data) {
    start_from(board, std::span(game.moves).first(game.opening));
    for (std::size_t i = game.opening; i < game.moves.size(); ++i) {
        if (at_rest(board)) {
            const float result = game.winner < 0 ? 0.5F : game.winner == board.side() ? 1 : 0;
            data.samples.push_back(sample_of(board, result));
            data.decisions.push_back(decision_of(board, game.moves[i]));
        }
        board.make(game.moves[i]);
    }
}

// Leaves have no result: what a search says of them must do.
void collect_leaves(const Game& game, Board& board, double scale, Data& data) {
    for (const Leaf& leaf : game.leaves) {
        start_from(board, leaf.moves);
        if (at_rest(board)) data.samples.push_back(sample_of(board, logistic(leaf.value / scale)));
    }
}

std::vector<std::int16_t> words_of(const ValueFit& values, const OrderFit& order, double scale) {
    std::vector<std::int16_t> words;
    const auto cells = values.cells(unit_parts * scale);
    for (std::size_t row = 0; row < multisets; ++row) {
        words.insert(words.end(), cells[row].begin(), cells[row].end());
        const auto moves = order.words(row, ordering_scale);
        words.insert(words.end(), moves.begin(), moves.end());
    }
    const auto net = values.net(unit_parts * scale);
    words.insert(words.end(), net.begin(), net.end());
    return words;
}

}  // namespace

Fit fit(const std::vector<Game>& games, const FitTask& task, Budget& budget) {
    const Patterns patterns(task.k);
    const Weights weights(Weights::by_hand());
    Board board(task.m, task.n, patterns, weights);
    Data train, test;
    for (std::size_t i = 0; i < games.size() && !budget.poll(); ++i) {
        Data& into = i % 10 == 9 ? test : train;
        collect_game(games[i], board, into);
        collect_leaves(games[i], board, task.scale, into);
    }
    ValueFit values(task.seed);
    OrderFit order(task.seed);
    Fit found;
    found.positions = train.samples.size() + test.samples.size();
    found.loss_before = std::log(2.0);  // that of an even chance: nothing is known yet
    for (int e = 0; e < task.epochs && !budget.poll(); ++e) {
        const double share = e, rate = first_rate * std::pow(rate_at_end, share / task.epochs);
        values.epoch(train.samples, rate, budget);
        if (e < (task.epochs + 1) / 2) order.epoch(train.decisions, 10 * rate, budget);
        if (e == 0) found.first_before = order.first(test.decisions);
    }
    found.loss_after = values.loss(test.samples);
    found.first_after = order.first(test.decisions);
    found.weights = words_of(values, order, task.scale);
    return found;
}

}  // namespace passatempo::mnk
