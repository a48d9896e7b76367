// Draws boards until one qualifies, and ranks, enumerates and summarises boards.
// Algorithm: ranking and successor of multiset permutations in lexicographic order
#include "boards.hpp"

#include <algorithm>
#include <numeric>

#include "random.hpp"

namespace passatempo::optimiza {
namespace {

constexpr std::uint64_t most_orders = std::uint64_t{1} << 57;  // times 64 cells, on the way, 64 bits hold it

// The number of orders of the copies of each number, or 0 if it exceeds `most_orders`.
std::uint64_t count_orders(const std::vector<int>& copies) {
    std::uint64_t ways = 1;
    std::uint64_t copy_count = 0;
    for (const int number : copies)
        for (int k = 1; k <= number; ++k) {
            ways = ways * ++copy_count / static_cast<std::uint64_t>(k);
            if (ways > most_orders) return 0;
        }
    return ways;
}

std::vector<int> copies_below_n(const Surface& surface) {
    std::vector<int> copies(1, 0);
    for (int v = 1; v < surface.n; ++v) copies.push_back(surface.copy_count(v));
    return copies;
}

// The order with a given index in lexicographic order.
std::vector<std::uint8_t> order_at(std::vector<int> copies, std::uint64_t number) {
    std::vector<std::uint8_t> order;
    for (int left = std::accumulate(copies.begin(), copies.end(), 0); left > 0; --left)
        for (std::size_t v = 0; v < copies.size(); ++v) {
            if (copies[v] == 0) continue;
            --copies[v];
            const std::uint64_t order_count = count_orders(copies);
            if (number < order_count) {
                order.push_back(v);
                break;
            }
            number -= order_count;
            ++copies[v];
        }
    return order;
}

void add_statistics(SmallBoardSolver& small_solver, bool all, Statistics& statistics) {
    const int best = small_solver.solve_board(all);
    ++statistics.board_count;
    ++statistics.histogram[best];
    if (!all) return;
    statistics.path_count += small_solver.optimal_paths();
    statistics.max_paths = std::max(statistics.max_paths, small_solver.optimal_paths());
    const std::array<int, greedies> greedy_sums{small_solver.greedy_back(),      small_solver.greedy_back_ends(),
                                                small_solver.greedy_back_ties(), small_solver.expert(),
                                                small_solver.greedy_on(false),   small_solver.greedy_on(true)};
    for (std::size_t k = 0; k < greedies; ++k) {
        const double greedy_ratio = static_cast<double>(greedy_sums[k]) / best;
        statistics.ratio_sums[k] += greedy_ratio;
        statistics.worst_ratios[k] = std::min(statistics.worst_ratios[k], greedy_ratio);
        statistics.optimal_counts[k] += greedy_sums[k] == best;
    }
    if (small_solver.optimal_paths() == 1) {
        ++statistics.unique_count;
        statistics.level_boards += greedy_sums[0] < greedy_sums[1] && greedy_sums[1] < best;
    }
}

}  // namespace

std::vector<std::uint8_t> sorted_cells(const Surface& surface) {
    std::vector<std::uint8_t> cells;
    for (int v = 1; v <= surface.n; ++v) cells.insert(cells.end(), static_cast<std::size_t>(surface.copy_count(v)), v);
    return cells;
}

RandomBoard draw_board(const Surface& surface, std::uint64_t state, int boards) {
    const std::vector<std::uint8_t> sorted = sorted_cells(surface);
    SmallBoardSolver tiny(surface);
    Stream stream(state);
    RandomBoard random_board;
    for (int k = 0; k < boards && random_board.cells.empty(); ++k) {
        std::vector<std::uint8_t> cells = sorted;
        stream.shuffle<std::uint8_t>(cells);
        tiny.set_board(cells.data());
        random_board.best_sum = tiny.solve_board(true);
        if (tiny.optimal_paths() != 1) continue;
        random_board.x = tiny.greedy_back();
        random_board.y = tiny.greedy_back_ends();
        if (random_board.x < random_board.y && random_board.y < random_board.best_sum)
            random_board.cells = std::move(cells);
    }
    random_board.stream_state = stream.state();
    return random_board;
}

std::uint64_t boards_with_n_fixed(const Surface& surface) { return count_orders(copies_below_n(surface)); }

Statistics exhaust(const Surface& surface, std::size_t place, std::uint64_t from, std::uint64_t count, bool all,
                   Budget& budget) {
    SmallBoardSolver tiny(surface);
    Statistics statistics;
    std::vector<std::uint8_t> order = order_at(copies_below_n(surface), from);
    std::vector<std::uint8_t> cells(surface.size());
    for (std::uint64_t k = 0; k < count && !budget.spend(); ++k) {
        std::copy(order.begin(), order.begin() + place, cells.begin());
        cells[place] = surface.n;
        std::copy(order.begin() + place, order.end(), cells.begin() + place + 1);
        tiny.set_board(cells.data());
        add_statistics(tiny, all, statistics);
        std::next_permutation(order.begin(), order.end());
    }
    return statistics;
}

}  // namespace passatempo::optimiza
