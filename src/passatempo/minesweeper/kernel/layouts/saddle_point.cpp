// The tilt found by bisection, and the distributions around the count.
// Algorithm: saddle-point approximation by exponential tilting (Daniels 1954)
//
// Each layout with k mines is weighted with t^k, which changes no chance under a count; t is chosen so that the
// expected number of mines is the count. Then parts and free cells are independent random variables with small spreads,
// and only sums near the count matter: shares below 1e-30 are left out. So this gives chances, never marks.
#include "layouts/survey.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "layouts/sweep.hpp"

namespace passatempo::minesweeper {

namespace {

using Shares = Polynomial<Floating>;

constexpr double negligible = 1e-30;

// The logarithms of a part's layouts by number of mines.
struct Logs {
    std::uint32_t least = 0;
    std::vector<double> log;

    double greatest(double tilt) const {
        double most = -std::numeric_limits<double>::infinity();
        for (std::size_t k = 0; k < log.size(); ++k) most = std::max(most, log[k] + tilt * (least + k));
        return most;
    }
    // The part's distribution, and the logarithm of its weight.
    Shares shares(double tilt, double& weight) const {
        const double most = greatest(tilt);
        Shares found{least, {}};
        double sum = 0;
        for (std::size_t k = 0; k < log.size(); ++k) {
            found.number.push_back(std::exp(log[k] + tilt * (least + k) - most));
            sum += found.number.back();
        }
        for (double& share : found.number) share /= sum;
        weight = most + std::log(sum);
        return found;
    }
};

double mean(const Shares& shares) {
    double sum = 0;
    for (std::size_t k = 0; k < shares.number.size(); ++k) sum += shares.number[k] * (shares.least + k);
    return sum;
}

// The logarithm of t, by bisection: the expected number of mines grows with it.
double find_tilt(const std::vector<Logs>& parts, double free, double mines, Budget& budget) {
    double low = -50, high = 50;
    for (int i = 0; i < 60; ++i) {
        std::size_t looked = 0;
        const double middle = (low + high) / 2;
        double expected = free / (1 + std::exp(-middle)), weight = 0;
        for (const Logs& part : parts) {
            looked += part.log.size();
            if (looked > 1U << 14 && budget.poll()) return 0;
            if (looked > 1U << 14) looked = 0;
            expected += mean(part.shares(middle, weight));
        }
        (expected < mines ? low : high) = middle;
    }
    return (low + high) / 2;
}

void trim(Shares& shares) {
    std::size_t first = 0, end = shares.number.size();
    while (first + 1 < end && shares.number[first] < negligible) ++first;
    while (end > first + 1 && shares.number[end - 1] < negligible) --end;
    shares.number.erase(shares.number.begin() + end, shares.number.end());
    shares.number.erase(shares.number.begin(), shares.number.begin() + first);
    shares.least += first;
}

// The distribution of the mines on the free cells, each of which has one with the same chance.
class FreeCells {
public:
    FreeCells(std::uint64_t cells, double tilt)
        : cells_(cells), mine_(-std::log1p(std::exp(-tilt))), none_(-std::log1p(std::exp(tilt))) {}

    double operator()(std::int64_t mines) const {
        const double k = mines;
        if (mines < 0 || k > cells_) return 0;
        return std::exp(log_choose(cells_, k) + k * mine_ + (cells_ - k) * none_);
    }

private:
    double cells_, mine_, none_;  // logarithms of the chances
};

// The suffix weights of a part's layouts by number of mines: the share of the others and the free cells that fill up
// to the count, times t^mines.
std::vector<double> suffix_weights(const Logs& part, const Shares& others, const FreeCells& free_cells,
                                   std::int64_t left, double tilted) {
    const std::size_t choices = part.log.size(), sums = others.number.size();
    const std::int64_t low = left - others.most() - part.least - std::ssize(part.log) + 1;
    std::vector<double> row, weights;  // row: of the free cells, from `low` mines on
    for (std::size_t k = 0; k + 1 < sums + choices; ++k) row.push_back(free_cells(low + static_cast<std::int64_t>(k)));
    const double greatest = part.greatest(tilted);
    for (std::size_t m = 0; m < choices; ++m) {
        double share = 0;
        for (std::size_t j = 0; j < sums; ++j) share += others.number[j] * row[sums + choices - 2 - m - j];
        weights.push_back(share * std::exp(tilted * (part.least + m) - greatest));
    }
    return weights;
}

// The chance of the cells next to no number, and how many layouts there are.
void note_all(const PreparedBoard& prepared, const Shares& all, const FreeCells& free_cells, double weight,
              Survey& found) {
    double layouts = 0, expected = 0;
    for (std::size_t j = 0; j < all.number.size(); ++j) {
        const std::int64_t rest = prepared.left - all.least - static_cast<std::int64_t>(j);
        const double share = all.number[j] * free_cells(rest);
        layouts += share;
        expected += share * rest;
    }
    found.log2_layouts = (weight + std::log(layouts)) / std::log(2.0);
    found.other_chance = prepared.free == 0 ? 0 : expected / layouts / prepared.free;
}

}  // namespace

void saddle_point(const PreparedBoard& prepared, Budget& budget, Survey& found) {
    const Floating semiring;
    const Diagrams& diagrams = prepared.diagrams;
    const std::size_t number = diagrams.parts.size();
    Sweep<Floating, true> sweep(semiring, diagrams, 0, number);
    std::vector<Logs> logs;
    for (std::size_t p = 0; p < number; ++p) {
        const Shares layouts = sweep.layouts(p, budget);
        logs.push_back({layouts.least, {}});
        if (budget.stop() != Stop::done) break;
        for (const double count : layouts.number) logs.back().log.push_back(std::log(count));
    }
    if (budget.stop() != Stop::done) {
        found.state = State::stopped;
        return;
    }
    const double free = prepared.free, left = prepared.left;
    const double tilted = find_tilt(logs, free, left, budget);
    double weight = free * std::log1p(std::exp(tilted)) - left * tilted;
    std::vector<Shares> items;
    for (const Logs& part : logs) {
        double its = 0;
        items.push_back(part.shares(tilted, its));
        weight += its;
    }
    const auto join = [&](const Shares& one, const Shares& two) {
        if (budget.stop() != Stop::done) return one;
        Shares both = product(semiring, one, two, budget);
        trim(both);
        return both;
    };
    Shares all;
    const std::vector<Shares> others = all_but_one(std::move(items), Shares{0, {1}}, join, all);
    const FreeCells free_cells(prepared.free, tilted);
    note_all(prepared, all, free_cells, weight, found);

    std::vector<Cell<Floating>> cells(diagrams.layer.size());
    for (std::size_t p = 0; p < number && !budget.poll(); ++p) {
        const Diagrams::Part& part = diagrams.parts[p];
        sweep.marginals(p, suffix_weights(logs[p], others[p], free_cells, prepared.left, tilted), budget,
                        cells.data() + part.first_layer);
        for (std::uint32_t i = part.first_layer; i < part.first_layer + part.layers; ++i)
            found.chance[diagrams.group[i]] = cells[i].mine / (cells[i].mine + cells[i].free);
    }
    if (budget.stop() != Stop::done) found.state = State::stopped;
}

}  // namespace passatempo::minesweeper
