// The chances of all cells in floating point; which are 0 and which are 1 is exact. And what the cells of a board are
// told: marks and chances, in reading order.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "board/prepared_board.hpp"

namespace passatempo::minesweeper {

struct Survey {
    State state = State::consistent;
    std::vector<Mark> group;     // of each group of the board
    std::vector<double> chance;  // of each group; not a number where a part is too wide, with a count all of them
    Mark other = Mark::open;     // of the cells next to no number
    double other_chance = 0;     // likewise
    double log2_layouts = 0;     // where no part is too wide
};

// Survey a prepared board; without `chances` the marks alone, where that is quicker. Without a count parts may have
// `most` states.
Survey survey(PreparedBoard& prepared, bool chances, std::uint64_t most, Budget& budget);

// Fill in the chances of a survey whose marks are known. Parts have diagrams and at most Floating::safe cells.
void saddle_point(const PreparedBoard& prepared, Budget& budget, Survey& found);

// What each cell of the board is told by its fate, of which `of_fate` has one entry each; open ones by their groups.
template <class Value, class OfGroup>
void tell(const Surface& surface, const PreparedBoard& prepared, const std::array<Value, 5>& of_fate, OfGroup of_group,
          Value* value) {
    const Frontier& frontier = prepared.frontier;
    for (std::uint32_t row = 0, cell = 0; row < surface.rows(); ++row) {
        const Fate* fate = frontier.fate.data() + surface.place(row, 0);
        for (std::uint32_t column = 0; column < surface.columns(); ++column, ++cell)
            value[cell] = of_fate[static_cast<std::size_t>(fate[column])];
    }
    for (std::uint32_t g = 0; g < prepared.parts.members.size(); ++g)
        for (const std::uint32_t* v = prepared.parts.members.begin(g); v != prepared.parts.members.end(g); ++v)
            value[frontier.cell[*v]] = of_group(g);
}

constexpr std::uint8_t uncovered = 0, lonely = 5;  // else 1 + Mark, or next to no number `lonely` + Mark

constexpr std::uint8_t code(Mark mark, std::uint8_t first = 1) { return first + static_cast<std::uint8_t>(mark); }

// Whether a cell is told to be so, next to a number or to none.
constexpr bool says(std::uint8_t told, Mark mark) { return told == code(mark) || told == code(mark, lonely); }

// The marks of all cells of the board, by those of its groups.
inline void tell_marks(const Surface& surface, const PreparedBoard& prepared, const std::vector<Mark>& group,
                       Mark other, std::uint8_t* into) {
    const std::uint8_t alone = code(other, lonely);
    const std::array<std::uint8_t, 5> of_fate{uncovered, alone, code(Mark::safe), code(Mark::open), code(Mark::mine)};
    tell(surface, prepared, of_fate, [&](std::uint32_t g) { return code(group[g]); }, into);
}

// The chances of all cells of the board.
inline void tell_chances(const Surface& surface, const PreparedBoard& prepared, const Survey& found, double* into) {
    const std::array<double, 5> of_fate{0, found.other_chance, 0, 0, 1};
    tell(surface, prepared, of_fate, [&](std::uint32_t g) { return found.chance[g]; }, into);
}

// Prepare a board and survey it; parts too wide for the marks alone are told by the wide solver.
inline Survey surveyed(const Surface& surface, const std::uint8_t* cells, std::int64_t mines, bool chances,
                       Budget& budget, PreparedBoard& prepared) {
    const std::uint64_t most = chances ? most_states : quick_states;
    const std::uint64_t together = chances ? all_states : quick_states;
    Survey found;
    found.state = prepare(surface, cells, mines, none, most, budget, prepared, together);
    if (found.state == State::consistent) found = survey(prepared, chances, most, budget);
    return found;
}

}  // namespace passatempo::minesweeper
