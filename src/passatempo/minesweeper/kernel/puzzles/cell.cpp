// Opened cells are covered again, in random order, while some of the cells that were safe still are, and no others.
// Algorithm: greedy deletion with the certain cells counted anew each time
#include "puzzles/cell.hpp"

#include <algorithm>
#include <utility>

#include "puzzles/easiest.hpp"

namespace passatempo::minesweeper::puzzles {

namespace {

using Cells = std::vector<std::uint32_t>;

constexpr std::size_t opened_of_ten = 6;  // free cells

Cells all_but_mines(const Plain& plain, std::uint32_t mines, Stream& stream) {
    Cells cells(plain.size());
    for (std::uint32_t cell = 0; cell < plain.size(); ++cell) cells[cell] = cell;
    stream.shuffle(std::span<std::uint32_t>(cells));
    cells.erase(cells.begin(), cells.begin() + mines);
    return cells;
}

}  // namespace

Thinned thin_out(const Plain& plain, std::uint32_t mines, Stream& stream, Budget& budget) {
    Cells opened = all_but_mines(plain, mines, stream);
    std::vector<std::uint8_t> mine(plain.size(), 1);
    for (const std::uint32_t cell : opened) mine[cell] = 0;
    const Field field(plain, std::move(mine));
    opened.resize(opened.size() * opened_of_ten / 10);
    Thinned made{none, std::vector<std::uint8_t>(plain.size(), covered)};
    for (const std::uint32_t cell : opened) made.cells[cell] = field.number(cell);
    PreparedBoard prepared;
    const auto safe_now = [&] { return safe_cells(plain.surface(), made.cells.data(), mines, budget, prepared); };
    Cells safe = safe_now();
    if (safe.empty()) return made;
    stream.shuffle(std::span<std::uint32_t>(opened));
    for (const std::uint32_t cell : opened) {
        if (budget.poll()) return made;
        const std::uint8_t shown = std::exchange(made.cells[cell], covered);
        Cells after = safe_now();
        if (after.empty() || !std::includes(safe.begin(), safe.end(), after.begin(), after.end()))
            made.cells[cell] = shown;
        else safe = std::move(after);
    }
    if (safe.size() == 1) made.safe = safe[0];
    return made;
}

}  // namespace passatempo::minesweeper::puzzles
