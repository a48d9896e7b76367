// The questions about what is certain: each one asks the kernel, and tells what it found.
#include "asked.hpp"
#include "interface.gen.hpp"
#include "layouts/survey.hpp"
#include "reasons/explain.hpp"

namespace passatempo::minesweeper::calls {

namespace {

using asked::checked;

PASSATEMPO_THREAD PreparedBoard prepared;  // used again and again by each thread

// The number that stands for a choice.
std::uint8_t code_of(auto choice) { return static_cast<std::uint8_t>(choice); }

void check_covered(const Board& board, std::uint32_t cell) {
    if (cell >= board.cells.size() || !is_covered(board.cells[cell])) refuse("cell: a covered cell is needed");
}

}  // namespace

SurveyReply survey(const SurveyRequest& request, Budget& budget) {
    const Surface surface = checked(request.board);
    const Survey found = surveyed(surface, request.board.cells.data(), request.board.mines, true, budget, prepared);
    SurveyReply reply{code_of(found.state), true, {}, {}, 0, 0};
    if (found.state != State::consistent || budget.stop() != Stop::done) return reply;
    reply.counted = prepared.too_wide.empty();
    reply.marks.resize(request.board.cells.size());
    reply.chances.resize(request.board.cells.size());
    tell_marks(surface, prepared, found.group, found.other, reply.marks.data());
    tell_chances(surface, prepared, found, reply.chances.data());
    reply.other = found.other_chance;
    reply.log2_layouts = found.log2_layouts;
    return reply;
}

ExplainReply explain(const ExplainRequest& request, Budget& budget) {
    const Surface surface = checked(request.board);
    check_covered(request.board, request.cell);
    const auto found =
        reasons::explain(surface, request.board.cells.data(), request.board.mines, request.cell, budget, prepared);
    ExplainReply reply{found.certain, found.mine, code_of(found.level), found.because, {}};
    for (const puzzles::Use& use : found.steps) {
        Step step{{use.numbers[0]}, use.known, use.settled, use.mine};
        if (use.numbers[1] != none) step.numbers.push_back(use.numbers[1]);
        reply.steps.push_back(std::move(step));
    }
    return reply;
}

ConflictReply conflict(const ConflictRequest& request, Budget& budget) {
    const Surface surface = checked(request.board);
    auto found = reasons::conflict(surface, request.board.cells.data(), request.board.mines, budget, prepared);
    return {found.found, found.counted, std::move(found.because)};
}

}  // namespace passatempo::minesweeper::calls
