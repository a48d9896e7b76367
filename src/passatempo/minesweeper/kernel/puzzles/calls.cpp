// Queries that the browser does not send: generated puzzles, and the fewest clicks of a field.
// Opened cells are covered again in random order, as long as the set of safe cells only shrinks and is not empty.
// Algorithm: greedy deletion, with a new count of the certain cells after each step
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "budget.hpp"
#include "game/field.hpp"
#include "interface.gen.hpp"
#include "puzzles/field.hpp"
#include "puzzles/givens.hpp"
#include "puzzles/human_solver.hpp"
#include "puzzles/repair.hpp"
#include "random.hpp"
#include "requests.hpp"

namespace passatempo::minesweeper::puzzles {

struct CellPuzzle {
    std::uint32_t safe_cell = none;  // the only safe cell, or none if the attempt failed
    std::vector<std::uint8_t> cells;
};

// Lays mines, opens cells and covers as many as possible, in one attempt. Undefined if the budget ends first.
CellPuzzle thin_out(const RectangleGrid& grid, std::uint32_t mines, Stream& stream, Budget& budget);

namespace {

using Cells = std::vector<std::uint32_t>;

constexpr std::size_t opened_of_ten = 6;

Cells draw_free_cells(const RectangleGrid& grid, std::uint32_t mines, Stream& stream) {
    Cells cells(grid.size());
    for (std::uint32_t cell = 0; cell < grid.size(); ++cell) cells[cell] = cell;
    stream.shuffle(std::span<std::uint32_t>(cells));
    cells.erase(cells.begin(), cells.begin() + mines);
    return cells;
}

}  // namespace

CellPuzzle thin_out(const RectangleGrid& grid, std::uint32_t mines, Stream& stream, Budget& budget) {
    Cells open_cells = draw_free_cells(grid, mines, stream);
    std::vector<std::uint8_t> mine(grid.size(), 1);
    for (const std::uint32_t cell : open_cells) mine[cell] = 0;
    const PuzzleField field(grid, std::move(mine));
    open_cells.resize(open_cells.size() * opened_of_ten / 10);
    CellPuzzle cell_puzzle{none, std::vector<std::uint8_t>(grid.size(), covered)};
    for (const std::uint32_t cell : open_cells) cell_puzzle.cells[cell] = field.number(cell);
    BoardModel board_model;
    const auto find_safe_cells = [&] {
        return safe_cells(grid.surface(), cell_puzzle.cells.data(), mines, budget, board_model);
    };
    Cells safe = find_safe_cells();
    if (safe.empty()) return cell_puzzle;
    stream.shuffle(std::span<std::uint32_t>(open_cells));
    for (const std::uint32_t cell : open_cells) {
        if (budget.poll()) return cell_puzzle;
        const std::uint8_t cell_code = std::exchange(cell_puzzle.cells[cell], covered);
        Cells after = find_safe_cells();
        if (after.empty() || !std::includes(safe.begin(), safe.end(), after.begin(), after.end()))
            cell_puzzle.cells[cell] = cell_code;
        else safe = std::move(after);
    }
    if (safe.size() == 1) cell_puzzle.safe_cell = safe[0];
    return cell_puzzle;
}

}  // namespace passatempo::minesweeper::puzzles

namespace passatempo::minesweeper::calls {

namespace {

puzzles::RectangleGrid plain_of(const auto& request) {
    constexpr std::uint32_t cell_limit = 1U << 12;  // larger puzzles are not supported
    if (requests::size_of(request) > cell_limit) refuse("rows, columns: from 1 to 4096 cells are needed");
    return {request.rows, request.columns};
}

}  // namespace

MakeFieldReply make_field(const MakeFieldRequest& request, Budget& budget) {
    const puzzles::RectangleGrid grid = plain_of(request);
    if (request.first >= grid.size()) refuse("first: a cell of the board is needed");
    if (request.mines >= grid.size() - grid.neighbours(request.first).size())
        refuse("mines: they do not fit beside the first opening");
    Stream stream(request.state);
    puzzles::RepairOutcome repair_outcome;
    within_memory(budget, [&] {
        repair_outcome = puzzles::repair(grid, {request.first, request.mines, request.exact}, stream, budget);
    });
    return {repair_outcome.is_solved, stream.state(), std::move(repair_outcome.mine)};
}

MakeCellReply make_cell(const MakeCellRequest& request, Budget& budget) {
    const puzzles::RectangleGrid grid = plain_of(request);
    if (request.mines >= grid.size()) refuse("mines: one cell at least is free");
    Stream stream(request.state);
    puzzles::CellPuzzle cell_puzzle;
    within_memory(budget, [&] { cell_puzzle = puzzles::thin_out(grid, request.mines, stream, budget); });
    return {cell_puzzle.safe_cell != none, stream.state(), cell_puzzle.safe_cell, std::move(cell_puzzle.cells)};
}

MakeMinesReply make_mines(const MakeMinesRequest& request, Budget& budget) {
    const puzzles::RectangleGrid grid = plain_of(request);
    if (request.mines >= grid.size()) refuse("mines: one cell at least is free");
    Stream stream(request.state);
    puzzles::Minefield minefield;
    const auto hardest = static_cast<puzzles::Level>(request.hardest);
    within_memory(budget, [&] { minefield = puzzles::make_minefield(grid, request.mines, hardest, stream, budget); });
    return {minefield.is_settled, stream.state(), std::move(minefield.mine), std::move(minefield.cells)};
}

SettleReply settle(const SettleRequest& request, Budget& budget) {
    const Surface surface = requests::read_surface(request.board);
    const auto& cells = request.board.cells;
    if (request.mine.size() != cells.size()) refuse("mine: one for each cell of the board is needed");
    const game::Near near(surface);
    for (std::uint32_t cell = 0; cell < cells.size(); ++cell)
        if (!is_covered(cells[cell]) &&
            (request.mine[cell] || (cells[cell] < unknown && game::number(near, request.mine, cell) != cells[cell])))
            refuse("mine: a layout of the board is needed");
    SettleReply reply;
    within_memory(budget, [&] {
        for (auto& step : puzzles::settle_rounds(surface, cells, request.mine, budget))
            reply.steps.push_back({step.round, std::move(step.open), std::move(step.mines), std::move(step.because)});
    });
    return reply;
}

RoundsReply rounds(const RoundsRequest& request, Budget& budget) {
    const Board& board = request.board;
    const Surface surface = requests::read_surface(board);
    const bool plays = !request.mine.empty();
    if (plays && request.mine.size() != board.cells.size()) refuse("mine: one for each cell of the board is needed");
    const auto hardest = static_cast<puzzles::Level>(request.hardest);
    const game::Near near(surface);
    game::Cells cells = board.cells;
    BoardModel board_model;
    RoundsReply reply;
    const auto find = [&] {
        puzzles::HumanSolver easiest_step =
            puzzles::find_easiest(surface, cells.data(), board.mines, hardest, budget, board_model);
        Round round{static_cast<std::uint8_t>(easiest_step.level), {}};
        for (auto& [open, because] : easiest_step.reasons) {
            if (plays) std::erase_if(open, [&](std::uint32_t cell) { return cells[cell] != covered; });
            if (plays) game::spread(near, request.mine, cells, open);
            if (!open.empty()) round.reasons.push_back({std::move(open), std::move(because)});
        }
        if (!round.reasons.empty()) reply.rounds.push_back(std::move(round));
        return plays && !easiest_step.reasons.empty() && budget.stop() == Stop::done;
    };
    within_memory(budget, [&] {
        while (find()) continue;
    });
    return reply;
}

}  // namespace passatempo::minesweeper::calls
