// The regression of `order_fit.hpp`.
#include "order_fit.hpp"

#include <algorithm>
#include <cmath>

namespace passatempo::mnk {

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

double OrderFit::first(const std::vector<Decision>& decisions) const {
    std::size_t right = 0;
    for (const Decision& d : decisions) {
        const float played = value(d.cells[0]);
        right += std::none_of(d.cells.begin() + 1, d.cells.end(), [&](const auto& c) { return value(c) > played; });
    }
    return decisions.empty() ? 0 : static_cast<double>(right) / static_cast<double>(decisions.size());
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
        rows_.gradient(decision.cells[i][0])[0] += error;
        rows_.gradient(decision.cells[i][1])[1] += error;
    }
}

void OrderFit::epoch(const std::vector<Decision>& decisions, float rate) {
    for (std::size_t i = 0; i < decisions.size(); ++i) {
        learn(decisions[i]);
        if ((i + 1) % batch == 0 || i + 1 == decisions.size()) rows_.step(rate);
    }
}

}  // namespace passatempo::mnk
