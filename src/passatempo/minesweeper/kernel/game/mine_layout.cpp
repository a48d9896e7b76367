// Mines of a game, laid from the seed of the deal after the first click, so that it is safe. The draw marks the mines
// or the cells without one, whichever are fewer.
#include <algorithm>
#include <string>

#include "game/field.hpp"
#include "interface.gen.hpp"
#include "puzzles/repair.hpp"
#include "random.hpp"
#include "requests.hpp"

namespace passatempo::minesweeper::calls {

namespace {

constexpr int most_attempts = 100;  // to lay a field that needs no guess

game::Cells draw_field(const LayRequest& request, const std::vector<std::uint32_t>& mine_free_cells, Stream& stream) {
    const std::uint32_t size = requests::size_of(request), free = size - mine_free_cells.size();
    game::Cells field(size, 0);
    for (const std::uint32_t cell : mine_free_cells) field[cell] = 1;
    const std::uint32_t draw_target = std::min(request.mines, free - request.mines);
    for (std::uint32_t draw_count = 0; draw_count < draw_target;) {
        const std::uint64_t cell = stream.below(size);
        draw_count += !field[cell];
        field[cell] = 1;
    }
    if (draw_target < request.mines)
        for (std::uint8_t& mine : field) mine = !mine;
    for (const std::uint32_t cell : mine_free_cells) field[cell] = 0;
    return field;
}

game::Cells repair_field(const LayRequest& request, Stream& stream, Budget& budget) {
    const puzzles::RectangleGrid plain(request.rows, request.columns);
    const puzzles::RepairOrder order{request.first, request.mines, true};
    for (int attempt = 0; attempt < most_attempts; ++attempt) {
        puzzles::RepairOutcome repair_attempt = puzzles::repair(plain, order, stream, budget);
        if (budget.stop() != Stop::done) break;
        if (repair_attempt.is_solved) return std::move(repair_attempt.mine);
    }
    return {};
}

// Returns whether every cell sees exactly the cells around it, as puzzle fields require.
bool is_square(const Near& near) {
    const auto is_adjacent = [](std::int32_t distance) { return -1 <= distance && distance <= 1; };
    return !near.wraps && near.even == near.odd && near.even.size() == 16 &&
           std::ranges::all_of(near.even, is_adjacent);
}

}  // namespace

LayReply lay(const LayRequest& request, Budget& budget) {
    const std::uint32_t size = requests::size_of(request);
    if (request.first >= size) refuse("first: a cell of the field is needed");
    if (request.mines >= size) refuse("mines: one cell at least is free");
    const game::Near near(requests::surface_of(request));
    const auto first_neighbours = near.of(request.first);
    if (request.no_guess &&
        (!is_square(request.near) || !request.opening || request.mines + 1 + first_neighbours.size() > size))
        refuse("no_guess: a square field that begins with an opening is needed");
    Stream stream(std::string(request.seed.begin(), request.seed.end()) + "/minesweeper/deal");
    std::vector<std::uint32_t> mine_free_cells{request.first};
    if (request.opening)
        mine_free_cells.insert(mine_free_cells.end(), first_neighbours.begin(), first_neighbours.end());
    mine_free_cells.resize(
        std::min<std::size_t>(mine_free_cells.size(), size - request.mines));  // as much of an opening as fits
    LayReply reply{
        request.no_guess ? repair_field(request, stream, budget) : draw_field(request, mine_free_cells, stream), 0};
    if (!reply.mine.empty()) reply.clicks = game::three_bv(near, reply.mine);
    return reply;
}

}  // namespace passatempo::minesweeper::calls
