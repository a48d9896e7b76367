// A first layout, then one query for each cell with the same value in all layouts so far.
// Algorithm: backbone by one query per cell, pruned by the models found (Janota, Lynce and Marques-Silva 2015)
#include "cdcl/backbone.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "cdcl/solver.hpp"

namespace passatempo::minesweeper::cdcl {

namespace {

// Groups the cells with the same numbers, which are interchangeable in every layout.
std::vector<std::int32_t> groups_of(const ConstraintNetwork& network, const Solver& solver, std::int32_t& groups) {
    std::vector<std::int32_t> order(network.cells);
    // Sort by the first number in linear time, because a board may have a million cells.
    const std::size_t numbers = network.number_count() + 2;  // plus no number and the bounds on all mines
    const auto first = [&](std::int32_t cell) {
        return solver.numbers_of(cell).empty() ? 0 : static_cast<std::size_t>(solver.numbers_of(cell).front()) + 1;
    };
    std::vector<std::size_t> start(numbers + 1, 0);
    for (std::int32_t cell = 0; cell < network.cells; ++cell) ++start[first(cell) + 1];
    for (std::size_t k = 0; k < numbers; ++k) start[k + 1] += start[k];
    std::vector<std::size_t> next(start.begin(), start.end() - 1);
    for (std::int32_t cell = 0; cell < network.cells; ++cell) order[next[first(cell)]++] = cell;
    const auto before = [&solver](std::int32_t a, std::int32_t b) {
        const auto first_numbers = solver.numbers_of(a);
        const auto second_numbers = solver.numbers_of(b);
        return std::lexicographical_compare(first_numbers.begin(), first_numbers.end(), second_numbers.begin(),
                                            second_numbers.end());
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

// The values of each group of cells over the layouts found so far.
class GroupValues {
public:
    GroupValues(const ConstraintNetwork& network, const Solver& solver)
        : cell_groups_(groups_of(network, solver, group_count_)), value_masks_(group_count_, 0) {}

    void add_value(std::int32_t cell, bool mine) { value_masks_[group_index(cell)] |= mine ? 2 : 1; }
    bool has_both(std::int32_t cell) const { return value_masks_[group_index(cell)] == 3; }
    bool has_only(std::int32_t cell, bool mine) const { return value_masks_[group_index(cell)] == (mine ? 2 : 1); }

private:
    std::size_t group_index(std::int32_t cell) const { return cell_groups_[cell]; }

    std::int32_t group_count_ = 0;
    std::vector<std::int32_t> cell_groups_;
    std::vector<std::uint8_t> value_masks_;  // bit mask, 1: free, 2: mine
};

class BackboneSearch {
public:
    BackboneSearch(const ConstraintNetwork& network, Budget& budget)
        : network_(network),
          budget_(budget),
          solver_(network),
          values_without_(network, solver_),
          values_with_(values_without_) {}

    // Starts without the bounds on all mines, which slow every search. Cells certain without them stay certain.
    Resolution run() {
        Verdict verdict = solve_with({});
        if (verdict == Verdict::yes) verdict = question_cells(values_without_);
        if (verdict == Verdict::yes && network_.has_bounds()) {
            solver_.fix_literal(solver_.total(), &budget_);
            verdict = solve_with({});
            if (verdict == Verdict::yes) verdict = question_cells(values_with_);
        }
        report_states(verdict);
        return std::move(resolution_);
    }

private:
    static constexpr std::int32_t poll_interval = 256;

    Verdict solve_with(std::span<const Literal> assumptions) {
        const Verdict verdict = solver_.solve(assumptions, budget_);
        ++resolution_.questions;
        if (verdict != Verdict::yes) return verdict;
        const bool first = resolution_.layout.empty();
        if (first) resolution_.layout.assign(network_.cells, 0);
        if (first)
            for (std::int32_t cell = 0; cell < network_.cells; ++cell) pending_cells_.push_back(cell);
        for (const std::int32_t search_variable : solver_.search_variables()) {
            if (search_variable >= network_.cells) continue;
            values_without_.add_value(search_variable, solver_.phase_of(search_variable));
            if (!first) pending_cells_.push_back(search_variable);
        }
        if (first)
            for (const std::int32_t cell : pending_cells_) values_without_.add_value(cell, solver_.phase_of(cell));
        if (!solver_.total_fits()) return verdict;
        has_layout_ = true;
        for (const std::int32_t cell : pending_cells_) values_with_.add_value(cell, solver_.phase_of(cell));
        for (const std::int32_t cell : pending_cells_) resolution_.layout[cell] = solver_.phase_of(cell) ? 1 : 0;
        pending_cells_.clear();
        return verdict;
    }

    // Queries the other value of each cell that has had only one.
    Verdict question_cells(const GroupValues& survey) {
        for (std::int32_t cell = 0; cell < network_.cells; ++cell) solver_.prefer_change(cell, !survey.has_both(cell));
        for (std::int32_t cell = 0; cell < network_.cells; ++cell) {
            if (cell % poll_interval == poll_interval - 1 && budget_.poll()) return Verdict::stopped;
            if (solver_.is_fixed(cell) || survey.has_both(cell)) continue;
            const std::array<Literal, 1> other{literal(cell, survey.has_only(cell, false))};
            const Verdict verdict = solve_with(other);
            if (verdict == Verdict::stopped) return verdict;
            if (verdict == Verdict::no) solver_.fix_literal(negation(other.front()));
            for (const std::int32_t search_variable : solver_.search_variables())
                if (search_variable < network_.cells && survey.has_both(search_variable))
                    solver_.prefer_change(search_variable, false);
        }
        return Verdict::yes;
    }

    void report_states(Verdict verdict) {
        resolution_.conflicts = solver_.conflicts();
        resolution_.consistent = verdict == Verdict::stopped && has_layout_ ? Verdict::yes : verdict;
        if (resolution_.consistent == Verdict::no) return;
        for (std::int32_t cell = 0; cell < network_.cells; ++cell) {
            const BackboneState certain = solver_.phase_of(cell) ? BackboneState::mine : BackboneState::safe;
            resolution_.fates.push_back(values_with_.has_both(cell) ? BackboneState::either
                                        : solver_.is_fixed(cell)    ? certain
                                                                    : BackboneState::unknown);
        }
    }

    const ConstraintNetwork& network_;
    Budget& budget_;
    Solver solver_;
    GroupValues values_without_, values_with_;  // without and with the bounds on all mines
    std::vector<std::int32_t> pending_cells_;   // changed since the last layout within the bounds
    bool has_layout_ = false;                   // whether a layout within the bounds was found
    Resolution resolution_;
};

}  // namespace

Resolution resolve(const ConstraintNetwork& network, Budget& budget) { return BackboneSearch(network, budget).run(); }

}  // namespace passatempo::minesweeper::cdcl
