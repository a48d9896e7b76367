// The tilt by bisection, and the distributions near the count.
// Algorithm: saddle-point approximation by exponential tilting (Daniels 1954)
//
// A layout with k mines gets the weight t^k, which leaves every chance under a count unchanged. t is chosen so that the
// expected number of mines is the count. Parts and free cells then are independent random variables with small spreads,
// and only sums near the count matter. Shares below 1e-30 are dropped, so this gives chances and never marks.
#include "layouts/survey.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "layouts/forward_backward.hpp"

namespace passatempo::minesweeper {

namespace {

using Shares = Polynomial<FloatSemiring>;

constexpr double negligible = 1e-30;

// Logarithms of the layouts of a part, by number of mines.
struct LogCounts {
    std::uint32_t min_mines = 0;
    std::vector<double> log_counts;

    double max_log(double tilt) const {
        double greatest_log = -std::numeric_limits<double>::infinity();
        for (std::size_t k = 0; k < log_counts.size(); ++k)
            greatest_log = std::max(greatest_log, log_counts[k] + tilt * (min_mines + k));
        return greatest_log;
    }
    // Returns the distribution of the part, and the logarithm of its weight.
    Shares distribution_at(double tilt, double& weight) const {
        const double greatest_log = max_log(tilt);
        Shares mine_shares{min_mines, {}};
        double sum = 0;
        for (std::size_t k = 0; k < log_counts.size(); ++k) {
            mine_shares.coefficients.push_back(std::exp(log_counts[k] + tilt * (min_mines + k) - greatest_log));
            sum += mine_shares.coefficients.back();
        }
        for (double& share : mine_shares.coefficients) share /= sum;
        weight = greatest_log + std::log(sum);
        return mine_shares;
    }
};

double mean_mines_of(const Shares& shares) {
    double sum = 0;
    for (std::size_t k = 0; k < shares.coefficients.size(); ++k) sum += shares.coefficients[k] * (shares.min_mines + k);
    return sum;
}

// Finds log t by bisection, because the expected number of mines increases with t.
double find_tilt(const std::vector<LogCounts>& parts, double free, double mines, Budget& budget) {
    double low = -50, high = 50;
    for (int i = 0; i < 60; ++i) {
        std::size_t work_count = 0;
        const double middle = (low + high) / 2;
        double mean_mines = free / (1 + std::exp(-middle)), weight = 0;
        for (const LogCounts& part : parts) {
            work_count += part.log_counts.size();
            if (work_count > 1U << 14 && budget.poll()) return 0;
            if (work_count > 1U << 14) work_count = 0;
            mean_mines += mean_mines_of(part.distribution_at(middle, weight));
        }
        (mean_mines < mines ? low : high) = middle;
    }
    return (low + high) / 2;
}

void trim_shares(Shares& shares) {
    std::size_t first = 0, end = shares.coefficients.size();
    while (first + 1 < end && shares.coefficients[first] < negligible) ++first;
    while (end > first + 1 && shares.coefficients[end - 1] < negligible) --end;
    shares.coefficients.erase(shares.coefficients.begin() + end, shares.coefficients.end());
    shares.coefficients.erase(shares.coefficients.begin(), shares.coefficients.begin() + first);
    shares.min_mines += first;
}

// The distribution of the mines on the free cells, which all have the same chance.
class FreeCells {
public:
    FreeCells(std::uint64_t cells, double tilt)
        : cell_count_(cells), log_mine_(-std::log1p(std::exp(-tilt))), log_free_(-std::log1p(std::exp(tilt))) {}

    double operator()(std::int64_t mines) const {
        const double k = mines;
        if (mines < 0 || k > cell_count_) return 0;
        return std::exp(log_choose(cell_count_, k) + k * log_mine_ + (cell_count_ - k) * log_free_);
    }

private:
    double cell_count_, log_mine_, log_free_;  // logarithms of the chances
};

// Returns the suffix weights of a part by number of mines: the share of the other parts and the free cells that
// complete the count, times t^mines.
std::vector<double> suffix_weights(const LogCounts& part, const Shares& rest_shares, const FreeCells& free_cells,
                                   std::int64_t left, double log_tilt) {
    const std::size_t choices = part.log_counts.size(), sums = rest_shares.coefficients.size();
    const std::int64_t low = left - rest_shares.max_mines() - part.min_mines - std::ssize(part.log_counts) + 1;
    std::vector<double> row, weights;  // row: the free cells, from `low` mines on
    for (std::size_t k = 0; k + 1 < sums + choices; ++k) row.push_back(free_cells(low + static_cast<std::int64_t>(k)));
    const double greatest = part.max_log(log_tilt);
    for (std::size_t m = 0; m < choices; ++m) {
        double share = 0;
        for (std::size_t j = 0; j < sums; ++j) share += rest_shares.coefficients[j] * row[sums + choices - 2 - m - j];
        weights.push_back(share * std::exp(log_tilt * (part.min_mines + m) - greatest));
    }
    return weights;
}

// Stores the chance of the cells next to no number, and the number of layouts.
void store_totals(const BoardModel& board_model, const Shares& all, const FreeCells& free_cells, double weight,
                  BoardSurvey& board_survey) {
    double layouts = 0, mine_total = 0;
    for (std::size_t j = 0; j < all.coefficients.size(); ++j) {
        const std::int64_t rest = board_model.mines_left - all.min_mines - static_cast<std::int64_t>(j);
        const double share = all.coefficients[j] * free_cells(rest);
        layouts += share;
        mine_total += share * rest;
    }
    board_survey.log2_layouts = (weight + std::log(layouts)) / std::log(2.0);
    board_survey.other_chance = board_model.free_cells == 0 ? 0 : mine_total / layouts / board_model.free_cells;
}

}  // namespace

void saddle_point(const BoardModel& board_model, Budget& budget, BoardSurvey& board_survey) {
    const FloatSemiring semiring;
    const Diagrams& diagrams = board_model.diagrams;
    const std::size_t number = diagrams.parts.size();
    ForwardBackward<FloatSemiring, true> sweep(semiring, diagrams, 0, number);
    std::vector<LogCounts> logs;
    for (std::size_t p = 0; p < number; ++p) {
        const Shares layouts = sweep.count_forward(p, budget);
        logs.push_back({layouts.min_mines, {}});
        if (budget.stop() != Stop::done) break;
        for (const double count : layouts.coefficients) logs.back().log_counts.push_back(std::log(count));
    }
    if (budget.stop() != Stop::done) {
        board_survey.state = LayoutState::stopped;
        return;
    }
    const double free = board_model.free_cells, left = board_model.mines_left;
    const double log_tilt = find_tilt(logs, free, left, budget);
    double weight = free * std::log1p(std::exp(log_tilt)) - left * log_tilt;
    std::vector<Shares> part_shares;
    for (const LogCounts& part : logs) {
        double part_weight = 0;
        part_shares.push_back(part.distribution_at(log_tilt, part_weight));
        weight += part_weight;
    }
    const auto join = [&](const Shares& first_shares, const Shares& second_shares) {
        if (budget.stop() != Stop::done) return first_shares;
        Shares shares_product = product(semiring, first_shares, second_shares, budget);
        trim_shares(shares_product);
        return shares_product;
    };
    Shares all;
    const std::vector<Shares> rest_shares = products_of_rest(std::move(part_shares), Shares{0, {1}}, join, all);
    const FreeCells free_cells(board_model.free_cells, log_tilt);
    store_totals(board_model, all, free_cells, weight, board_survey);

    std::vector<CellWeights<FloatSemiring>> cells(diagrams.layer_start.size());
    for (std::size_t p = 0; p < number && !budget.poll(); ++p) {
        const Diagrams::DiagramSpan& part = diagrams.parts[p];
        sweep.marginals(p, suffix_weights(logs[p], rest_shares[p], free_cells, board_model.mines_left, log_tilt),
                        budget, cells.data() + part.first_layer);
        for (std::uint32_t i = part.first_layer; i < part.first_layer + part.layer_count; ++i)
            board_survey.group_chances[diagrams.layer_group[i]] = cells[i].mine / (cells[i].mine + cells[i].free);
    }
    if (budget.stop() != Stop::done) board_survey.state = LayoutState::stopped;
}

}  // namespace passatempo::minesweeper
