// The questions about a game and about what is certain: each one asks the kernel, and tells what it found.
#include <algorithm>
#include <string>

#include "asked.hpp"
#include "game/laying.hpp"
#include "game/turns.hpp"
#include "interface.gen.hpp"
#include "layouts/telling.hpp"
#include "reasons/explain.hpp"

namespace passatempo::minesweeper::calls {

namespace {

using asked::checked, asked::size_of, asked::surface_of;

PASSATEMPO_THREAD PreparedBoard prepared;  // used again and again by each thread

// The number that stands for a choice.
std::uint8_t code_of(auto choice) { return static_cast<std::uint8_t>(choice); }

// Whether a cell sees those around it, as the fields of puzzles have it.
bool is_square(const Near& near) {
    const auto beside = [](std::int32_t way) { return -1 <= way && way <= 1; };
    return !near.wraps && near.even == near.odd && near.even.size() == 16 && std::ranges::all_of(near.even, beside);
}

void check_covered(const Board& board, std::uint32_t cell) {
    if (cell >= board.cells.size() || !is_covered(board.cells[cell])) refuse("cell: a covered cell is needed");
}

}  // namespace

LayReply lay(const LayRequest& request, Budget& budget) {
    const std::uint32_t size = size_of(request);
    if (request.first >= size) refuse("first: a cell of the field is needed");
    if (request.mines >= size) refuse("mines: one cell at least is free");
    const game::Near near(surface_of(request));
    if (request.no_guess &&
        (!is_square(request.near) || !request.opening || request.mines + 1 + near.of(request.first).size() > size))
        refuse("no_guess: a square field that begins with an opening is needed");
    const game::Rules rules{request.rows, request.columns, request.mines,
                            request.opening ? game::First::opening : game::First::safe, request.no_guess};
    const std::string seed(request.seed.begin(), request.seed.end());
    LayReply reply{game::laid(rules, near, seed, request.first, budget), 0};
    if (!reply.mine.empty()) reply.clicks = game::three_bv(near, reply.mine);
    return reply;
}

PlayReply play(const PlayRequest& request, Budget&) {
    if (request.cells.size() != size_of(request) || request.cell >= request.cells.size() ||
        (!request.mine.empty() && request.mine.size() != request.cells.size()))
        refuse("cells: one for each cell of the field is needed");
    const game::Near near(surface_of(request));
    game::Turn turn =
        game::play(near, request.mine, request.cells, static_cast<game::Deed>(request.deed), request.cell);
    return {code_of(turn.fault), std::move(turn.cells), std::move(turn.hit), turn.won};
}

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
