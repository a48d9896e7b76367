// The bindings of the Optimiza kernel. Their docstrings and types become _kernel.pyi.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"  // nanobind's own headers
#include <nanobind/stl/map.h>
#pragma GCC diagnostic pop

#include <cmath>
#include <optional>
#include <string>

#include "binding.hpp"
#include "board.hpp"
#include "boards.hpp"
#include "greedy.hpp"
#include "interface.gen.hpp"

namespace nb = nanobind;

namespace passatempo::optimiza {
namespace {

using Path = std::vector<std::uint32_t>;
using CountsByName = nb::typed<nb::dict, nb::str, int>;

// The numbers of a board; 0 stands for a cell that may not be used.
class CellBuffer {
public:
    CellBuffer(nb::handle cell_buffer, const Surface& surface) : cell_bytes_(cell_buffer) {
        if (cell_bytes_.size() != 2 * std::size_t{surface.size()})
            throw nb::value_error("cells: one 16-bit word for each cell is needed");
        if (!numbers_fit(surface, data())) throw nb::value_error("cells: a number is greater than N");
    }
    const std::uint16_t* data() const { return reinterpret_cast<const std::uint16_t*>(cell_bytes_.data()); }

private:
    Buffer cell_bytes_;
};

SolverChoice read_solver_choice(int choice_code) {
    if (choice_code != 0 && choice_code != 1) throw nb::value_error("manner: 0 by shape, 1 frontier only");
    return static_cast<SolverChoice>(choice_code);
}

CountsByName count_stats(const Board::Counts& counts) {
    nb::dict stats;
    stats["components"] = counts.components;
    stats["trees"] = counts.trees;
    stats["small"] = counts.small;
    stats["frontier"] = counts.wide;
    stats["open"] = counts.open;
    stats["largest"] = counts.largest;
    return stats;
}

Answer<std::int64_t, std::int64_t, Path, CountsByName> best(BufferObject cells, int n, int variant, int choice_code,
                                                            double seconds, std::uint64_t nodes, BufferObject cancel) {
    const Surface surface(variant, n);
    const CellBuffer numbers(cells, surface);
    const SolverChoice solver_choice = read_solver_choice(choice_code);
    CallBudget spend(seconds, nodes, cancel);
    BoardSolution solution;
    spend.run_search([&](Budget& budget) {
        Board board(surface, numbers.data(), budget);
        solution = solve(board, budget, solver_choice);
    });
    if (solution.is_exhausted) spend.budget().out_of_memory();
    return {spend.stop(),       spend.node_count(), solution.best_sum,
            solution.sum_bound, solution.path,      count_stats(solution.counts)};
}

// Solve without limits or statistics, for many boards in turn.
std::tuple<std::int64_t, Path> solve_fully(BufferObject cells, int n, int variant) {
    const Surface surface(variant, n);
    const CellBuffer numbers(cells, surface);
    BoardSolution solution;
    {
        const GilRelease gil_release;
        Budget budget(1e300, ~std::uint64_t{0}, nullptr);
        Board board(surface, numbers.data(), budget);
        solution = solve(board, budget, SolverChoice::by_shape);
    }
    return {solution.best_sum, solution.path};
}

// Find the best path from a given start.
Answer<std::int64_t, std::int64_t, Path> best_from(BufferObject cells, int n, int variant, std::uint32_t start,
                                                   double seconds, std::uint64_t nodes, BufferObject cancel) {
    const Surface surface(variant, n);
    const CellBuffer numbers(cells, surface);
    if (start >= surface.size() || numbers.data()[start] == 0) throw nb::value_error("start: a cell in use is needed");
    CallBudget spend(seconds, nodes, cancel);
    BoardSolution solution;
    {
        const GilRelease gil_release;
        within_memory(spend.budget(), [&] {
            Board board(surface, numbers.data(), spend.budget());
            solve_from(board, start, spend.budget(), solution);
        });
        complete_solution(solution, surface, numbers.data(), start);
        if (solution.best_sum < solution.sum_bound && spend.budget().stop() == Stop::done)
            spend.budget().out_of_memory();
    }
    return {spend.stop(), spend.node_count(), solution.best_sum, solution.sum_bound, solution.path};
}

// Return the best sum and a bound for every cell, as 64-bit words.
Answer<bool, nb::bytes, nb::bytes> cell_sums(BufferObject cells, int n, int variant, int choice_code, double seconds,
                                             std::uint64_t nodes, BufferObject cancel) {
    const Surface surface(variant, n);
    const CellBuffer numbers(cells, surface);
    const SolverChoice solver_choice = read_solver_choice(choice_code);
    CallBudget spend(seconds, nodes, cancel);
    std::vector<std::int64_t> low(surface.size()), high(surface.size());
    bool is_solved = false;
    spend.run_search([&](Budget& budget) {
        Board board(surface, numbers.data(), budget);
        board.solve_levels(budget, most_states, solver_choice);
        is_solved = board.is_complete();
        for (std::uint32_t c = 0; c < surface.size(); ++c) {
            low[c] = board.best_from(c);
            high[c] = is_solved ? board.bound_from(c) : board.bound();
        }
        if (!is_solved || board.has_open_bounds()) budget.out_of_memory();  // unless another limit came first
    });
    const std::size_t bytes = low.size() * sizeof(std::int64_t);
    return {spend.stop(), spend.node_count(), is_solved, nb::bytes(low.data(), bytes), nb::bytes(high.data(), bytes)};
}

// Count the optimal paths modulo a prime, and approximately.
Answer<bool, std::uint32_t, double> count(BufferObject cells, int n, int variant, std::uint32_t prime, double seconds,
                                          std::uint64_t nodes, BufferObject cancel) {
    const Surface surface(variant, n);
    const CellBuffer numbers(cells, surface);
    if (prime < 2 || prime > 4294967291U) throw nb::value_error("prime: a prime below 2^32 is needed");
    CallBudget spend(seconds, nodes, cancel);
    ModularCount tally;
    bool is_solved = false;
    spend.run_search([&](Budget& budget) {
        Board board(surface, numbers.data(), budget);
        const BoardSolution solver = solve(board, budget, SolverChoice::by_shape);
        is_solved = !solver.path.empty() && solver.best_sum == solver.sum_bound && !board.has_open_bounds() &&
                    board.count(prime, budget, tally);
    });
    if (!is_solved) spend.budget().out_of_memory();
    return {spend.stop(), spend.node_count(), is_solved, tally.residue,
            static_cast<double>(std::log2(tally.approximate_count))};
}

// Return the greatest X over all ways to break ties.
Answer<std::int64_t> greatest_x(BufferObject cells, int n, int variant, double seconds, std::uint64_t nodes,
                                BufferObject cancel) {
    const Surface surface(variant, n);
    const CellBuffer numbers(cells, surface);
    CallBudget spend(seconds, nodes, cancel);
    std::int64_t greatest_sum = 0;
    spend.run_search([&](Budget& budget) { greatest_sum = greedy_back_ties(surface, numbers.data(), budget); });
    return {spend.stop(), spend.node_count(), greatest_sum};
}

nb::typed<nb::dict, nb::str, nb::any> exhaust_boards(int n, int variant, std::size_t place, std::uint64_t from,
                                                     std::uint64_t number, bool all, double seconds,
                                                     BufferObject cancel) {
    const Surface surface(variant, n);
    if (surface.size() > 64 || place >= surface.size())
        throw nb::value_error("a cell of a board of at most 64 is needed");
    const std::uint64_t boards = boards_with_n_fixed(surface);
    if (boards == 0) throw nb::value_error("n: there are more boards of this size than can be numbered");
    if (from >= boards || number > boards - from) throw nb::value_error("number: there are not so many boards");
    CallBudget spend(seconds, ~std::uint64_t{0}, cancel);
    Statistics statistics;
    {
        const GilRelease gil_release;
        statistics = exhaust(surface, place, from, number, all, spend.budget());
    }
    nb::dict statistics_dict;
    statistics_dict["boards"] = statistics.board_count;
    statistics_dict["histogram"] = statistics.histogram;
    statistics_dict["unique"] = statistics.unique_count;
    statistics_dict["graded"] = statistics.level_boards;
    statistics_dict["paths"] = statistics.path_count;
    statistics_dict["most_paths"] = statistics.max_paths;
    statistics_dict["ratio"] = statistics.ratio_sums;
    statistics_dict["worst"] = statistics.worst_ratios;
    statistics_dict["optimal"] = statistics.optimal_counts;
    return statistics_dict;
}

}  // namespace
}  // namespace passatempo::optimiza

NB_MODULE(_kernel, m) {
    using namespace passatempo::optimiza;
    m.doc() =
        "Optimiza kernel. `cells` are 16-bit words, the numbers in reading order, 0 for a cell that is not used; a "
        "number is on at most 4096 cells. `variant` is an index of `passatempo.optimiza.model.VARIANTS`. `manner` is "
        "0 to solve components by their shape, 1 with the frontier alone.";
    m.def("best", &best, nb::arg("cells"), nb::arg("n"), nb::arg("variant"), nb::arg("manner"), nb::arg("seconds"),
          nb::arg("nodes"), nb::arg("cancel").none(),
          "Find a path of greatest sum: the sum, an upper bound, the path, and the number of components of each "
          "kind. The path is optimal if the sum is the bound, and empty if a limit came before anything was solved.");
    m.def("count", &count, nb::arg("cells"), nb::arg("n"), nb::arg("variant"), nb::arg("prime"), nb::arg("seconds"),
          nb::arg("nodes"), nb::arg("cancel").none(),
          "Count the optimal paths modulo a prime, and return the binary logarithm of about how many there are. If "
          "the flag is false, a limit came first and the rest means nothing.");
    m.def("greatest_x", &greatest_x, nb::arg("cells"), nb::arg("n"), nb::arg("variant"), nb::arg("seconds"),
          nb::arg("nodes"), nb::arg("cancel").none(),
          "Find the greatest X over all ways to break ties. It means nothing if a limit came first.");
    m.def("exhaust", &exhaust_boards, nb::arg("n"), nb::arg("variant"), nb::arg("place"), nb::arg("from_"),
          nb::arg("number"), nb::arg("everything"), nb::arg("seconds"), nb::arg("cancel").none(),
          "Examine `number` boards with N at the cell `place`, in lexicographic order from number `from_` on. Return "
          "`boards` and the `histogram` of the optimum. With `everything` also count `unique` (one optimal path), "
          "`graded` (and X < Y < Z), `paths` and `max_paths`, and for X, Y, X over ties, expert, forward and "
          "Warnsdorff's rule sum the `ratio` to the optimum, and return the `worst` and how often it is `optimal`.");
    m.def("best_from", &best_from, nb::arg("cells"), nb::arg("n"), nb::arg("variant"), nb::arg("start"),
          nb::arg("seconds"), nb::arg("nodes"), nb::arg("cancel").none(),
          "Find a path of greatest sum from a start: the sum, an upper bound and the path.");
    m.def("greatest", &solve_fully, nb::arg("cells"), nb::arg("n"), nb::arg("variant"),
          "Find the greatest sum and a path, without limits.");
    m.def("values", &cell_sums, nb::arg("cells"), nb::arg("n"), nb::arg("variant"), nb::arg("manner"),
          nb::arg("seconds"), nb::arg("nodes"), nb::arg("cancel").none(),
          "Find the greatest sum from each cell, and an upper bound, as 64-bit words. The flag is false if some sums "
          "are not known.");
    bind_interface(m, calls::questions(), calls::digest);
}
