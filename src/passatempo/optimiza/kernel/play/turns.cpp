// Legal moves, and what is wrong with those that are not.
#include "play/turns.hpp"

#include <algorithm>

#include "play/plane.hpp"

namespace passatempo::optimiza::play {
namespace {

bool among(std::span<const std::uint32_t> cells, std::uint32_t cell) {
    return std::find(cells.begin(), cells.end(), cell) != cells.end();
}

}  // namespace

std::vector<std::uint32_t> leads(Numbers board, std::uint32_t cell) {
    const Place at = place_of(board.surface, cell);
    Landings reached;
    const int count = board.surface.landings(at.row, at.column, board.cells[cell], reached);
    std::vector<std::uint32_t> found;
    for (int k = 0; k < count; ++k)
        if (board.cells[reached[k]] >= board.cells[cell]) found.push_back(reached[k]);
    std::sort(found.begin(), found.end());
    return found;
}

Verdict judge(Numbers board, std::span<const std::uint32_t> path) {
    Verdict found;
    std::vector<bool> used(board.cells.size());
    for (std::size_t move = 0; move < path.size(); ++move) {
        const std::uint32_t cell = path[move];
        if (cell >= board.cells.size()) {
            found.rule = Rule::off_board;
        } else if (move > 0) {
            const std::uint32_t last = path[move - 1];
            if (!among(targets(board.surface, last, board.cells[last]), cell)) found.rule = Rule::not_straight;
            else if (board.cells[cell] < board.cells[last]) found.rule = Rule::smaller;
            else if (used[cell]) found.rule = Rule::used;
        }
        if (found.rule != Rule::none) {
            found.broken = move;
            return found;
        }
        used[cell] = true;
        found.sum += board.cells[cell];
    }
    return found;
}

std::vector<std::uint32_t> onward(Numbers board, std::span<const std::uint32_t> path, bool duel) {
    std::vector<std::uint32_t> found;
    if (path.empty()) {
        for (std::uint32_t cell = 0; cell < board.cells.size(); ++cell)
            if (!duel || !leads(board, cell).empty()) found.push_back(cell);
        return found;
    }
    for (const std::uint32_t cell : leads(board, path.back()))
        if (!among(path, cell)) found.push_back(cell);
    return found;
}

}  // namespace passatempo::optimiza::play
