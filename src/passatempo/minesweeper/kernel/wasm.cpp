// The questions of the browser: each one asks the kernel, and tells what it found.
#include "asked.hpp"
#include "game/laying.hpp"
#include "game/turns.hpp"
#include "interface.gen.hpp"
#include "layouts/telling.hpp"
#include "reasons/explain.hpp"

namespace passatempo::minesweeper::calls {

namespace {

using asked::checked, asked::size_of, asked::surface_of;

PreparedBoard prepared;  // used again and again: a module has one thread

// The number that stands for a choice.
std::uint8_t code_of(auto choice) { return static_cast<std::uint8_t>(choice); }

void check_covered(const Board& board, std::uint32_t cell) {
    if (cell >= board.cells.size() || !is_covered(board.cells[cell])) refuse("cell: a covered cell is needed");
}

}  // namespace

LayReply lay(const LayRequest& ask, Budget& budget) {
    const std::uint32_t size = size_of(ask);
    if (ask.first >= size) refuse("first: a cell of the field is needed");
    if (ask.mines >= size) refuse("mines: one cell at least is free");
    const game::Near near(surface_of(ask));
    if (ask.no_guess && (ask.variant != 0 || !ask.opening || ask.mines + 1 + near.of(ask.first).size() > size))
        refuse("no_guess: a square field that begins with an opening is needed");
    const game::Rules rules{ask.rows,
                            ask.columns,
                            ask.mines,
                            ask.opening ? game::First::opening : game::First::safe,
                            static_cast<Variant>(ask.variant),
                            ask.no_guess};
    LayReply tell{game::laid(rules, near, ask.seed, ask.first, budget), 0};
    if (!tell.mine.empty()) tell.clicks = game::three_bv(near, tell.mine);
    return tell;
}

PlayReply play(const PlayRequest& ask, Budget&) {
    if (ask.field.mine.size() != size_of(ask.field) || ask.cells.size() != size_of(ask.field) ||
        ask.cell >= ask.cells.size())
        refuse("cells: one for each cell of the field is needed");
    const game::Near near(surface_of(ask.field));
    game::Turn turn = game::play(near, ask.field.mine, ask.cells, static_cast<game::Deed>(ask.deed), ask.cell);
    return {code_of(turn.fault), std::move(turn.cells), std::move(turn.hit), turn.won};
}

SurveyReply survey(const SurveyRequest& ask, Budget& budget) {
    const Surface surface = checked(ask.board);
    const Survey found = surveyed(surface, ask.board.cells.data(), ask.board.mines, true, budget, prepared);
    SurveyReply tell{code_of(found.state), true, {}, {}, 0, 0};
    if (found.state != State::consistent || budget.stop() != Stop::done) return tell;
    tell.counted = prepared.too_wide.empty();
    tell.marks.resize(ask.board.cells.size());
    tell.chances.resize(ask.board.cells.size());
    tell_marks(surface, prepared, found.group, found.other, tell.marks.data());
    tell_chances(surface, prepared, found, tell.chances.data());
    tell.other = found.other_chance;
    tell.log2_layouts = found.log2_layouts;
    return tell;
}

ExplainReply explain(const ExplainRequest& ask, Budget& budget) {
    const Surface surface = checked(ask.board);
    check_covered(ask.board, ask.cell);
    const auto found = reasons::explain(surface, ask.board.cells.data(), ask.board.mines, ask.cell, budget, prepared);
    ExplainReply tell{found.certain, found.mine, code_of(found.level), found.because, {}};
    for (const puzzles::Use& use : found.steps) {
        Step step{{use.numbers[0]}, use.known, use.settled, use.mine};
        if (use.numbers[1] != none) step.numbers.push_back(use.numbers[1]);
        tell.steps.push_back(std::move(step));
    }
    return tell;
}

ConflictReply conflict(const ConflictRequest& ask, Budget& budget) {
    const Surface surface = checked(ask.board);
    auto found = reasons::conflict(surface, ask.board.cells.data(), ask.board.mines, budget, prepared);
    return {found.found, found.counted, std::move(found.because)};
}

}  // namespace passatempo::minesweeper::calls
