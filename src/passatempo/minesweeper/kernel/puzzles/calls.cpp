// The questions that the browser does not ask: the making of puzzles, and the clicks that a field needs.
#include "asked.hpp"
#include "game/field.hpp"
#include "interface.gen.hpp"
#include "puzzles/cell.hpp"
#include "puzzles/easiest.hpp"
#include "puzzles/repair.hpp"

namespace passatempo::minesweeper::calls {

namespace {

puzzles::Plain plain_of(const auto& request) {
    constexpr std::uint32_t most_cells = 1U << 12;  // no puzzle is so large
    if (asked::size_of(request) > most_cells) refuse("rows, columns: from 1 to 4096 cells are needed");
    return {request.rows, request.columns};
}

}  // namespace

LeastClicksReply least_clicks(const LeastClicksRequest& request, Budget&) {
    if (request.mine.size() != asked::size_of(request)) refuse("mine: one for each cell of the field is needed");
    return {game::three_bv(game::Near(asked::surface_of(request)), request.mine)};
}

MakeFieldReply make_field(const MakeFieldRequest& request, Budget& budget) {
    const puzzles::Plain plain = plain_of(request);
    if (request.first >= plain.size()) refuse("first: a cell of the board is needed");
    if (request.mines >= plain.size() - plain.near(request.first).size())
        refuse("mines: they do not fit beside the first opening");
    Stream stream(request.state);
    puzzles::Repaired made;
    within_memory(
        budget, [&] { made = puzzles::repair(plain, {request.first, request.mines, request.exact}, stream, budget); });
    return {made.done, stream.state(), std::move(made.mine)};
}

MakeCellReply make_cell(const MakeCellRequest& request, Budget& budget) {
    const puzzles::Plain plain = plain_of(request);
    if (request.mines >= plain.size()) refuse("mines: one cell at least is free");
    Stream stream(request.state);
    puzzles::Thinned made;
    within_memory(budget, [&] { made = puzzles::thin_out(plain, request.mines, stream, budget); });
    return {made.safe != none, stream.state(), made.safe, std::move(made.cells)};
}

EasiestReply easiest(const EasiestRequest& request, Budget& budget) {
    const Surface surface = asked::checked(request.board);
    const auto hardest = static_cast<puzzles::Level>(request.hardest);
    PreparedBoard prepared;
    puzzles::Easiest found;
    within_memory(budget, [&] {
        found = puzzles::easiest(surface, request.board.cells.data(), request.board.mines, hardest, budget, prepared);
    });
    EasiestReply reply{static_cast<std::uint8_t>(found.level), {}};
    for (puzzles::Reason& one : found.reasons) reply.reasons.push_back({std::move(one.open), std::move(one.because)});
    return reply;
}

}  // namespace passatempo::minesweeper::calls
