// Farther and farther ahead, with the lines that can be completed in so many moves.
#include "proof/short_win.hpp"

#include <algorithm>

#include "proof/game.hpp"

namespace passatempo::mnk::proof {
namespace {

constexpr int first_reach = 4, farther = 2;  // moves

std::vector<Line> within(const std::vector<Line>& all, int reach) {
    std::vector<Line> kept;
    for (const Line& line : all)
        if (std::ssize(line) <= reach) kept.push_back(line);
    return kept;
}

}  // namespace

ShortestWin short_win(std::size_t size, const std::vector<Line>& own, const std::vector<Line>& other, int most,
                      std::size_t memory, Budget& budget, Watch& watch) {
    ShortestWin win;
    most = std::clamp<int>(most, 0, std::clamp(size, std::size_t{64}, largest));
    for (int reach = std::min(most, first_reach); win.moves == 0 && !budget.poll();
         reach = std::min(most, reach + farther)) {
        const std::vector<Line> mine = within(own, reach), theirs = within(other, reach);
        const Lines lines(size, mine, theirs);
        within_memory(budget, [&] {
            const bool fits = with_words(lines.cells(), [&]<int W>() {
                Game<W> game(lines.edges<W>(mine), lines.edges<W>(theirs), {}, memory, budget);
                game.tell(watch);
                const int found = game.shortest(reach);
                if (found == 0) return;
                for (const int cell : game.winning(found)) win.cells.push_back(lines.outer(cell));
                if (!win.cells.empty()) win.moves = found;  // else the budget came between
            });
            if (!fits) budget.out_of_memory();
        });
        if (reach == most) break;
    }
    return win;
}

}  // namespace passatempo::mnk::proof
