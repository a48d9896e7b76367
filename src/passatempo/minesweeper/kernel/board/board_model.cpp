// Unit propagation, split into parts, and compilation within a limit of states.
#include "board/board_model.hpp"

#include <algorithm>

namespace passatempo::minesweeper {

std::uint64_t BoardModel::cell_count() const {
    std::uint64_t sum = free_cells;
    for (const std::uint32_t part : parts.cell_counts) sum += part;
    return sum;
}

LayoutState prepare_board(const Surface& surface, const std::uint8_t* cells, std::int64_t mines,
                          std::uint32_t claim_cell, std::uint64_t state_limit, Budget& budget, BoardModel& board_model,
                          std::uint64_t total_limit) {
    board_model.is_settled = false;
    const bool holds = board_model.frontier.propagate(surface, cells, claim_cell, budget);
    if (budget.stop() != Stop::done) return LayoutState::stopped;
    if (!holds) return LayoutState::contradictory;
    if (budget.poll()) return LayoutState::stopped;
    board_model.parts.split_frontier(board_model.frontier, budget);
    if (budget.stop() != Stop::done) return LayoutState::stopped;
    board_model.free_cells = board_model.frontier.off_frontier();
    board_model.has_count = mines >= 0;
    board_model.mines_left = mines - static_cast<std::int64_t>(board_model.frontier.mines);
    if (board_model.has_count && board_model.mines_left < 0) return LayoutState::contradictory;
    board_model.is_settled = true;
    board_model.diagrams.clear();
    board_model.too_wide.clear();
    if (!board_model.has_count) return LayoutState::consistent;
    for (std::uint32_t part = 0; part < board_model.parts.size(); ++part) {
        const std::uint64_t used =
            std::max<std::uint64_t>(board_model.diagrams.state_count(), board_model.diagrams.coefficient_start.back());
        const std::uint64_t limit = std::max(state_limit, total_limit);
        const Reduction reduction{true, std::min(state_limit, limit - std::min(limit, used))};
        switch (board_model.builder.build(board_model.parts, part, reduction, budget, board_model.diagrams)) {
            case BuildStatus::complete: break;
            case BuildStatus::contradictory: return LayoutState::contradictory;
            case BuildStatus::stopped: return LayoutState::stopped;
            case BuildStatus::too_wide: board_model.too_wide.push_back(part);
        }
    }
    return LayoutState::consistent;
}

}  // namespace passatempo::minesweeper
