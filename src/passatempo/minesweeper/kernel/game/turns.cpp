// The moves of a game: opening cells, setting and removing flags, and chords around a number; the fewest that win.
// A move is validated before it is applied.
#include <algorithm>

#include "game/field.hpp"
#include "interface.gen.hpp"
#include "requests.hpp"

namespace passatempo::minesweeper::calls {

namespace {

enum class MoveKind : std::uint8_t { open = 0, flag = 1, chord = 2 };

enum class MoveFault : std::uint8_t { none = 0, over, is_open, has_flag, is_covered, wrong_flags, nothing_left };

bool is_won(const game::Cells& mine, const game::Cells& cells) {
    for (std::size_t cell = 0; cell < cells.size(); ++cell)
        if (!mine[cell] && is_covered(cells[cell])) return false;
    return true;
}

MoveFault chord_fault(const game::Near& near, const game::Cells& cells, std::uint32_t cell) {
    if (is_covered(cells[cell])) return MoveFault::is_covered;
    const auto near_cells = near.of(cell);
    const auto count = [&](std::uint8_t code) {
        return std::count_if(near_cells.begin(), near_cells.end(),
                             [&](std::uint32_t other) { return cells[other] == code; });
    };
    if (count(flag) != cells[cell]) return MoveFault::wrong_flags;
    return count(covered) == 0 ? MoveFault::nothing_left : MoveFault::none;
}

MoveFault fault_of(const game::Near& near, const game::Cells& mine, const game::Cells& cells, MoveKind move_kind,
                   std::uint32_t cell) {
    if (!mine.empty() && is_won(mine, cells)) return MoveFault::over;
    if (move_kind == MoveKind::chord) return chord_fault(near, cells, cell);
    if (!is_covered(cells[cell])) return MoveFault::is_open;
    return move_kind == MoveKind::open && cells[cell] == flag ? MoveFault::has_flag : MoveFault::none;
}

}  // namespace

PlayReply play(const PlayRequest& request, Budget&) {
    const std::uint32_t cell = request.cell;
    const game::Cells& mine = request.mine;
    if (request.cells.size() != requests::size_of(request) || cell >= request.cells.size() ||
        (!mine.empty() && mine.size() != request.cells.size()))
        refuse("cells: one for each cell of the field is needed");
    const auto move_kind = static_cast<MoveKind>(request.deed);
    const bool looks = move_kind == MoveKind::chord || (move_kind == MoveKind::open && !mine.empty());
    const game::Near near = looks ? game::Near(requests::surface_of(request)) : game::Near();
    const MoveFault fault = fault_of(near, mine, request.cells, move_kind, cell);
    PlayReply reply{static_cast<std::uint8_t>(fault), {}, {}, false};
    if (fault != MoveFault::none || (move_kind != MoveKind::flag && mine.empty())) return reply;
    reply.cells = request.cells;
    if (move_kind == MoveKind::flag) {
        reply.cells[cell] = request.cells[cell] == flag ? covered : flag;
        return reply;
    }
    std::vector<std::uint32_t> cells_to_open{cell};
    if (move_kind == MoveKind::chord) {
        cells_to_open.clear();
        for (const std::uint32_t other : near.of(cell))
            if (request.cells[other] == covered) cells_to_open.push_back(other);
    }
    for (const std::uint32_t other : cells_to_open)
        if (mine[other]) reply.hit.push_back(other);
    game::spread(near, mine, reply.cells, std::move(cells_to_open));
    reply.won = reply.hit.empty() && is_won(mine, reply.cells);
    return reply;
}

LeastClicksReply least_clicks(const LeastClicksRequest& request, Budget&) {
    if (request.mine.size() != requests::size_of(request)) refuse("mine: one for each cell of the field is needed");
    return {game::three_bv(game::Near(requests::surface_of(request)), request.mine)};
}

}  // namespace passatempo::minesweeper::calls
