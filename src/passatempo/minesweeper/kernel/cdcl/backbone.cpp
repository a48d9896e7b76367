// A first layout, then a question for each cell whose value no layout has changed yet.
// Algorithm: backbone by one question a cell, spared by the models found (Janota, Lynce and Marques-Silva 2015)
#include "cdcl/backbone.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "cdcl/solver.hpp"

namespace passatempo::minesweeper::cdcl {

namespace {

// Cells beside the same numbers can change places in every layout.
std::vector<std::int32_t> groups_of(const Network& network, const Solver& solver, std::int32_t& groups) {
    std::vector<std::int32_t> order(network.cells);
    // Sorted by the first number first, in time linear in the cells: a board may have a million.
    const std::size_t numbers = network.numbers() + 2;  // no number at all, and the bounds on all
    const auto first = [&](std::int32_t cell) {
        return solver.beside(cell).empty() ? 0 : static_cast<std::size_t>(solver.beside(cell).front()) + 1;
    };
    std::vector<std::size_t> start(numbers + 1, 0);
    for (std::int32_t cell = 0; cell < network.cells; ++cell) ++start[first(cell) + 1];
    for (std::size_t k = 0; k < numbers; ++k) start[k + 1] += start[k];
    std::vector<std::size_t> next(start.begin(), start.end() - 1);
    for (std::int32_t cell = 0; cell < network.cells; ++cell) order[next[first(cell)]++] = cell;
    const auto before = [&solver](std::int32_t a, std::int32_t b) {
        const auto one = solver.beside(a);
        const auto other = solver.beside(b);
        return std::lexicographical_compare(one.begin(), one.end(), other.begin(), other.end());
    };
    for (std::size_t k = 0; k < numbers; ++k) std::sort(order.begin() + start[k], order.begin() + start[k + 1], before);
    std::vector<std::int32_t> group(order.size(), 0);
    groups = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i > 0 && before(order[i - 1], order[i])) ++groups;
        group[order[i]] = groups;
    }
    groups += order.empty() ? 0 : 1;
    return group;
}

// Which values each group of cells was seen with, over the layouts found so far.
class Survey {
public:
    Survey(const Network& network, const Solver& solver)
        : group_(groups_of(network, solver, groups_)), seen_(groups_, 0) {}

    void see(std::int32_t cell, bool mine) { seen_[at(cell)] |= mine ? 2 : 1; }
    bool both(std::int32_t cell) const { return seen_[at(cell)] == 3; }
    bool only(std::int32_t cell, bool mine) const { return seen_[at(cell)] == (mine ? 2 : 1); }

private:
    std::size_t at(std::int32_t cell) const { return group_[cell]; }

    std::int32_t groups_ = 0;
    std::vector<std::int32_t> group_;
    std::vector<std::uint8_t> seen_;  // 1: free, 2: a mine
};

class Resolver {
public:
    Resolver(const Network& network, Budget& budget)
        : network_(network), budget_(budget), solver_(network), without_(network, solver_), with_(without_) {}

    // First without the bounds on all mines, which make every search long: what is certain then stays so.
    Resolution run() {
        Verdict verdict = ask({});
        if (verdict == Verdict::yes) verdict = settle(without_);
        if (verdict == Verdict::yes && network_.counted()) {
            solver_.fix(solver_.total(), &budget_);
            verdict = ask({});
            if (verdict == Verdict::yes) verdict = settle(with_);
        }
        report(verdict);
        return std::move(result_);
    }

private:
    static constexpr std::int32_t cells_between_polls = 256;

    Verdict ask(std::span<const Literal> assumptions) {
        const Verdict verdict = solver_.solve(assumptions, budget_);
        ++result_.questions;
        if (verdict != Verdict::yes) return verdict;
        const bool first = result_.layout.empty();
        if (first) result_.layout.assign(network_.cells, 0);
        if (first)
            for (std::int32_t cell = 0; cell < network_.cells; ++cell) pending_.push_back(cell);
        for (const std::int32_t changed : solver_.changed()) {
            if (changed >= network_.cells) continue;
            without_.see(changed, solver_.value(changed));
            if (!first) pending_.push_back(changed);
        }
        if (first)
            for (const std::int32_t cell : pending_) without_.see(cell, solver_.value(cell));
        if (!solver_.total_fits()) return verdict;
        fits_ = true;
        for (const std::int32_t cell : pending_) with_.see(cell, solver_.value(cell));
        for (const std::int32_t cell : pending_) result_.layout[cell] = solver_.value(cell) ? 1 : 0;
        pending_.clear();
        return verdict;
    }

    // Ask for the other value of each cell that had one so far.
    Verdict settle(const Survey& survey) {
        for (std::int32_t cell = 0; cell < network_.cells; ++cell) solver_.prefer(cell, !survey.both(cell));
        for (std::int32_t cell = 0; cell < network_.cells; ++cell) {
            if (cell % cells_between_polls == cells_between_polls - 1 && budget_.poll()) return Verdict::stopped;
            if (solver_.fixed(cell) || survey.both(cell)) continue;
            const std::array<Literal, 1> other{literal(cell, survey.only(cell, false))};
            const Verdict verdict = ask(other);
            if (verdict == Verdict::stopped) return verdict;
            if (verdict == Verdict::no) solver_.fix(opposite(other.front()));
            for (const std::int32_t changed : solver_.changed())
                if (changed < network_.cells && survey.both(changed)) solver_.prefer(changed, false);
        }
        return Verdict::yes;
    }

    void report(Verdict verdict) {
        result_.conflicts = solver_.conflicts();
        result_.consistent = verdict == Verdict::stopped && fits_ ? Verdict::yes : verdict;
        if (result_.consistent == Verdict::no) return;
        for (std::int32_t cell = 0; cell < network_.cells; ++cell) {
            const Fate certain = solver_.value(cell) ? Fate::mine : Fate::safe;
            result_.fates.push_back(with_.both(cell) ? Fate::either : solver_.fixed(cell) ? certain : Fate::unknown);
        }
    }

    const Network& network_;
    Budget& budget_;
    Solver solver_;
    Survey without_, with_;              // the bounds on all mines
    std::vector<std::int32_t> pending_;  // cells changed since the last layout within the bounds
    bool fits_ = false;                  // some layout was within them
    Resolution result_;
};

}  // namespace

Resolution resolve(const Network& network, Budget& budget) { return Resolver(network, budget).run(); }

}  // namespace passatempo::minesweeper::cdcl
