// Tries single numbers, then pairs, then any set that the CDCL solver finds near the cell, and finally sets of numbers
// with the mine count. The resulting sets are minimal.
// Algorithm: deletion-based minimal unsatisfiable subsets
#include "reasons/explain.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include "cdcl/reasons.hpp"
#include "layouts/survey.hpp"
#include "reasons/deduction.hpp"
#include "reasons/minimal_reasons.hpp"

namespace passatempo::minesweeper::reasons {

namespace {

using puzzles::Deduction;
using puzzles::Rule;
using Places = std::vector<std::int32_t>;

constexpr std::size_t most_spared = 24;  // limit for removing needless numbers of an easy way
constexpr std::size_t first_ring = 4;    // numbers around a cell to try first; doubled each time
constexpr std::size_t nearest_sets = 4;  // earlier sets to try for another cell

// Explains certain cells of one board. The solver keeps what it learns, and sets found for a cell may serve another.
class Explainer {
public:
    Explainer(const Surface& surface, const std::uint8_t* cells, std::int64_t mines, Budget& budget,
              BoardModel& board_model)
        : surface_(surface),
          cells_(cells),
          mines_(mines),
          budget_(budget),
          board_model_(board_model),
          numbers_(surface, cells),
          deductions_{Deduction(numbers_, Rule::single, budget), Deduction(numbers_, Rule::pair, budget)},
          solver_(numbers_.network()) {}

    bool settles(std::uint32_t cell) const { return deductions_[1].settles(cell); }

    // Explains a certain cell. `needs_count` tells if it is certain only with the mine count.
    Explanation run(std::uint32_t cell, bool mine, bool needs_count) {
        Explanation cell_explanation{cell, mine, needs_count ? Level::count : Level::chain, {}, {}};
        for (const Deduction& deduction : deductions_) {
            if (!deduction.settles(cell)) continue;
            const auto [used, rule_numbers] = trace_numbers(deduction, cell, mine);
            cell_explanation.because = cells_of(used);
            add_rule_steps(rule_numbers, cell_explanation);
            return cell_explanation;
        }
        cell_explanation.because =
            needs_count ? refutation_with_count(cell, mine) : cells_of(nearby_refutation(cell, mine));
        return cell_explanation;
    }

private:
    struct TraceSets {
        Places minimal_numbers, rule_numbers;  // a minimal set, and numbers from which the rule decides the cell
    };

    // The two sets differ only if a harder rule can spare a number of the easy way.
    TraceSets trace_numbers(const Deduction& deduction, std::uint32_t cell, bool mine) {
        Rule kind = Rule::single;
        Places all_numbers;
        for (const std::size_t application_index : deduction.trace_cell(cell))
            for (const std::uint32_t number : deduction.applications()[application_index].numbers) {
                if (number == none) continue;
                if (number != deduction.applications()[application_index].numbers[0]) kind = Rule::pair;
                const std::int32_t place = number;
                if (std::find(all_numbers.begin(), all_numbers.end(), place) == all_numbers.end())
                    all_numbers.push_back(place);
            }
        Places minimal_numbers = minimal_refutation(cell, mine, all_numbers);
        if (settles_by(kind, minimal_numbers, cell)) return {minimal_numbers, minimal_numbers};
        if (all_numbers.size() > most_spared) return {minimal_numbers, all_numbers};
        Places rule_numbers, reverse_numbers(all_numbers.rbegin(), all_numbers.rend());
        for (const Places& order : {all_numbers, reverse_numbers}) {
            rule_numbers = drop_needless(kind, order, cell);
            minimal_numbers = minimal_refutation(cell, mine, rule_numbers);
            if (minimal_numbers.size() == rule_numbers.size()) break;
        }
        return {minimal_numbers, rule_numbers};
    }

    // Removes the numbers that a rule can do without, in this order.
    Places drop_needless(Rule kind, const Places& order, std::uint32_t cell) const {
        Places rule_numbers = order;
        for (const std::int32_t k : order) {
            Places fewer = rule_numbers;
            std::erase(fewer, k);
            if (settles_by(kind, fewer, cell)) rule_numbers = std::move(fewer);
        }
        return rule_numbers;
    }

    bool settles_by(Rule kind, const Places& rule_numbers, std::uint32_t cell) const {
        const ClueNetwork network(numbers_, rule_numbers);
        const std::uint32_t network_cell = network.find_cell(cell);
        return network_cell != none && Deduction(network, kind, budget_).settles(network_cell);
    }

    // Adds the steps of the easiest rule by which these numbers decide the cell.
    void add_rule_steps(Places rule_numbers, Explanation& explanation) const {
        std::sort(rule_numbers.begin(), rule_numbers.end());
        const ClueNetwork network(numbers_, rule_numbers);
        const std::uint32_t network_cell = network.find_cell(explanation.cell);
        if (network_cell == none) return;  // the budget ended
        for (const Rule rule : {Rule::single, Rule::pair}) {
            const Deduction deduction(network, rule, budget_);
            if (!deduction.settles(network_cell)) continue;
            explanation.level = rule == Rule::single ? Level::single : Level::pair;
            for (const std::size_t application_index : deduction.trace_cell(network_cell))
                explanation.steps.push_back(name_cells(network, deduction.applications()[application_index]));
            return;
        }
    }

    // Returns an application with the board's cells in place of indices in a network.
    static puzzles::RuleApplication name_cells(const ClueNetwork& network, puzzles::RuleApplication application) {
        for (std::uint32_t& number : application.numbers)
            if (number != none) number = network[number].cell;
        for (auto* cell_list : {&application.premise_cells, &application.conclusions, &application.context_cells})
            for (std::uint32_t& cell : *cell_list) cell = network.board_cell(cell);
        return application;
    }

    Places minimal_refutation(std::uint32_t cell, bool mine, const Places& candidate_numbers) {
        return solver_.minimal_refutation(numbers_.index(cell), !mine, candidate_numbers, budget_).value_or(Places{});
    }

    // Finds a minimal set near a cell that is certain without the mine count.
    Places nearby_refutation(std::uint32_t cell, bool mine) {
        for (std::size_t ring = first_ring;; ring *= 2) {
            Places order = numbers_.nearest_numbers(cell, ring);
            const bool is_last = order.size() < ring;
            std::reverse(order.begin(), order.end());
            const auto minimal_numbers = solver_.minimal_refutation(numbers_.index(cell), !mine, order, budget_);
            if (minimal_numbers || is_last || budget_.stop() != Stop::done) return minimal_numbers.value_or(Places{});
        }
    }

    // Finds a minimal set that decides the cell with the mine count. Cells next to the same numbers are interchangeable
    // in every layout, so they share a set. An earlier set often decides another cell, and is then reduced further.
    std::vector<std::uint32_t> refutation_with_count(std::uint32_t cell, bool mine) {
        const std::pair alike{numbers_.clues_of(cell), mine};
        if (const auto known = known_sets_.find(alike); known != known_sets_.end()) return known->second;
        const Claim claim{cell, !mine};
        MinimalReasons minimal_set;
        const auto reduce = [&](const std::vector<std::uint32_t>& candidate_cells) {
            minimal_set = find_minimal_reasons(surface_, cells_, mines_, claim, candidate_cells, budget_, board_model_);
            return minimal_set.state == LayoutState::contradictory || budget_.stop() != Stop::done;
        };
        const auto oldest = count_sets_.rbegin() + std::min(nearest_sets, count_sets_.size());
        if (std::none_of(count_sets_.rbegin(), oldest, reduce)) reduce(numbers_by_distance(surface_, cells_, cell));
        known_sets_.emplace(alike, minimal_set.cells);
        count_sets_.push_back(minimal_set.cells);
        return minimal_set.cells;
    }

    std::vector<std::uint32_t> cells_of(const Places& places) const {
        std::vector<std::uint32_t> number_cells;
        for (const std::int32_t k : places) number_cells.push_back(numbers_[k].cell);
        std::sort(number_cells.begin(), number_cells.end());
        return number_cells;
    }

    const Surface& surface_;
    const std::uint8_t* cells_;
    std::int64_t mines_;
    Budget& budget_;
    BoardModel& board_model_;
    ClueNetwork numbers_;
    std::array<Deduction, 2> deductions_;  // of all numbers: single, pair
    cdcl::ReasonSolver solver_;
    std::map<std::pair<std::vector<std::uint32_t>, bool>, std::vector<std::uint32_t>> known_sets_;
    std::vector<std::vector<std::uint32_t>> count_sets_;  // with the mine count, the newest last
};

// Returns the marks of all cells as `fill_marks` writes them; none without a layout or if the budget ends.
std::vector<std::uint8_t> marks_of(const Surface& surface, const std::uint8_t* cells, std::int64_t mines,
                                   Budget& budget, BoardModel& board_model, LayoutState& state) {
    const BoardSurvey board_survey = prepare_and_survey(surface, cells, mines, false, budget, board_model);
    state = budget.stop() == Stop::done ? board_survey.state : LayoutState::stopped;
    std::vector<std::uint8_t> marks;
    if (state != LayoutState::consistent) return marks;
    marks.resize(std::size_t{surface.rows()} * surface.columns());
    fill_marks(surface, board_model, board_survey.group_marks, board_survey.other, marks.data());
    return marks;
}

bool is_certain(std::uint8_t mark_code) { return has_mark(mark_code, Mark::safe) || has_mark(mark_code, Mark::mine); }

}  // namespace

BoardExplanation explain(const Surface& surface, const std::uint8_t* cells, std::int64_t mines,
                         std::span<const std::uint32_t> wanted_cells, Budget& budget, BoardModel& board_model) {
    BoardExplanation board_explanation;
    const auto marks = marks_of(surface, cells, mines, budget, board_model, board_explanation.state);
    std::vector<std::uint32_t> certain_cells(wanted_cells.begin(), wanted_cells.end());
    if (wanted_cells.empty())
        for (std::uint32_t cell = 0; cell < marks.size(); ++cell) certain_cells.push_back(cell);
    std::erase_if(certain_cells, [&](std::uint32_t cell) { return marks.empty() || !is_certain(marks[cell]); });
    if (certain_cells.empty()) return board_explanation;
    LayoutState countless_state{};
    const auto countless_marks = mines < 0 ? marks : marks_of(surface, cells, -1, budget, board_model, countless_state);
    if (budget.stop() != Stop::done) return board_explanation;
    Explainer explainer(surface, cells, mines, budget, board_model);
    // What single numbers and pairs decide is found at once, and what needs the mine count takes longest.
    const auto rank_of = [&](std::uint32_t cell) {
        return explainer.settles(cell) ? 0 : is_certain(countless_marks[cell]) ? 1 : 2;
    };
    for (const int rank : {0, 1, 2})
        for (const std::uint32_t cell : certain_cells) {
            if (rank_of(cell) != rank) continue;
            Explanation explanation = explainer.run(cell, has_mark(marks[cell], Mark::mine), rank == 2);
            if (budget.stop() != Stop::done || budget.poll()) return board_explanation;
            board_explanation.cells.push_back(std::move(explanation));
        }
    return board_explanation;
}

BoardConflict conflict(const Surface& surface, const std::uint8_t* cells, std::int64_t mines, Budget& budget,
                       BoardModel& board_model) {
    const ClueNetwork numbers(surface, cells);
    const LayoutState countless_state = mines < 0
                                            ? LayoutState::contradictory
                                            : prepare_and_survey(surface, cells, -1, false, budget, board_model).state;
    if (budget.stop() != Stop::done) return {};
    if (countless_state == LayoutState::contradictory) {
        Places all_numbers;
        for (std::uint32_t k = 0; k < numbers.size(); ++k) all_numbers.push_back(k);
        cdcl::ReasonSolver solver(numbers.network());
        const auto minimal_set = solver.conflict(all_numbers, budget);
        BoardConflict contradiction{minimal_set.has_value(), false, {}};
        for (const std::int32_t k : minimal_set.value_or(Places{})) contradiction.because.push_back(numbers[k].cell);
        std::sort(contradiction.because.begin(), contradiction.because.end());
        return contradiction;
    }
    std::vector<std::uint32_t> all_numbers;
    for (std::uint32_t k = 0; k < numbers.size(); ++k) all_numbers.push_back(numbers[k].cell);
    const MinimalReasons minimal_set =
        find_minimal_reasons(surface, cells, mines, {}, all_numbers, budget, board_model);
    return {minimal_set.state == LayoutState::contradictory, true, minimal_set.cells};
}

}  // namespace passatempo::minesweeper::reasons
