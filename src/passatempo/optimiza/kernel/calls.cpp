// The questions about a board: each one asks the kernel, and tells what it found.
#include <algorithm>
#include <string>

#include "board.hpp"
#include "boards.hpp"
#include "game.hpp"
#include "greedy.hpp"
#include "interface.gen.hpp"
#include "random.hpp"
#include "tiny.hpp"

namespace passatempo::optimiza::calls {

namespace {

constexpr int tried = 2000;  // boards for a puzzle: half a second for the greatest

Surface surface_of(const auto& it) { return {it.variant, static_cast<int>(it.n)}; }

// A board that has every number as often as it must.
Surface checked(const Board& board) {
    const Surface surface = surface_of(board);
    if (board.cells.size() != surface.size()) refuse("cells: one for each cell of the board is needed");
    std::vector<std::uint8_t> sorted = board.cells;
    std::sort(sorted.begin(), sorted.end());
    if (sorted != sorted_cells(surface)) refuse("cells: some number stands too often");
    return surface;
}

void check_path(game::Numbers board, const std::vector<std::uint32_t>& path) {
    if (game::judge(board, path).broken >= 0) refuse("path: a legal path is needed");
}

Rounds best_of(const Surface& surface, const std::vector<std::uint8_t>& cells, Budget& budget) {
    const std::vector<std::uint16_t> words(cells.begin(), cells.end());
    optimiza::Board board(surface, words.data(), budget);
    return solve(board, budget, Manner::by_shape);
}

// The best way on from the end of a path: used and smaller numbers may not be landed on.
Rounds best_after(const Surface& surface, const Board& board, const std::vector<std::uint32_t>& path, Budget& budget) {
    std::vector<std::uint16_t> words(board.cells.begin(), board.cells.end());
    const std::uint32_t head = path.back();
    for (std::uint16_t& word : words)
        if (word < board.cells[head]) word = 0;
    std::int64_t gone = 0;
    for (const std::uint32_t cell : path)
        if (cell != head) {
            words[cell] = 0;
            gone += board.cells[cell];
        }
    Rounds found;
    optimiza::Board ahead(surface, words.data(), budget);
    solve_from(ahead, head, budget, found);
    settle(found, surface, words.data(), head);
    found.best += gone;
    found.bound += gone;
    found.path.insert(found.path.begin(), path.begin(), path.end() - 1);
    return found;
}

}  // namespace

ShapeReply shape(const ShapeRequest& ask, Budget&) {
    const Surface surface = surface_of(ask);
    ShapeReply tell;
    for (int row = 0; row < surface.rows; ++row) tell.lengths.push_back(surface.length(row));
    if (surface.variant == Variant::hex_tri) return tell;
    for (int row = -1; row <= surface.rows; ++row)
        for (int column = -1; column <= surface.columns; ++column) {
            const bool inside = row >= 0 && row < surface.rows && column >= 0 && column < surface.columns;
            if (!inside) tell.around.push_back({row, column, game::folded(surface, row, column).cell});
        }
    return tell;
}

DealReply deal(const DealRequest& ask, Budget&) {
    const Surface surface = surface_of(ask);
    if (ask.chosen && surface.size() > 64) refuse("chosen: a board of at most 64 cells is needed");
    Stream stream(std::string(ask.seed.begin(), ask.seed.end()) + "/optimiza/deal");
    if (ask.chosen) return {draw_board(surface, stream.state(), tried).cells};
    DealReply tell{sorted_cells(surface)};
    stream.shuffle<std::uint8_t>(tell.cells);
    return tell;
}

DrawReply draw(const DrawRequest& ask, Budget&) {
    const Surface surface = surface_of(ask);
    if (surface.size() > 64) refuse("n: a board of at most 64 cells is needed");
    DrawnBoard drawn = draw_board(surface, ask.state, ask.boards);
    const std::uint32_t x = drawn.x, y = drawn.y, z = drawn.best;
    return {std::move(drawn.cells), x, y, z, drawn.state};
}

LookReply look(const LookRequest& ask, Budget&) {
    const Surface surface = checked(ask.board);
    const game::Numbers board{surface, ask.board.cells};
    const game::Verdict found = game::judge(board, ask.path);
    LookReply tell{found.broken, static_cast<std::uint8_t>(found.rule), found.sum, {}, false};
    if (found.broken >= 0) return tell;
    tell.onward = game::onward(board, ask.path, ask.duel);
    tell.over = !ask.path.empty() && tell.onward.empty();
    return tell;
}

LinesReply lines(const LinesRequest& ask, Budget&) {
    const Surface surface = checked(ask.board);
    check_path({surface, ask.board.cells}, ask.path);
    LinesReply tell;
    for (std::size_t move = 1; move < ask.path.size(); ++move) {
        const std::uint32_t from = ask.path[move - 1];
        for (const game::Unit& unit : game::line(surface, from, ask.path[move], ask.board.cells[from]))
            tell.units.push_back({unit.cell, unit.out.down, unit.out.right, unit.in.down, unit.in.right});
        tell.first.push_back(tell.units.size());
    }
    return tell;
}

BestReply best(const BestRequest& ask, Budget& budget) {
    const Surface surface = checked(ask.board);
    check_path({surface, ask.board.cells}, ask.path);
    Rounds found =
        ask.path.empty() ? best_of(surface, ask.board.cells, budget) : best_after(surface, ask.board, ask.path, budget);
    return {found.best, found.bound, std::move(found.path)};
}

LevelsReply levels(const LevelsRequest& ask, Budget& budget) {
    const Surface surface = checked(ask.board);
    if (surface.size() <= 64) {
        Tiny tiny(surface);
        tiny.set(ask.board.cells.data());
        const std::int64_t z = tiny.best(false);
        return {tiny.greedy_back(), tiny.greedy_back_ends(), z, z};
    }
    const Greedy found = greedy({surface, ask.board.cells}, budget);
    const Rounds rounds = best_of(surface, ask.board.cells, budget);
    return {found.x, found.y, rounds.best, rounds.bound};
}

DuelReply duel(const DuelRequest& ask, Budget& budget) {
    const Surface surface = checked(ask.board);
    const game::Numbers board{surface, ask.board.cells};
    check_path(board, ask.path);
    DuelReply tell;
    for (const game::Payoff& one : game::payoffs(board, ask.path, budget)) tell.moves.push_back({one.cell, one.points});
    return tell;
}

}  // namespace passatempo::optimiza::calls
