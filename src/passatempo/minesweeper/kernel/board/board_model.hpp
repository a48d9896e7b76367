// A board prepared for counting: the result of unit propagation, the parts of the rest, and their decision diagrams.
#pragma once

#include <cstdint>
#include <vector>

#include "board/components.hpp"
#include "board/diagram.hpp"
#include "board/frontier.hpp"
#include "budget.hpp"

namespace passatempo::minesweeper {

// A model keeps its memory when it is prepared again.
struct BoardModel {
    Frontier frontier;
    Components parts;
    Diagrams diagrams;  // with a count of all parts, otherwise of one at a time; no layer if too wide
    std::vector<std::uint32_t> too_wide;
    bool is_settled = false;       // whether frontier and parts are complete (a limit may end earlier)
    std::uint64_t free_cells = 0;  // covered cells next to no number
    bool has_count = false;
    std::int64_t mines_left = 0;  // with a count: mines left for parts and free cells

    std::uint64_t cell_count() const;  // undecided cells, including free ones

    DiagramBuilder builder;  // reused from board to board
};

constexpr std::uint64_t most_states = std::uint64_t{1} << 23;   // per part, 50 to 90 bytes each
constexpr std::uint64_t all_states = 4 * most_states;           // for all parts of a very large board
constexpr std::uint64_t quick_states = std::uint64_t{1} << 17;  // above this the CDCL solver finds marks sooner

// `too_many`: there are too many layouts to count exactly.
enum class LayoutState { consistent = 0, contradictory = 1, stopped = 2, too_many = 3 };

// Prepares a board. `mines` is below 0 without a count, and `claim_cell` is a cell assumed to be a mine, or none. With
// a count the diagrams of all parts are built, each with at most `state_limit` states and as many coefficients.
// `total_limit` bounds their total (0: the limit of one part).
LayoutState prepare_board(const Surface& surface, const std::uint8_t* cells, std::int64_t mines,
                          std::uint32_t claim_cell, std::uint64_t state_limit, Budget& budget, BoardModel& board_model,
                          std::uint64_t total_limit = 0);

// Without a count, builds the diagram of each part in turn with at most `state_limit` states, and visits it. Parts that
// are too wide go to `too_wide`.
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
