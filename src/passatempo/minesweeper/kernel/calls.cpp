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

// Searches with the board model. A large one releases its memory, and so does any if memory ran out.
template <class Act>
void search(const Board& board, Budget& budget, Act act) {
    constexpr std::size_t keep_limit = 1U << 16;
    within_memory(budget, act);
    if (board.cells.size() > keep_limit || budget.stop() == Stop::memory) board_model = BoardModel{};
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
    const std::vector<std::uint8_t>& cells = request.board.cells;
    for (const std::uint32_t cell : request.cells)
        if (cell >= cells.size() || !is_covered(cells[cell])) refuse("cells: covered cells are needed");
    reasons::BoardExplanation explanation;
    search(request.board, budget, [&] {
        explanation = reasons::explain(surface, cells.data(), request.board.mines, request.cells, budget, board_model);
    });
    ExplainReply reply{code_of(explanation.state), {}};
    for (reasons::Explanation& certain : explanation.cells) {
        CellReason reason{certain.cell, certain.mine, code_of(certain.level), std::move(certain.because), {}};
        for (const puzzles::RuleApplication& application : certain.steps) {
            Step step{{application.numbers[0]}, application.context_cells, application.conclusions, application.mine};
            if (application.numbers[1] != none) step.numbers.push_back(application.numbers[1]);
            reason.steps.push_back(std::move(step));
        }
        reply.reasons.push_back(std::move(reason));
    }
    return reply;
}

ConflictReply conflict(const ConflictRequest& request, Budget& budget) {
    const Surface surface = read_surface(request.board);
    reasons::BoardConflict board_conflict;
    search(request.board, budget, [&] {
        board_conflict =
            reasons::conflict(surface, request.board.cells.data(), request.board.mines, budget, board_model);
    });
    return {board_conflict.is_proved, board_conflict.needs_count, std::move(board_conflict.because)};
}

}  // namespace passatempo::minesweeper::calls
