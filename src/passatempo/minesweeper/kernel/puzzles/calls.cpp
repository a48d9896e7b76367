// The questions that the browser does not ask: the making of puzzles, and the clicks that a field needs.
// Opened cells are covered again, in random order, while some of the cells that were safe still are, and no others.
// Algorithm: greedy deletion with the certain cells counted anew each time
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "asked.hpp"
#include "budget.hpp"
#include "game/field.hpp"
#include "interface.gen.hpp"
#include "puzzles/easiest.hpp"
#include "puzzles/field.hpp"
#include "puzzles/repair.hpp"
#include "random.hpp"

namespace passatempo::minesweeper::puzzles {

struct Thinned {
    std::uint32_t safe = none;        // the only safe cell; none where the attempt failed
    std::vector<std::uint8_t> cells;  // the position
};

// Lay mines, open some cells, and cover what can be covered, one attempt; garbage where the budget ends first.
Thinned thin_out(const Plain& plain, std::uint32_t mines, Stream& stream, Budget& budget);

namespace {

using Cells = std::vector<std::uint32_t>;

constexpr std::size_t opened_of_ten = 6;  // free cells

Cells all_but_mines(const Plain& plain, std::uint32_t mines, Stream& stream) {
    Cells cells(plain.size());
    for (std::uint32_t cell = 0; cell < plain.size(); ++cell) cells[cell] = cell;
    stream.shuffle(std::span<std::uint32_t>(cells));
    cells.erase(cells.begin(), cells.begin() + mines);
    return cells;
}

}  // namespace

Thinned thin_out(const Plain& plain, std::uint32_t mines, Stream& stream, Budget& budget) {
    Cells opened = all_but_mines(plain, mines, stream);
    std::vector<std::uint8_t> mine(plain.size(), 1);
    for (const std::uint32_t cell : opened) mine[cell] = 0;
    const Field field(plain, std::move(mine));
    opened.resize(opened.size() * opened_of_ten / 10);
    Thinned made{none, std::vector<std::uint8_t>(plain.size(), covered)};
    for (const std::uint32_t cell : opened) made.cells[cell] = field.number(cell);
    PreparedBoard prepared;
    const auto safe_now = [&] { return safe_cells(plain.surface(), made.cells.data(), mines, budget, prepared); };
    Cells safe = safe_now();
    if (safe.empty()) return made;
    stream.shuffle(std::span<std::uint32_t>(opened));
    for (const std::uint32_t cell : opened) {
        if (budget.poll()) return made;
        const std::uint8_t shown = std::exchange(made.cells[cell], covered);
        Cells after = safe_now();
        if (after.empty() || !std::includes(safe.begin(), safe.end(), after.begin(), after.end()))
            made.cells[cell] = shown;
        else safe = std::move(after);
    }
    if (safe.size() == 1) made.safe = safe[0];
    return made;
}

}  // namespace passatempo::minesweeper::puzzles

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

RoundsReply rounds(const RoundsRequest& request, Budget& budget) {
    const Board& board = request.board;
    const Surface surface = asked::checked(board);
    const bool plays = !request.mine.empty();
    if (plays && request.mine.size() != board.cells.size()) refuse("mine: one for each cell of the board is needed");
    const auto hardest = static_cast<puzzles::Level>(request.hardest);
    const game::Near near(surface);
    game::Cells cells = board.cells;
    PreparedBoard prepared;
    RoundsReply reply;
    const auto find = [&] {
        puzzles::Easiest found = puzzles::easiest(surface, cells.data(), board.mines, hardest, budget, prepared);
        Round round{static_cast<std::uint8_t>(found.level), {}};
        for (auto& [open, because] : found.reasons) {
            if (plays) std::erase_if(open, [&](std::uint32_t cell) { return cells[cell] != covered; });
            if (plays) game::spread(near, request.mine, cells, open);
            if (!open.empty()) round.reasons.push_back({std::move(open), std::move(because)});
        }
        if (!round.reasons.empty()) reply.rounds.push_back(std::move(round));
        return plays && !found.reasons.empty() && budget.stop() == Stop::done;
    };
    within_memory(budget, [&] {
        while (find()) continue;
    });
    return reply;
}

}  // namespace passatempo::minesweeper::calls
