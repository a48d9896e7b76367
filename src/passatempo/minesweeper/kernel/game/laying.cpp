// Where the mines of a game lie: laid at the first click, around it, from the seed of the deal. Mines, or the cells
// without one, are drawn until enough are marked: whichever are fewer.
#include <algorithm>
#include <string>

#include "asked.hpp"
#include "game/field.hpp"
#include "interface.gen.hpp"
#include "puzzles/repair.hpp"
#include "random.hpp"

namespace passatempo::minesweeper::calls {

namespace {

constexpr int most_attempts = 100;  // at fields without a guess

game::Cells drawn(const LayRequest& request, const std::vector<std::uint32_t>& kept, Stream& stream) {
    const std::uint32_t size = asked::size_of(request), free = size - kept.size();
    game::Cells field(size, 0);
    for (const std::uint32_t cell : kept) field[cell] = 1;
    const std::uint32_t few = std::min(request.mines, free - request.mines);
    for (std::uint32_t marked = 0; marked < few;) {
        const std::uint64_t cell = stream.below(size);
        marked += !field[cell];
        field[cell] = 1;
    }
    if (few < request.mines)
        for (std::uint8_t& mine : field) mine = !mine;
    for (const std::uint32_t cell : kept) field[cell] = 0;
    return field;
}

game::Cells repaired(const LayRequest& request, Stream& stream, Budget& budget) {
    const puzzles::Plain plain(request.rows, request.columns);
    const puzzles::Order order{request.first, request.mines, true};
    for (int attempt = 0; attempt < most_attempts; ++attempt) {
        puzzles::Repaired made = puzzles::repair(plain, order, stream, budget);
        if (budget.stop() != Stop::done) break;
        if (made.done) return std::move(made.mine);
    }
    return {};
}

// Whether a cell sees those around it, as the fields of puzzles have it.
bool is_square(const Near& near) {
    const auto beside = [](std::int32_t way) { return -1 <= way && way <= 1; };
    return !near.wraps && near.even == near.odd && near.even.size() == 16 && std::ranges::all_of(near.even, beside);
}

}  // namespace

LayReply lay(const LayRequest& request, Budget& budget) {
    const std::uint32_t size = asked::size_of(request);
    if (request.first >= size) refuse("first: a cell of the field is needed");
    if (request.mines >= size) refuse("mines: one cell at least is free");
    const game::Near near(asked::surface_of(request));
    const auto around = near.of(request.first);
    if (request.no_guess && (!is_square(request.near) || !request.opening || request.mines + 1 + around.size() > size))
        refuse("no_guess: a square field that begins with an opening is needed");
    Stream stream(std::string(request.seed.begin(), request.seed.end()) + "/minesweeper/deal");
    std::vector<std::uint32_t> kept{request.first};
    if (request.opening) kept.insert(kept.end(), around.begin(), around.end());
    kept.resize(std::min<std::size_t>(kept.size(), size - request.mines));  // as much of an opening as fits
    LayReply reply{request.no_guess ? repaired(request, stream, budget) : drawn(request, kept, stream), 0};
    if (!reply.mine.empty()) reply.clicks = game::three_bv(near, reply.mine);
    return reply;
}

}  // namespace passatempo::minesweeper::calls
