// Single numbers, pairs, all numbers, and all numbers with the mine count. The last two give minimal sets of numbers.
#include "puzzles/human_solver.hpp"

#include <algorithm>

#include "layouts/survey.hpp"
#include "reasons/deduction.hpp"
#include "reasons/minimal_reasons.hpp"

namespace passatempo::minesweeper::puzzles {

namespace {

std::vector<Reason> deduce_reasons(const Surface& surface, const std::uint8_t* cells, Rule rule, Budget& budget) {
    const Deduction deduction(ClueNetwork(surface, cells), rule, budget);
    std::vector<Reason> rule_reasons;
    for (std::size_t i = 0; i < deduction.applications().size() && budget.stop() == Stop::done; ++i)
        if (!deduction.applications()[i].mine)
            rule_reasons.push_back({deduction.applications()[i].conclusions, deduction.premises(i)});
    return rule_reasons;
}

// Finds a minimal set for every safe cell. A set found earlier often proves another cell, too.
std::vector<Reason> prove_reasons(const Surface& surface, const std::uint8_t* cells, std::int64_t mines,
                                  const std::vector<std::uint32_t>& safe, Budget& budget, BoardModel& board_model) {
    std::vector<Reason> cell_reasons;
    const auto reasons_for = [&](std::uint32_t cell, const std::vector<std::uint32_t>& numbers) {
        return find_minimal_reasons(surface, cells, mines, {cell, true}, numbers, budget, board_model);
    };
    for (const std::uint32_t cell : safe) {
        const auto earlier_reason = std::find_if(cell_reasons.begin(), cell_reasons.end(), [&](const Reason& reason) {
            return reasons_for(cell, reason.because).state == LayoutState::contradictory;
        });
        if (budget.stop() != Stop::done) return cell_reasons;
        if (earlier_reason != cell_reasons.end()) {
            earlier_reason->open.push_back(cell);
            continue;
        }
        std::vector<std::uint32_t> all = numbers_by_distance(surface, cells, cell);
        MinimalReasons minimal_reasons = reasons_for(cell, all);
        if (budget.stop() != Stop::done) return cell_reasons;
        if (minimal_reasons.state !=
            LayoutState::contradictory) {  // the board is too wide to remove numbers, so keep all of them
            std::sort(all.begin(), all.end());
            minimal_reasons.cells = std::move(all);
        }
        cell_reasons.push_back({{cell}, std::move(minimal_reasons.cells)});
    }
    return cell_reasons;
}

}  // namespace

std::vector<std::uint32_t> safe_cells(const Surface& surface, const std::uint8_t* cells, std::int64_t mines,
                                      Budget& budget, BoardModel& board_model) {
    std::vector<std::uint32_t> certain_cells;
    const BoardSurvey board_survey = prepare_and_survey(surface, cells, mines, false, budget, board_model);
    if (board_survey.state != LayoutState::consistent || budget.stop() != Stop::done) return certain_cells;
    std::vector<std::uint8_t> marks(std::size_t{surface.rows()} * surface.columns());
    fill_marks(surface, board_model, board_survey.group_marks, board_survey.other, marks.data());
    for (std::uint32_t cell = 0; cell < marks.size(); ++cell)
        if (has_mark(marks[cell], Mark::safe)) certain_cells.push_back(cell);
    return certain_cells;
}

HumanSolver find_easiest(const Surface& surface, const std::uint8_t* cells, std::int64_t mines, Level hardest,
                         Budget& budget, BoardModel& board_model) {
    for (const Level level : {Level::single, Level::pair, Level::chain, Level::count}) {
        if (level > hardest || budget.stop() != Stop::done || (level == Level::count && mines < 0)) break;
        HumanSolver easiest_step{level, {}};
        if (level <= Level::pair) {
            easiest_step.reasons =
                deduce_reasons(surface, cells, level == Level::single ? Rule::single : Rule::pair, budget);
        } else {
            const std::int64_t count = level == Level::chain ? -1 : mines;
            const auto safe = safe_cells(surface, cells, count, budget, board_model);
            easiest_step.reasons = prove_reasons(surface, cells, count, safe, budget, board_model);
        }
        if (!easiest_step.reasons.empty()) return easiest_step;
    }
    return {};
}

}  // namespace passatempo::minesweeper::puzzles
