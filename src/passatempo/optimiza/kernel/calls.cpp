// The questions about a board. Each calls the kernel and converts its result.
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

constexpr int tried = 2000;  // boards for a puzzle, half a second at the largest size

Surface surface_of(const auto& it) { return {it.variant, static_cast<int>(it.n)}; }

// The surface of a board, after checking how often each number occurs.
Surface valid_surface(const Board& board) {
    const Surface surface = surface_of(board);
    if (board.cells.size() != surface.size()) refuse("cells: one for each cell of the board is needed");
    std::vector<std::uint8_t> sorted = board.cells;
    std::sort(sorted.begin(), sorted.end());
    if (sorted != sorted_cells(surface)) refuse("cells: some number stands too often");
    return surface;
}

void check_path(game::BoardView board, const std::vector<std::uint32_t>& path) {
    if (game::judge(board, path).fault_move >= 0) refuse("path: a legal path is needed");
}

BoardSolution solve_cells(const Surface& surface, const std::vector<std::uint8_t>& cells, Budget& budget) {
    const std::vector<std::uint16_t> wide_cells(cells.begin(), cells.end());
    optimiza::Board board(surface, wide_cells.data(), budget);
    return solve(board, budget, SolverChoice::by_shape);
}

// Find the best continuation from the end of a path. Used cells and smaller numbers are forbidden.
BoardSolution solve_suffix(const Surface& surface, const Board& board, const std::vector<std::uint32_t>& path,
                           Budget& budget) {
    std::vector<std::uint16_t> wide_cells(board.cells.begin(), board.cells.end());
    const std::uint32_t path_head = path.back();
    for (std::uint16_t& word : wide_cells)
        if (word < board.cells[path_head]) word = 0;
    std::int64_t prefix_sum = 0;
    for (const std::uint32_t cell : path)
        if (cell != path_head) {
            wide_cells[cell] = 0;
            prefix_sum += board.cells[cell];
        }
    BoardSolution solution;
    optimiza::Board rest_board(surface, wide_cells.data(), budget);
    solve_from(rest_board, path_head, budget, solution);
    complete_solution(solution, surface, wide_cells.data(), path_head);
    solution.best_sum += prefix_sum;
    solution.sum_bound += prefix_sum;
    solution.path.insert(solution.path.begin(), path.begin(), path.end() - 1);
    return solution;
}

}  // namespace

ShapeReply shape(const ShapeRequest& request, Budget&) {
    const Surface surface = surface_of(request);
    ShapeReply reply;
    for (int row = 0; row < surface.row_count; ++row) reply.lengths.push_back(surface.row_length(row));
    if (surface.variant == Variant::hex_tri) return reply;
    for (int row = -1; row <= surface.row_count; ++row)
        for (int column = -1; column <= surface.column_count; ++column) {
            const bool inside = row >= 0 && row < surface.row_count && column >= 0 && column < surface.column_count;
            if (!inside) reply.around.push_back({row, column, game::fold_place(surface, row, column).cell});
        }
    return reply;
}

DealReply deal(const DealRequest& request, Budget&) {
    const Surface surface = surface_of(request);
    if (request.chosen && surface.size() > 64) refuse("chosen: a board of at most 64 cells is needed");
    Stream stream(std::string(request.seed.begin(), request.seed.end()) + "/optimiza/deal");
    if (request.chosen) return {draw_board(surface, stream.state(), tried).cells};
    DealReply reply{sorted_cells(surface)};
    stream.shuffle<std::uint8_t>(reply.cells);
    return reply;
}

DrawReply draw(const DrawRequest& request, Budget&) {
    const Surface surface = surface_of(request);
    if (surface.size() > 64) refuse("n: a board of at most 64 cells is needed");
    RandomBoard random_board = draw_board(surface, request.state, request.boards);
    const std::uint32_t x = random_board.x, y = random_board.y, z = random_board.best_sum;
    return {std::move(random_board.cells), x, y, z, random_board.stream_state};
}

LookReply look(const LookRequest& request, Budget&) {
    const Surface surface = valid_surface(request.board);
    const game::BoardView board{surface, request.board.cells};
    const game::Verdict verdict = game::judge(board, request.path);
    LookReply reply{verdict.fault_move, static_cast<std::uint8_t>(verdict.rule), verdict.path_sum, {}, false};
    if (verdict.fault_move >= 0) return reply;
    reply.onward = game::legal_targets(board, request.path, request.duel);
    reply.over = !request.path.empty() && reply.onward.empty();
    return reply;
}

LinesReply lines(const LinesRequest& request, Budget&) {
    const Surface surface = valid_surface(request.board);
    check_path({surface, request.board.cells}, request.path);
    LinesReply reply;
    for (std::size_t move = 1; move < request.path.size(); ++move) {
        const std::uint32_t path_cell = request.path[move - 1];
        for (const game::Unit& unit :
             game::move_line(surface, path_cell, request.path[move], request.board.cells[path_cell]))
            reply.units.push_back({unit.cell, unit.exit_sense.down, unit.exit_sense.right, unit.entry_sense.down,
                                   unit.entry_sense.right});
        reply.first.push_back(reply.units.size());
    }
    return reply;
}

BestReply best(const BestRequest& request, Budget& budget) {
    const Surface surface = valid_surface(request.board);
    check_path({surface, request.board.cells}, request.path);
    BoardSolution solver = request.path.empty() ? solve_cells(surface, request.board.cells, budget)
                                                : solve_suffix(surface, request.board, request.path, budget);
    return {solver.best_sum, solver.sum_bound, std::move(solver.path)};
}

LevelsReply levels(const LevelsRequest& request, Budget& budget) {
    const Surface surface = valid_surface(request.board);
    if (surface.size() <= 64) {
        SmallBoardSolver tiny(surface);
        tiny.set_board(request.board.cells.data());
        const std::int64_t z = tiny.solve_board(false);
        return {tiny.greedy_back(), tiny.greedy_back_ends(), z, z};
    }
    const GreedySums greedy_sums = greedy({surface, request.board.cells}, budget);
    const BoardSolution solver = solve_cells(surface, request.board.cells, budget);
    return {greedy_sums.x, greedy_sums.y, solver.best_sum, solver.sum_bound};
}

DuelReply duel(const DuelRequest& request, Budget& budget) {
    const Surface surface = valid_surface(request.board);
    const game::BoardView board{surface, request.board.cells};
    check_path(board, request.path);
    DuelReply reply;
    for (const game::Payoff& payoff : game::payoffs(board, request.path, budget))
        reply.moves.push_back({payoff.cell, payoff.points});
    return reply;
}

}  // namespace passatempo::optimiza::calls
