// A random board for a puzzle: one path alone is best, and the levels of the newspaper differ.
#include "puzzle.hpp"

#include "random.hpp"
#include "tiny.hpp"

namespace passatempo::optimiza {

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

}  // namespace passatempo::optimiza
