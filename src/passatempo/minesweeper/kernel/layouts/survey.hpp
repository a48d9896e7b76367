// Chances of all cells in floating point, exact where they are 0 or 1. Marks and chances of the cells of a board, in
// reading order.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "board/board_model.hpp"

namespace passatempo::minesweeper {

struct BoardSurvey {
    LayoutState state = LayoutState::consistent;
    std::vector<Mark> group_marks;      // of each group of the board
    std::vector<double> group_chances;  // of each group; NaN if a part is too wide (with a count, NaN for all groups)
    Mark other = Mark::open;            // of the cells next to no number
    double other_chance = 0;            // of the cells next to no number
    double log2_layouts = 0;            // if no part is too wide
};

// Surveys a prepared board. Without `chances` it may compute only the marks, which is sometimes faster. Without a count
// each part may have up to `state_limit` states.
BoardSurvey survey(BoardModel& board_model, bool chances, std::uint64_t state_limit, Budget& budget);

// Adds the chances to a survey with known marks. Parts have diagrams and at most `FloatSemiring::max_cells` cells.
void saddle_point(const BoardModel& board_model, Budget& budget, BoardSurvey& board_survey);

// Fills a value for each cell of the board: by `of_fate` if its state is decided, otherwise by its group.
template <class Value, class OfGroup>
void fill_cells(const Surface& surface, const BoardModel& board_model, const std::array<Value, 5>& of_fate,
                OfGroup of_group, Value* cell_output) {
    const Frontier& frontier = board_model.frontier;
    for (std::uint32_t row = 0, cell = 0; row < surface.rows(); ++row) {
        const CellState* cell_state = frontier.cell_states.data() + surface.place(row, 0);
        for (std::uint32_t column = 0; column < surface.columns(); ++column, ++cell)
            cell_output[cell] = of_fate[static_cast<std::size_t>(cell_state[column])];
    }
    for (std::uint32_t g = 0; g < board_model.parts.members.size(); ++g)
        for (const std::uint32_t* v = board_model.parts.members.begin(g); v != board_model.parts.members.end(g); ++v)
            cell_output[frontier.variable_cells[*v]] = of_group(g);
}

constexpr std::uint8_t uncovered = 0, lonely = 5;  // otherwise 1 + Mark next to a number, or `lonely` + Mark

constexpr std::uint8_t code(Mark mark, std::uint8_t first = 1) { return first + static_cast<std::uint8_t>(mark); }

// Returns whether a cell has this mark, next to a number or not.
constexpr bool has_mark(std::uint8_t mark_code, Mark mark) {
    return mark_code == code(mark) || mark_code == code(mark, lonely);
}

// Fills the marks of all cells from those of the groups.
inline void fill_marks(const Surface& surface, const BoardModel& board_model, const std::vector<Mark>& group,
                       Mark other, std::uint8_t* into) {
    const std::uint8_t lonely_code = code(other, lonely);
    const std::array<std::uint8_t, 5> of_fate{uncovered, lonely_code, code(Mark::safe), code(Mark::open),
                                              code(Mark::mine)};
    fill_cells(surface, board_model, of_fate, [&](std::uint32_t g) { return code(group[g]); }, into);
}

// Fills the chances of all cells.
inline void fill_chances(const Surface& surface, const BoardModel& board_model, const BoardSurvey& board_survey,
                         double* into) {
    const std::array<double, 5> of_fate{0, board_survey.other_chance, 0, 0, 1};
    fill_cells(surface, board_model, of_fate, [&](std::uint32_t g) { return board_survey.group_chances[g]; }, into);
}

// Prepares and surveys a board. If a part is too wide to get marks quickly, the CDCL solver takes it.
inline BoardSurvey prepare_and_survey(const Surface& surface, const std::uint8_t* cells, std::int64_t mines,
                                      bool chances, Budget& budget, BoardModel& board_model) {
    const std::uint64_t state_limit = chances ? most_states : quick_states;
    const std::uint64_t total_states = chances ? all_states : quick_states;
    BoardSurvey board_survey;
    board_survey.state = prepare_board(surface, cells, mines, none, state_limit, budget, board_model, total_states);
    if (board_survey.state == LayoutState::consistent) board_survey = survey(board_model, chances, state_limit, budget);
    return board_survey;
}

}  // namespace passatempo::minesweeper
