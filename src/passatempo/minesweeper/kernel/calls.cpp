// The queries about certain cells: each calls the kernel and fills the reply.
#include "interface.gen.hpp"
#include "layouts/survey.hpp"
#include "reasons/explain.hpp"
#include "requests.hpp"

namespace passatempo::minesweeper::calls {

namespace {

using requests::read_surface;

PASSATEMPO_THREAD BoardModel board_model;  // reused by each thread

// Returns the number of an enumerator.
std::uint8_t code_of(auto choice) { return static_cast<std::uint8_t>(choice); }

void require_closed_cell(const Board& board, std::uint32_t cell) {
    if (cell >= board.cells.size() || !is_covered(board.cells[cell])) refuse("cell: a covered cell is needed");
}

}  // namespace

SurveyReply survey(const SurveyRequest& request, Budget& budget) {
    const Surface surface = read_surface(request.board);
    const BoardSurvey board_survey =
        prepare_and_survey(surface, request.board.cells.data(), request.board.mines, true, budget, board_model);
    SurveyReply reply{code_of(board_survey.state), true, {}, {}, 0, 0};
    if (board_survey.state != LayoutState::consistent || budget.stop() != Stop::done) return reply;
    reply.counted = board_model.too_wide.empty();
    reply.marks.resize(request.board.cells.size());
    reply.chances.resize(request.board.cells.size());
    fill_marks(surface, board_model, board_survey.group_marks, board_survey.other, reply.marks.data());
    fill_chances(surface, board_model, board_survey, reply.chances.data());
    reply.other = board_survey.other_chance;
    reply.log2_layouts = board_survey.log2_layouts;
    return reply;
}

ExplainReply explain(const ExplainRequest& request, Budget& budget) {
    const Surface surface = read_surface(request.board);
    require_closed_cell(request.board, request.cell);
    const auto cell_explanation =
        reasons::explain(surface, request.board.cells.data(), request.board.mines, request.cell, budget, board_model);
    ExplainReply reply{
        cell_explanation.certain, cell_explanation.mine, code_of(cell_explanation.level), cell_explanation.because, {}};
    for (const puzzles::RuleApplication& application : cell_explanation.steps) {
        Step step{{application.numbers[0]}, application.context_cells, application.conclusions, application.mine};
        if (application.numbers[1] != none) step.numbers.push_back(application.numbers[1]);
        reply.steps.push_back(std::move(step));
    }
    return reply;
}

ConflictReply conflict(const ConflictRequest& request, Budget& budget) {
    const Surface surface = read_surface(request.board);
    auto board_conflict =
        reasons::conflict(surface, request.board.cells.data(), request.board.mines, budget, board_model);
    return {board_conflict.is_proved, board_conflict.needs_count, std::move(board_conflict.because)};
}

}  // namespace passatempo::minesweeper::calls
