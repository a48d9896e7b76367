// Rounds of the levels: what one proves of a component stays for the next.
#include "rounds.hpp"

#include <algorithm>

namespace passatempo::optimiza {
namespace {

constexpr std::size_t first_states = std::size_t{1} << 15;  // of a component, in the first round
constexpr std::size_t growth = 8;

}  // namespace

Rounds solve(Board& board, Budget& budget, Manner manner) {
    Rounds kept;
    for (std::size_t states = first_states;; states *= growth) {
        const std::size_t most = std::min(states, most_states);
        board.run(budget, most, manner);
        const bool first = kept.path.empty();
        if (first || board.best() > kept.best) {
            std::vector<std::uint32_t> path = board.path(board.start());
            const std::int64_t sum = board.sum_of(path);
            if (first || sum > kept.best) {
                kept.best = sum;
                kept.path = std::move(path);
            }
        }
        if (first || board.bound() < kept.bound) kept.bound = board.bound();
        kept.counts = board.counts();
        if (kept.best == kept.bound) return kept;
        if (budget.stop() != Stop::done) return kept;
        if (most == most_states) {
            kept.stuck = true;
            return kept;
        }
    }
}

void solve_from(Board& board, std::uint32_t start, Budget& budget, Rounds& kept) {
    for (std::size_t states = first_states; states <= most_states; states *= growth) {
        board.run(budget, states, Manner::by_shape);
        if (board.best_from(start) > kept.best) {
            kept.path = board.path(start);
            kept.best = board.sum_of(kept.path);
        }
        const std::int64_t bound = board.whole() ? board.bound_from(start) : board.bound();
        if (bound != 0 && (kept.bound == 0 || bound < kept.bound)) kept.bound = bound;
        if (kept.best == kept.bound || budget.stop() != Stop::done) break;
    }
}

void settle(Rounds& found, const Surface& surface, const std::uint16_t* cells, std::uint32_t start) {
    if (found.best == 0) {  // the limit came before the numbers of the start
        found.best = cells[start];
        found.path = {start};
    }
    if (found.bound == 0)  // it came before any number
        for (std::uint32_t c = 0; c < surface.size(); ++c) found.bound += cells[c];
}

}  // namespace passatempo::optimiza
