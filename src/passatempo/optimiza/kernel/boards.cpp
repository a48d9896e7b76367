// Boards drawn until one will do; and boards numbered, stepped through and added up.
// Algorithm: ranking and successor of multiset permutations in lexicographic order
#include "boards.hpp"

#include <algorithm>
#include <numeric>

#include "random.hpp"

namespace passatempo::optimiza {
namespace {

constexpr std::uint64_t most_orders = std::uint64_t{1} << 57;  // times 64 cells, on the way, 64 bits hold it

// In how many orders the copies of each number can stand; 0 where there are more than `most_orders`.
std::uint64_t orders(const std::vector<int>& copies) {
    std::uint64_t ways = 1;
    std::uint64_t placed = 0;
    for (const int number : copies)
        for (int k = 1; k <= number; ++k) {
            ways = ways * ++placed / static_cast<std::uint64_t>(k);
            if (ways > most_orders) return 0;
        }
    return ways;
}

std::vector<int> copies_below_n(const Surface& surface) {
    std::vector<int> copies(1, 0);
    for (int v = 1; v < surface.n; ++v) copies.push_back(surface.copies(v));
    return copies;
}

// The order with a number in the lexicographic list.
std::vector<std::uint8_t> order_at(std::vector<int> copies, std::uint64_t number) {
    std::vector<std::uint8_t> order;
    for (int left = std::accumulate(copies.begin(), copies.end(), 0); left > 0; --left)
        for (std::size_t v = 0; v < copies.size(); ++v) {
            if (copies[v] == 0) continue;
            --copies[v];
            const std::uint64_t here = orders(copies);
            if (number < here) {
                order.push_back(v);
                break;
            }
            number -= here;
            ++copies[v];
        }
    return order;
}

void look(Tiny& tiny, bool all, Statistics& statistics) {
    const int best = tiny.best(all);
    ++statistics.boards;
    ++statistics.histogram[best];
    if (!all) return;
    statistics.paths += tiny.optimal_paths();
    statistics.most_paths = std::max(statistics.most_paths, tiny.optimal_paths());
    const std::array<int, greedies> sums{tiny.greedy_back(), tiny.greedy_back_ends(), tiny.greedy_back_ties(),
                                         tiny.expert(),      tiny.greedy_on(false),   tiny.greedy_on(true)};
    for (std::size_t k = 0; k < greedies; ++k) {
        const double ratio = static_cast<double>(sums[k]) / best;
        statistics.ratio[k] += ratio;
        statistics.worst[k] = std::min(statistics.worst[k], ratio);
        statistics.optimal[k] += sums[k] == best;
    }
    if (tiny.optimal_paths() == 1) {
        ++statistics.unique;
        statistics.graded += sums[0] < sums[1] && sums[1] < best;
    }
}

}  // namespace

std::vector<std::uint8_t> sorted_cells(const Surface& surface) {
    std::vector<std::uint8_t> cells;
    for (int v = 1; v <= surface.n; ++v) cells.insert(cells.end(), static_cast<std::size_t>(surface.copies(v)), v);
    return cells;
}

DrawnBoard draw_board(const Surface& surface, std::uint64_t state, int boards) {
    const std::vector<std::uint8_t> sorted = sorted_cells(surface);
    Tiny tiny(surface);
    Stream stream(state);
    DrawnBoard drawn;
    for (int k = 0; k < boards && drawn.cells.empty(); ++k) {
        std::vector<std::uint8_t> cells = sorted;
        stream.shuffle<std::uint8_t>(cells);
        tiny.set(cells.data());
        drawn.best = tiny.best(true);
        if (tiny.optimal_paths() != 1) continue;
        drawn.x = tiny.greedy_back();
        drawn.y = tiny.greedy_back_ends();
        if (drawn.x < drawn.y && drawn.y < drawn.best) drawn.cells = std::move(cells);
    }
    drawn.state = stream.state();
    return drawn;
}

std::uint64_t boards_with_n_fixed(const Surface& surface) { return orders(copies_below_n(surface)); }

Statistics exhaust(const Surface& surface, std::size_t place, std::uint64_t from, std::uint64_t count, bool all,
                   Budget& budget) {
    Tiny tiny(surface);
    Statistics statistics;
    std::vector<std::uint8_t> order = order_at(copies_below_n(surface), from);
    std::vector<std::uint8_t> cells(surface.size());
    for (std::uint64_t k = 0; k < count && !budget.spend(); ++k) {
        std::copy(order.begin(), order.begin() + place, cells.begin());
        cells[place] = surface.n;
        std::copy(order.begin() + place, order.end(), cells.begin() + place + 1);
        tiny.set(cells.data());
        look(tiny, all, statistics);
        std::next_permutation(order.begin(), order.end());
    }
    return statistics;
}

}  // namespace passatempo::optimiza
