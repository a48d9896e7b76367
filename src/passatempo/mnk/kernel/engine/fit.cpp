// Positions from the games, then the two regressions.
#include "fit.hpp"

#include <algorithm>
#include <cmath>

#include "order_fit.hpp"
#include "value_fit.hpp"

namespace passatempo::mnk {
namespace {

constexpr double ordering_scale = 64;  // units to one unit of the softmax; a killer counts 60
constexpr double first_rate = 0.003, rate_at_end = 0.03;

struct Data {
    std::vector<Sample> samples;
    std::vector<Decision> decisions;
};

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

// Positions at rest, as leaves of the search are: nobody completes at once, the mover has no open four.
void collect(const Game& game, Board& board, const FitTask& task, Data& data) {
    board.set(std::vector<std::uint8_t>(board.size()), 0);
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
        const int me = board.side(), you = 1 - me;
        const bool valued = i >= game.opening && i - game.opening < game.values.size();
        if (valued && board.count(me, complete) + board.count(you, complete) + board.count(me, winning_four) == 0) {
            const double value = game.values[i - game.opening];
            const double result = game.winner < 0 ? 0.5 : game.winner == me ? 1 : 0;
            const double target =
                task.share_of_result * result + (1 - task.share_of_result) * logistic(value / task.scale);
            data.samples.push_back(sample_of(board, target));
            data.decisions.push_back(decision_of(board, game.moves[i]));
        }
        board.make(game.moves[i]);
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
    for (std::size_t i = 0; i < games.size() && !budget.poll(); ++i)
        collect(games[i], board, task, i % 10 == 9 ? test : train);
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
