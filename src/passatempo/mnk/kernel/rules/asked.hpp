// What is asked about: boards and positions, whatever bounds their fields have.
#pragma once

#include <algorithm>

#include "refuse.hpp"
#include "rules/rules.hpp"

namespace passatempo::mnk::asked {

constexpr std::uint64_t most_cells = 1 << 18;  // of a board (`passatempo.mnk.rules.MOST_CELLS`)

rules::Rules rules_of(const auto& said) {
    if (std::uint64_t{said.m} * said.n > most_cells) refuse("m, n: a board of at most 262144 cells is needed");
    return {static_cast<int>(said.m),
            static_cast<int>(said.n),
            static_cast<int>(said.k),
            said.exact,
            said.misere,
            said.gravity,
            said.torus,
            said.maker_breaker};
}

// The rules of a board that can be, and on which somebody is to move.
rules::Rules checked(const auto& position) {
    const rules::Rules rules = rules_of(position.rules);
    const rules::Marking& cells = position.cells;
    if (cells.size() != position.rules.m * position.rules.n) refuse("cells: one for each cell of the board is needed");
    const auto crosses = std::count(cells.begin(), cells.end(), rules::mark_x);
    const auto noughts = std::count(cells.begin(), cells.end(), rules::mark_o);
    if (crosses != noughts && crosses != noughts + 1) refuse("cells: X moves first, in turn");
    if (crosses + noughts == rules.size()) refuse("cells: the board is full");
    for (int cell = 0; cell < rules.size(); ++cell) {
        if (cells[cell] == rules::no_mark) continue;
        const int below = cell + rules.n;
        if (rules.gravity && below < rules.size() && cells[below] == rules::no_mark)
            refuse("cells: with gravity marks fall");
        if (ends(rules, cells, cell)) refuse("cells: the game is over");
    }
    return rules;
}

}  // namespace passatempo::mnk::asked
