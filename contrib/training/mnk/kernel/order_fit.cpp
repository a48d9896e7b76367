// Gradients of the softmax, and its weights in fixed point.
// Algorithm: multinomial logistic regression by minibatches
#include "order_fit.hpp"

#include <algorithm>
#include <cmath>

#include "lots.hpp"

namespace passatempo::mnk {

Decision decision_of(const Board& board, Cell played) {
    Decision decision;
    const int me = board.side();
    const auto rows = [&](Cell c) {
        return std::array{static_cast<std::uint16_t>(multiset(board.code(me, c))),
                          static_cast<std::uint16_t>(multiset(board.code(1 - me, c)))};
    };
    decision.cells.push_back(rows(played));
    std::vector<Cell> near;
    board.gather_near(near);
    for (const Cell c : near)
        if (c != played) decision.cells.push_back(rows(c));
    return decision;
}

OrderFit::OrderFit(std::uint64_t seed) : rows_(columns, 1e-5F) {
    Random random(seed);
    for (std::size_t shape = 0; shape < shapes; ++shape)
        for (std::size_t i = mine; i < columns; ++i) rows_.of_class(shape)[i] = 0.17F * random.around_zero();
    rows_.sum();
}

float OrderFit::value(const std::array<std::uint16_t, 2>& cell) const {
    const float *const me = rows_.row(cell[0]), *const you = rows_.row(cell[1]);
    float sum = me[attack] + you[defence];
    for (std::size_t i = 0; i < meeting_parts; ++i) sum += me[mine + i] * you[theirs + i];
    return sum;
}

double OrderFit::first(const std::vector<Decision>& decisions) const {
    std::size_t right = 0;
    for (const Decision& d : decisions) {
        const float played = value(d.cells[0]);
        right += std::none_of(d.cells.begin() + 1, d.cells.end(), [&](const auto& c) { return value(c) > played; });
    }
    const double all = decisions.size();
    return decisions.empty() ? 0 : right / all;
}

// The gradient of the cross entropy: the share of each move, less one for the move that was chosen.
void OrderFit::learn(const Decision& decision) {
    shares_.clear();
    for (const auto& c : decision.cells) shares_.push_back(value(c));
    const float top = *std::max_element(shares_.begin(), shares_.end());
    float sum = 0;
    for (float& share : shares_) sum += share = std::exp(share - top);
    for (std::size_t i = 0; i < shares_.size(); ++i) {
        const float error = (shares_[i] / sum - (i == 0 ? 1.0F : 0.0F)) / batch;
        if (std::abs(error) < 1e-7F) continue;
        const auto [me, you] = decision.cells[i];
        float *const of_me = rows_.gradient(me), *const of_you = rows_.gradient(you);
        of_me[attack] += error;
        of_you[defence] += error;
        for (std::size_t j = 0; j < meeting_parts; ++j) {
            of_me[mine + j] += error * rows_.row(you)[theirs + j];
            of_you[theirs + j] += error * rows_.row(me)[mine + j];
        }
    }
}

void OrderFit::epoch(const std::vector<Decision>& decisions, float rate, Budget& budget) {
    for (std::size_t i = 0; i < decisions.size(); ++i) {
        learn(decisions[i]);
        if ((i + 1) % batch != 0 && i + 1 != decisions.size()) continue;
        rows_.step(rate);
        if (budget.poll()) return;
    }
}

std::array<std::int16_t, 2 + 2 * meeting_parts> OrderFit::words(std::size_t multiset, double unit) const {
    const auto rounded = [](double x) {
        return static_cast<std::int16_t>(std::lround(std::clamp(x, -8000.0, 8000.0)));
    };
    const double part = std::sqrt(unit * (1 << meeting_bits));  // a product of two is `unit` once shifted
    std::array<std::int16_t, columns> found{};
    for (std::size_t i = 0; i < columns; ++i) found[i] = rounded((i < mine ? unit : part) * rows_.row(multiset)[i]);
    return found;
}

}  // namespace passatempo::mnk
