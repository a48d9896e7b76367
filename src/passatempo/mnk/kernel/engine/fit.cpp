// The regressions of `fit.hpp`. A multiset's number is the sum over its four classes, its threat, and a part of its own,
// which is drawn towards zero: rare multisets borrow from the others.
#include "fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace passatempo::mnk {
namespace {

// One table of a regression, as parts for classes, threats and multisets; stepped by Adam.
class Parameters {
public:
    Parameters() : value_(rows), gradient_(rows), mean_(rows), square_(rows) {
        members_.resize(multisets), threat_.resize(multisets);
        for (std::uint32_t code = 0; code < (1U << 16); ++code) {
            std::array<std::uint8_t, 4> classes{};
            bool known = true;
            for (std::size_t d = 0; d < 4; ++d) {
                classes[d] = (code >> (4 * d)) & 15;
                known = known && classes[d] < shapes;
            }
            if (!known) continue;
            const auto row = static_cast<std::size_t>(multiset(static_cast<std::uint16_t>(code)));
            members_[row] = classes;
            threat_[row] = multisets + shapes + std::size_t{threat_of(static_cast<std::uint16_t>(code))};
        }
    }
    double of(std::size_t row) const {
        double sum = value_[row] + value_[threat_[row]];
        for (const auto c : members_[row]) sum += value_[multisets + c];
        return sum;
    }
    void push(std::size_t row, double by) {
        gradient_[row] += by;
        gradient_[threat_[row]] += by;
        for (const auto c : members_[row]) gradient_[multisets + c] += by;
        touched_ = true;
    }

    void step(double rate, double decay, int count) {
        if (!touched_) return;
        const double fade_mean = 1 - std::pow(0.9, count), fade_square = 1 - std::pow(0.999, count);
        for (std::size_t i = 0; i < rows; ++i) {
            const double g = gradient_[i] + (i < multisets ? decay * value_[i] : 0);
            mean_[i] = 0.9 * mean_[i] + 0.1 * g;
            square_[i] = 0.999 * square_[i] + 0.001 * g * g;
            value_[i] -= rate * (mean_[i] / fade_mean) / (std::sqrt(square_[i] / fade_square) + 1e-8);
            gradient_[i] = 0;
        }
        touched_ = false;
    }

private:
    static constexpr std::size_t rows = multisets + shapes + threats;
    std::vector<double> value_, gradient_, mean_, square_;
    std::vector<std::array<std::uint8_t, 4>> members_;
    std::vector<std::size_t> threat_;
    bool touched_ = false;
};

struct Sample {
    std::vector<std::uint16_t> mover, waiter;  // rows of the empty cells that are worth something
    float target = 0;
};

struct Decision {
    std::vector<std::array<std::uint16_t, 2>> cells;  // attack and defence rows, the move played first
};

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

struct Data {
    std::vector<Sample> samples;
    std::vector<Decision> decisions;
};

Sample sample_of(const Board& board, float target) {
    Sample sample;
    sample.target = target;
    const int me = board.side();
    for (int c = 0; c < board.size(); ++c) {
        const auto cell = static_cast<Cell>(c);
        if (!board.empty(cell)) continue;
        sample.mover.push_back(static_cast<std::uint16_t>(multiset(board.code(me, cell))));
        sample.waiter.push_back(static_cast<std::uint16_t>(multiset(board.code(1 - me, cell))));
    }
    return sample;
}

Decision decision_of(const Board& board, Cell played) {
    Decision decision;
    const int me = board.side();
    const auto rows = [&](Cell c) {
        return std::array{static_cast<std::uint16_t>(multiset(board.code(me, c))), static_cast<std::uint16_t>(multiset(board.code(1 - me, c)))};
    };
    decision.cells.push_back(rows(played));
    std::vector<Cell> near;
    board.gather_near(near);
    for (const Cell c : near)
        if (c != played) decision.cells.push_back(rows(c));
    return decision;
}

// Positions at rest, as leaves of the search are: nobody completes at once, the mover has no open four.
void collect(const Game& game, Board& board, const FitTask& task, Data& data) {
    board.set(std::vector<std::uint8_t>(static_cast<std::size_t>(board.size())), 0);
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
        const int me = board.side(), you = 1 - me;
        if (i >= game.opening && i - game.opening < game.values.size() && board.count(me, complete) + board.count(you, complete) == 0) {
            const double value = game.values[i - game.opening];
            const double result = game.winner < 0 ? 0.5 : game.winner == me ? 1 : 0;
            const double target = task.share_of_result * result + (1 - task.share_of_result) * logistic(value / task.scale);
            if (board.count(me, winning_four) == 0) {
                data.samples.push_back(sample_of(board, static_cast<float>(target)));
                data.decisions.push_back(decision_of(board, game.moves[i]));
            }
        }
        board.make(game.moves[i]);
    }
}

class Regression {
public:
    double value(const Sample& sample) const {
        double sum = 0;
        for (const auto row : sample.mover) sum += mover_.of(row);
        for (const auto row : sample.waiter) sum -= waiter_.of(row);
        return sum;
    }
    double loss(const std::vector<Sample>& samples) const {
        double sum = 0;
        for (const Sample& s : samples) {
            const double p = std::clamp(logistic(value(s)), 1e-6, 1 - 1e-6);
            sum -= s.target * std::log(p) + (1 - s.target) * std::log(1 - p);
        }
        return samples.empty() ? 0 : sum / static_cast<double>(samples.size());
    }
    void epoch(const std::vector<Sample>& samples, double rate) {
        std::size_t in_batch = 0;
        for (const Sample& s : samples) {
            const double error = (logistic(value(s)) - s.target) / batch;
            for (const auto row : s.mover) mover_.push(row, error);
            for (const auto row : s.waiter) waiter_.push(row, -error);
            if (++in_batch % batch == 0 || in_batch == samples.size()) {
                ++steps_;
                mover_.step(rate, decay, steps_);
                waiter_.step(rate, decay, steps_);
            }
        }
    }
    double mover(std::size_t row) const { return mover_.of(row); }
    double waiter(std::size_t row) const { return waiter_.of(row); }

private:
    static constexpr int batch = 512;
    static constexpr double decay = 1e-4;
    Parameters mover_, waiter_;
    int steps_ = 0;
};

class Ordering {
public:
    double value(const std::array<std::uint16_t, 2>& cell) const { return attack_.of(cell[0]) + defence_.of(cell[1]); }
    double first(const std::vector<Decision>& decisions) const {
        std::size_t right = 0;
        for (const Decision& d : decisions) {
            const double played = value(d.cells[0]);
            right += std::none_of(d.cells.begin() + 1, d.cells.end(), [&](const auto& c) { return value(c) > played; });
        }
        return decisions.empty() ? 0 : static_cast<double>(right) / static_cast<double>(decisions.size());
    }
    void epoch(const std::vector<Decision>& decisions, double rate) {
        std::size_t in_batch = 0;
        std::vector<double> share;
        for (const Decision& d : decisions) {
            share.clear();
            double top = -1e9, sum = 0;
            for (const auto& c : d.cells) share.push_back(value(c)), top = std::max(top, share.back());
            for (double& s : share) sum += s = std::exp(s - top);
            for (std::size_t i = 0; i < share.size(); ++i) {
                const double error = (share[i] / sum - (i == 0 ? 1 : 0)) / batch;
                if (std::abs(error) < 1e-7) continue;
                attack_.push(d.cells[i][0], error);
                defence_.push(d.cells[i][1], error);
            }
            if (++in_batch % batch == 0 || in_batch == decisions.size()) {
                ++steps_;
                attack_.step(rate, 1e-5, steps_);
                defence_.step(rate, 1e-5, steps_);
            }
        }
    }
    double attack(std::size_t row) const { return attack_.of(row); }
    double defence(std::size_t row) const { return defence_.of(row); }

private:
    static constexpr int batch = 256;
    Parameters attack_, defence_;
    int steps_ = 0;
};

std::int16_t rounded(double x, double most) { return static_cast<std::int16_t>(std::lround(std::clamp(x, -most, most))); }

constexpr double ordering_scale = 64;  // units to one unit of the softmax; a killer counts 60

}  // namespace

Fit fit(const std::vector<Game>& games, const FitTask& task, const std::vector<std::int16_t>& start, Budget& budget) {
    const Patterns patterns(task.k);
    const Weights weights(start);
    Board board(task.m, task.n, patterns, weights);
    Data train, test;
    for (std::size_t i = 0; i < games.size(); ++i) collect(games[i], board, task, i % 10 == 9 ? test : train);
    Regression regression;
    Ordering ordering;
    Fit found;
    found.positions = train.samples.size() + test.samples.size();
    found.loss_before = regression.loss(test.samples);  // that of an even chance: nothing is known yet
    for (int e = 0; e < task.epochs && !budget.poll(); ++e) {
        const double rate = 0.005 * std::pow(0.02, static_cast<double>(e) / task.epochs);
        regression.epoch(train.samples, rate);
        if (e < (task.epochs + 1) / 2) ordering.epoch(train.decisions, 6 * rate);
        if (e == 0) found.first_before = ordering.first(test.decisions);
    }
    found.loss_after = regression.loss(test.samples);
    found.first_after = ordering.first(test.decisions);
    found.weights.resize(start.size());
    for (std::size_t row = 0; row < multisets; ++row) {
        found.weights[weight_columns * row] = rounded(unit_parts * task.scale * regression.mover(row), 32000);
        found.weights[weight_columns * row + 1] = rounded(unit_parts * task.scale * regression.waiter(row), 32000);
        found.weights[weight_columns * row + 2] = rounded(ordering_scale * ordering.attack(row), 8000);
        found.weights[weight_columns * row + 3] = rounded(ordering_scale * ordering.defence(row), 8000);
    }
    return found;
}

}  // namespace passatempo::mnk
