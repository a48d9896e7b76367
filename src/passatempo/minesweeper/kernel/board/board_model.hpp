// A board ready to be counted: what unit propagation settles, the parts of the rest, and their decision diagrams.
#pragma once

#include <cstdint>
#include <vector>

#include "board/components.hpp"
#include "board/diagram.hpp"
#include "board/frontier.hpp"
#include "budget.hpp"

namespace passatempo::minesweeper {

// Prepared again and again, it keeps its memory.
struct BoardModel {
    Frontier frontier;
    Components parts;
    Diagrams diagrams;                    // with a count of all parts, else of one at a time; no layer where too wide
    std::vector<std::uint32_t> too_wide;  // parts
    bool is_settled = false;              // whether frontier and parts are whole: a limit may come first
    std::uint64_t free_cells = 0;         // covered cells next to no number
    bool has_count = false;
    std::int64_t mines_left = 0;  // with a count: mines for the parts and the free cells

    std::uint64_t cell_count() const;  // undecided ones, free ones included

    DiagramBuilder builder;  // its memory is used again from board to board
};

constexpr std::uint64_t most_states = std::uint64_t{1} << 23;   // of a part's diagram, 50 to 90 bytes each
constexpr std::uint64_t all_states = 4 * most_states;           // of all parts of a very large board together
constexpr std::uint64_t quick_states = std::uint64_t{1} << 17;  // beyond them the wide solver finds marks sooner

// `too_many`: layouts for their last digit.
enum class LayoutState { consistent = 0, contradictory = 1, stopped = 2, too_many = 3 };

// Prepare a board; `mines` below 0 for no count, `claim_cell` a cell that is to be a mine, or none. With a count the
// diagrams of all parts are built, each with at most `state_limit` states and as many coefficients, and with at most
// `total_limit` in all (0: as many as one part may have).
LayoutState prepare_board(const Surface& surface, const std::uint8_t* cells, std::int64_t mines,
                          std::uint32_t claim_cell, std::uint64_t state_limit, Budget& budget, BoardModel& board_model,
                          std::uint64_t total_limit = 0);

// Without a count: build the diagram of one part after the other, with at most `state_limit` states, and visit each;
// those that are too wide are noted.
template <class Visit>
LayoutState for_each_diagram(BoardModel& board_model, std::uint64_t state_limit, Budget& budget, Visit visit) {
    board_model.too_wide.clear();
    for (std::uint32_t part = 0; part < board_model.parts.size(); ++part) {
        board_model.diagrams.clear();
        switch (
            board_model.builder.build(board_model.parts, part, {false, state_limit}, budget, board_model.diagrams)) {
            case BuildStatus::complete: visit(part); break;
            case BuildStatus::contradictory: return LayoutState::contradictory;
            case BuildStatus::stopped: return LayoutState::stopped;
            case BuildStatus::too_wide: board_model.too_wide.push_back(part);
        }
        if (budget.stop() != Stop::done) return LayoutState::stopped;
    }
    return LayoutState::consistent;
}

}  // namespace passatempo::minesweeper
