// A move is judged first, and then made.
#include "game/turns.hpp"

#include <algorithm>

namespace passatempo::minesweeper::game {

namespace {

bool is_won(const Cells& mine, const Cells& cells) {
    for (std::size_t cell = 0; cell < cells.size(); ++cell)
        if (!mine[cell] && is_covered(cells[cell])) return false;
    return true;
}

Fault chord_fault(const Near& near, const Cells& cells, std::uint32_t cell) {
    if (is_covered(cells[cell])) return Fault::is_covered;
    const auto around = near.of(cell);
    const auto count = [&](std::uint8_t code) {
        return std::count_if(around.begin(), around.end(), [&](std::uint32_t other) { return cells[other] == code; });
    };
    if (count(flag) != cells[cell]) return Fault::wrong_flags;
    return count(covered) == 0 ? Fault::nothing_left : Fault::none;
}

Fault fault_of(const Near& near, const Cells& mine, const Cells& cells, Deed deed, std::uint32_t cell) {
    if (!mine.empty() && is_won(mine, cells)) return Fault::over;
    if (deed == Deed::chord) return chord_fault(near, cells, cell);
    if (!is_covered(cells[cell])) return Fault::is_open;
    return deed == Deed::open && cells[cell] == flag ? Fault::has_flag : Fault::none;
}

}  // namespace

Turn play(const Near& near, const Cells& mine, Cells cells, Deed deed, std::uint32_t cell) {
    Turn turn{fault_of(near, mine, cells, deed, cell), {}, {}, false};
    if (turn.fault == Fault::none && deed == Deed::flag) {
        cells[cell] = cells[cell] == flag ? covered : flag;
    } else if (turn.fault == Fault::none && !mine.empty()) {
        std::vector<std::uint32_t> wanted{cell};
        if (deed == Deed::chord) {
            wanted.clear();
            for (const std::uint32_t other : near.of(cell))
                if (cells[other] == covered) wanted.push_back(other);
        }
        for (const std::uint32_t other : wanted)
            if (mine[other]) turn.hit.push_back(other);
        spread(near, mine, cells, std::move(wanted));
    }
    turn.won = !mine.empty() && turn.hit.empty() && is_won(mine, cells);
    turn.cells = std::move(cells);
    return turn;
}

}  // namespace passatempo::minesweeper::game
