// Tries single numbers, then pairs, then any set that the CDCL solver finds near the cell, and finally sets of numbers
// with the mine count. The resulting sets are minimal.
// Algorithm: deletion-based minimal unsatisfiable subsets
// Twin: minesweeper/reasons/method.py
#include "reasons/explain.hpp"

#include <algorithm>
#include <optional>

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

class Explainer {
public:
    Explainer(const Surface& surface, const std::uint8_t* cells, std::int64_t mines, std::uint32_t cell, bool mine,
              Budget& budget, BoardModel& board_model)
        : surface_(surface),
          cells_(cells),
          mines_(mines),
          cell_(cell),
          mine_(mine),
          budget_(budget),
          board_model_(board_model),
          numbers_(surface, cells),
          solver_(numbers_.network()) {}

    Explanation run(bool needs_count) {
        Explanation cell_explanation{true, mine_, needs_count ? Level::count : Level::chain, {}, {}};
        for (const Rule rule : {Rule::single, Rule::pair}) {
            const Deduction board_deduction(surface_, cells_, rule, budget_);
            if (budget_.stop() != Stop::done) return {};
            if (!board_deduction.settles(cell_)) continue;
            const auto [used, rule_numbers] = trace_numbers(board_deduction);
            cell_explanation.because = cells_of(used);
            add_rule_steps(rule_numbers, cell_explanation);
            return cell_explanation;
        }
        cell_explanation.because = needs_count ? refutation_with_count() : cells_of(nearby_refutation());
        return cell_explanation;
    }

private:
    struct TraceSets {
        Places minimal_numbers, rule_numbers;  // a minimal set, and numbers from which the rule decides the cell
    };

    // The two sets differ only if a harder rule can spare a number of the easy way.
    TraceSets trace_numbers(const Deduction& full_deduction) {
        Rule kind = Rule::single;
        Places all_numbers;
        for (const std::size_t application_index : full_deduction.trace_cell(cell_))
            for (const std::uint32_t number : full_deduction.applications()[application_index].numbers) {
                if (number == none) continue;
                if (number != full_deduction.applications()[application_index].numbers[0]) kind = Rule::pair;
                const std::int32_t place = number;
                if (std::find(all_numbers.begin(), all_numbers.end(), place) == all_numbers.end())
                    all_numbers.push_back(place);
            }
        Places minimal_numbers = minimal_refutation(all_numbers);
        if (settles(kind, minimal_numbers)) return {minimal_numbers, minimal_numbers};
        if (all_numbers.size() > most_spared) return {minimal_numbers, all_numbers};
        Places rule_numbers, reverse_numbers(all_numbers.rbegin(), all_numbers.rend());
        for (const Places& order : {all_numbers, reverse_numbers}) {
            rule_numbers = drop_needless(kind, order);
            minimal_numbers = minimal_refutation(rule_numbers);
            if (minimal_numbers.size() == rule_numbers.size()) break;
        }
        return {minimal_numbers, rule_numbers};
    }

    // Removes the numbers that a rule can do without, in this order.
    Places drop_needless(Rule kind, const Places& order) {
        Places rule_numbers = order;
        for (const std::int32_t k : order) {
            Places fewer = rule_numbers;
            std::erase(fewer, k);
            if (settles(kind, fewer)) rule_numbers = std::move(fewer);
        }
        return rule_numbers;
    }

    // Returns the board with only these numbers.
    std::vector<std::uint8_t> visible_board(const Places& visible_numbers) const {
        std::vector<std::uint8_t> visible_cells(cells_, cells_ + std::size_t{surface_.rows()} * surface_.columns());
        for (std::uint8_t& code : visible_cells)
            if (code < unknown) code = unknown;
        for (const std::int32_t k : visible_numbers) visible_cells[numbers_[k].cell] = numbers_[k].need;
        return visible_cells;
    }

    bool settles(Rule kind, const Places& visible_numbers) const {
        return Deduction(surface_, visible_board(visible_numbers).data(), kind, budget_).settles(cell_);
    }

    // Adds the steps of the easiest rule by which these numbers decide the cell.
    void add_rule_steps(const Places& rule_numbers, Explanation& explanation) const {
        const std::vector<std::uint8_t> visible_cells = visible_board(rule_numbers);
        std::vector<std::uint32_t> places = cells_of(rule_numbers);
        for (const Rule rule : {Rule::single, Rule::pair}) {
            const Deduction rule_deduction(surface_, visible_cells.data(), rule, budget_);
            if (!rule_deduction.settles(cell_)) continue;
            explanation.level = rule == Rule::single ? Level::single : Level::pair;
            for (const std::size_t application_index : rule_deduction.trace_cell(cell_)) {
                explanation.steps.push_back(rule_deduction.applications()[application_index]);
                for (std::uint32_t& number : explanation.steps.back().numbers)
                    if (number != none) number = places[number];
            }
            return;
        }
    }

    Places minimal_refutation(const Places& candidate_numbers) {
        return solver_.minimal_refutation(numbers_.index(cell_), !mine_, candidate_numbers, budget_).value_or(Places{});
    }

    // Finds a minimal set near a cell that is certain without the mine count.
    Places nearby_refutation() {
        const Places all_numbers = numbers_.breadth_first_order(cell_);
        for (std::size_t ring = first_ring;; ring *= 2) {
            const std::size_t size = std::min(ring, all_numbers.size());
            const Places order(all_numbers.rend() - size, all_numbers.rend());
            const auto minimal_numbers = solver_.minimal_refutation(numbers_.index(cell_), !mine_, order, budget_);
            if (minimal_numbers || size == all_numbers.size() || budget_.stop() != Stop::done)
                return minimal_numbers.value_or(Places{});
        }
    }

    // Finds a minimal set that decides the cell with the mine count. Distant numbers are removed first.
    std::vector<std::uint32_t> refutation_with_count() {
        const std::vector<std::uint32_t> order = numbers_by_distance(surface_, cells_, cell_);
        return find_minimal_reasons(surface_, cells_, mines_, {cell_, !mine_}, order, budget_, board_model_).cells;
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
    std::uint32_t cell_;
    bool mine_;
    Budget& budget_;
    BoardModel& board_model_;
    ClueNetwork numbers_;
    cdcl::ReasonSolver solver_;
};

// Returns the mark of a cell as `fill_marks` writes it, or 0 if there is none.
std::uint8_t mark_of(const Surface& surface, const std::uint8_t* cells, std::int64_t mines, std::uint32_t cell,
                     Budget& budget, BoardModel& board_model) {
    const BoardSurvey board_survey = prepare_and_survey(surface, cells, mines, false, budget, board_model);
    if (board_survey.state != LayoutState::consistent || budget.stop() != Stop::done) return 0;
    std::vector<std::uint8_t> marks(std::size_t{surface.rows()} * surface.columns());
    fill_marks(surface, board_model, board_survey.group_marks, board_survey.other, marks.data());
    return marks[cell];
}

bool is_certain(std::uint8_t mark_code) { return has_mark(mark_code, Mark::safe) || has_mark(mark_code, Mark::mine); }

}  // namespace

Explanation explain(const Surface& surface, const std::uint8_t* cells, std::int64_t mines, std::uint32_t cell,
                    Budget& budget, BoardModel& board_model) {
    const std::uint8_t mark = mark_of(surface, cells, mines, cell, budget, board_model);
    if (!is_certain(mark)) return {};
    const bool needs_count = mines >= 0 && !is_certain(mark_of(surface, cells, -1, cell, budget, board_model));
    if (budget.stop() != Stop::done) return {};
    return Explainer(surface, cells, mines, cell, has_mark(mark, Mark::mine), budget, board_model).run(needs_count);
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
