// Chooses the method for a board: separate parts, the whole board, the saddle point, or the CDCL solver.
// Twin: minesweeper/reference.py
#include "layouts/survey.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "layouts/forward_backward.hpp"
#include "layouts/layout.hpp"

namespace passatempo::minesweeper {

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

template <class Value>
Mark mark_of(const Value& mine, const Value& free) {
    return is_zero(mine) ? Mark::safe : is_zero(free) ? Mark::mine : Mark::open;
}

template <class Semiring>
void store_marginals(const Diagrams& diagrams, const Semiring& semiring, const CellWeights<Semiring>* cells,
                     std::uint32_t first, std::uint32_t layers, BoardSurvey& board_survey) {
    for (std::uint32_t i = 0; i < layers; ++i) {
        const std::uint32_t group = diagrams.layer_group[first + i];
        board_survey.group_marks[group] = mark_of(cells[i].mine, cells[i].free);
        board_survey.group_chances[group] = ratio(cells[i].mine, semiring.add(cells[i].mine, cells[i].free));
    }
}

// Surveys one part by itself, where every layout counts once.
template <class Semiring>
void survey_part(const Diagrams& diagrams, std::size_t p, Budget& budget, BoardSurvey& board_survey) {
    const Semiring semiring;
    const Diagrams::DiagramSpan& part = diagrams.parts[p];
    ForwardBackward<Semiring, false> sweep(semiring, diagrams, p, p + 1);
    std::vector<CellWeights<Semiring>> cells(part.layer_count);
    board_survey.log2_layouts += log2_of(sweep.count_forward(p, budget).coefficients[0]);
    sweep.marginals(p, {semiring.from(1)}, budget, cells.data());
    store_marginals(diagrams, semiring, cells.data(), part.first_layer, part.layer_count, board_survey);
}

void survey_part(const BoardModel& board_model, std::uint32_t part, std::size_t p, Budget& budget,
                 BoardSurvey& board_survey) {
    if (board_model.parts.cell_counts[part] <= FloatSemiring::max_cells)
        survey_part<FloatSemiring>(board_model.diagrams, p, budget, board_survey);
    else survey_part<BigFloatSemiring>(board_model.diagrams, p, budget, board_survey);
}

void survey_without_count(BoardModel& board_model, std::uint64_t state_limit, Budget& budget,
                          BoardSurvey& board_survey) {
    if (board_model.has_count) {  // the diagrams exist already
        for (std::uint32_t part = 0; part < board_model.parts.size() && budget.stop() == Stop::done; ++part)
            if (board_model.diagrams.parts[part].layer_count != 0)
                survey_part(board_model, part, part, budget, board_survey);
        if (budget.stop() != Stop::done) board_survey.state = LayoutState::stopped;
    } else {
        board_survey.state = for_each_diagram(board_model, state_limit, budget, [&](std::uint32_t part) {
            survey_part(board_model, part, 0, budget, board_survey);
        });
    }
    board_survey.log2_layouts += board_model.free_cells;
    board_survey.other_chance = 0.5;
}

template <class Semiring>
void survey_with_count(const BoardModel& board_model, Budget& budget, BoardSurvey& board_survey) {
    const Semiring semiring;
    BoardCount<Semiring> board_count;
    if (!count_all(semiring, board_model.diagrams, board_model.free_cells, board_model.mines_left, budget,
                   board_count)) {
        board_survey.state = LayoutState::stopped;
        return;
    }
    if (is_zero(board_count.layouts)) {
        board_survey.state = LayoutState::contradictory;
        return;
    }
    board_survey.log2_layouts = log2_of(board_count.layouts);
    store_marginals(board_model.diagrams, semiring, board_count.layer_cells.data(), 0, board_count.layer_cells.size(),
                    board_survey);
    if (board_model.free_cells == 0) return;
    board_survey.other = mark_of(board_count.free_cells.mine, board_count.free_cells.free);
    board_survey.other_chance =
        ratio(board_count.free_cells.mine, semiring.add(board_count.free_cells.mine, board_count.free_cells.free));
}

// Bounds the mines of all parts together, only roughly if a part is too wide.
void mines_on_parts(const BoardModel& board_model, std::int64_t& min_mines, std::int64_t& max_mines) {
    for (std::uint32_t part = 0; part < board_model.parts.size(); ++part) {
        const Diagrams::DiagramSpan& part_diagram = board_model.diagrams.parts[part];
        if (part_diagram.layer_count == 0) {
            max_mines += board_model.parts.cell_counts[part];
            continue;
        }
        min_mines += board_model.diagrams.min_mines[part_diagram.last_state];
        max_mines += board_model.diagrams.min_mines[part_diagram.last_state] +
                     board_model.diagrams.coefficient_count(part_diagram.last_state) - 1;
    }
}

// Computes only the marks of some parts, which may have `min_mines` to `max_mines` mines together.
void survey_wide(const BoardModel& board_model, const std::vector<std::uint32_t>& parts, std::int64_t min_mines,
                 std::int64_t max_mines, Budget& budget, BoardSurvey& board_survey, std::int64_t& mines) {
    WidePart part(board_model, parts, min_mines, max_mines);
    const cdcl::Resolution wide_resolution = cdcl::resolve(part.network, budget);
    if (wide_resolution.consistent != cdcl::Verdict::yes) {
        board_survey.state =
            wide_resolution.consistent == cdcl::Verdict::no ? LayoutState::contradictory : LayoutState::stopped;
        return;
    }
    mines = std::accumulate(wide_resolution.layout.begin(), wide_resolution.layout.end(), std::int64_t{0});
    for (std::size_t i = 0; i < part.variables.size(); ++i) {
        const cdcl::BackboneState backbone_state = wide_resolution.fates[i];
        if (backbone_state == cdcl::BackboneState::unknown) board_survey.state = LayoutState::stopped;
        Mark& mark = board_survey.group_marks[board_model.parts.group_of(part.variables[i])];
        mark = backbone_state == cdcl::BackboneState::safe   ? Mark::safe
               : backbone_state == cdcl::BackboneState::mine ? Mark::mine
                                                             : Mark::open;
    }
}

// Surveys all parts together, if the mine count binds and a part is too wide.
void survey_bound(const BoardModel& board_model, Budget& budget, BoardSurvey& board_survey) {
    std::vector<std::uint32_t> all(board_model.parts.size());
    std::iota(all.begin(), all.end(), 0u);
    const std::int64_t free = board_model.free_cells;
    std::int64_t mines = 0;
    survey_wide(board_model, all, board_model.mines_left - free, board_model.mines_left, budget, board_survey, mines);
    if (board_survey.state != LayoutState::consistent || free == 0) return;
    const auto possible = [&](std::int64_t min_mines, std::int64_t max_mines) {
        WidePart part(board_model, all, min_mines, max_mines);
        return lay_wide(part, budget) == cdcl::Verdict::yes;
    };
    const bool can_be_mine =
        mines < board_model.mines_left || possible(board_model.mines_left - free, board_model.mines_left - 1);
    const bool can_be_free =
        mines > board_model.mines_left - free || possible(board_model.mines_left - free + 1, board_model.mines_left);
    if (budget.stop() != Stop::done) board_survey.state = LayoutState::stopped;
    board_survey.other = !can_be_mine ? Mark::safe : !can_be_free ? Mark::mine : Mark::open;
}

// Surveys each part separately, because the count does not bind. Wide parts go to the CDCL solver.
void survey_parts(BoardModel& board_model, std::uint64_t state_limit, Budget& budget, BoardSurvey& board_survey) {
    survey_without_count(board_model, state_limit, budget, board_survey);
    std::int64_t mines = 0;
    for (const std::uint32_t part : board_model.too_wide)
        if (board_survey.state == LayoutState::consistent)
            survey_wide(board_model, {part}, 0, board_model.parts.cell_counts[part], budget, board_survey, mines);
}

// Marks the cells next to no number by the mine count, if the parts always have `mines` mines.
void mark_off_frontier(const BoardModel& board_model, std::int64_t mines, BoardSurvey& board_survey) {
    const std::int64_t free = board_model.free_cells;
    if (free == 0) return;
    if (board_model.mines_left == mines) board_survey.other = Mark::safe;
    else if (board_model.mines_left == mines + free) board_survey.other = Mark::mine;
}

// Returns whether every part has few enough cells for floating point.
bool can_use_saddle_point(const BoardModel& board_model) {
    const auto widest = std::max_element(board_model.parts.cell_counts.begin(), board_model.parts.cell_counts.end());
    return widest == board_model.parts.cell_counts.end() || *widest <= FloatSemiring::max_cells;
}

}  // namespace

BoardSurvey survey(BoardModel& board_model, bool chances, std::uint64_t state_limit, Budget& budget) {
    BoardSurvey board_survey;
    const std::uint32_t groups = board_model.parts.members.size();
    board_survey.group_marks.assign(groups, Mark::open);
    board_survey.group_chances.assign(groups, no_number);
    std::int64_t min_mines = 0, max_mines = 0;
    if (board_model.has_count) mines_on_parts(board_model, min_mines, max_mines);
    const std::int64_t free = board_model.free_cells;
    const bool binding =
        board_model.has_count && (board_model.mines_left < max_mines || board_model.mines_left > min_mines + free);
    const bool large = board_model.cell_count() > FloatSemiring::max_cells, wide = !board_model.too_wide.empty();
    if (binding && wide) {
        survey_bound(board_model, budget, board_survey);
    } else if (!board_model.has_count || wide ||
               (large && !binding && (!chances || can_use_saddle_point(board_model)))) {
        survey_parts(board_model, state_limit, budget, board_survey);
        if (!board_model.has_count) return board_survey;
        if (min_mines == max_mines) mark_off_frontier(board_model, min_mines, board_survey);
        if (chances && !wide && board_survey.state == LayoutState::consistent)
            saddle_point(board_model, budget, board_survey);
    } else if (large) {
        survey_with_count<BigFloatSemiring>(board_model, budget, board_survey);
    } else {
        survey_with_count<FloatSemiring>(board_model, budget, board_survey);
    }
    if (board_model.has_count && wide) board_survey.group_chances.assign(groups, board_survey.other_chance = no_number);
    return board_survey;
}

}  // namespace passatempo::minesweeper
