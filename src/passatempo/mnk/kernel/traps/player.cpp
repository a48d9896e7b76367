// Grading, keeping, and weighing further and further ahead.
#include "traps/player.hpp"

#include <algorithm>

#include "traps/traps.hpp"

namespace passatempo::mnk::traps {

namespace {

constexpr int far = 1000;          // more plies than there are
constexpr int long_loss = 6;       // plies to the end of a lost position that an opponent may not see
constexpr int deepest = 6;         // own moves looked ahead
constexpr std::size_t fewest = 4;  // moves that are looked at more deeply, the best of the depth before

// The moves without those that another becomes when the board is turned or reflected.
std::vector<int> distinct(const rules::Rules& rules, const rules::Marking& cells, const std::vector<int>& moves) {
    std::vector<rules::Cells> same;
    for (const rules::Cells& image : rules::symmetries(rules.m, rules.n)) {
        bool equal = true;
        for (std::size_t cell = 0; cell < cells.size(); ++cell) equal = equal && cells[image[cell]] == cells[cell];
        if (equal) same.push_back(image);
    }
    std::vector<int> kept;
    for (const int cell : moves) {
        const bool known = std::any_of(same.begin(), same.end(), [&](const rules::Cells& image) {
            return std::find(kept.begin(), kept.end(), image[cell]) != kept.end();
        });
        if (!known) kept.push_back(cell);
    }
    return kept;
}

}  // namespace

Marks marks_of(const rules::Marking& cells) {
    const std::uint8_t mover = rules::to_move(cells);
    Marks marks;
    for (std::size_t cell = 0; cell < cells.size(); ++cell)
        if (cells[cell] != rules::no_mark) (cells[cell] == mover ? marks.own : marks.other).set(cell);
    return marks;
}

std::vector<GradedMove> grades(Oracle& oracle, const Marks& marks, std::uint64_t most) {
    std::vector<GradedMove> graded;
    for (const int cell : ordered(potentials(oracle, marks), oracle.empty(marks))) {
        if (oracle.completes(marks.own, cell)) graded.push_back({cell, 1, 1});
        else if (const Known known = oracle.known(marks.after(cell), most); known.value != Value::unknown)
            graded.push_back({cell, -known.value, known.plies == 0 ? 0 : known.plies + 1});
        if (oracle.budget().stop() != Stop::done) break;
    }
    return graded;
}

std::vector<int> keeping(const std::vector<GradedMove>& graded, int value) {
    std::vector<GradedMove> kept;
    int shortest = far, longest = 0;
    for (GradedMove move : graded) {
        if (move.value != value) continue;
        if (move.plies == 0) move.plies = far;
        shortest = std::min(shortest, move.plies);
        longest = std::max(longest, move.plies);
        kept.push_back(move);
    }
    if (value > 0) std::erase_if(kept, [&](const GradedMove& move) { return move.plies != shortest; });
    if (value < 0)
        std::erase_if(kept, [&](const GradedMove& move) { return move.plies < std::min(longest, long_loss); });
    if (value <= 0)
        std::stable_sort(kept.begin(), kept.end(),
                         [](const GradedMove& a, const GradedMove& b) { return a.plies > b.plies; });
    std::vector<int> cells;
    for (const GradedMove& move : kept) cells.push_back(move.cell);
    return cells;
}

int best_trap(Oracle& oracle, const rules::Rules& rules, const rules::Marking& cells, const std::vector<int>& moves,
              const Budget& budget) {
    int best = moves.front();
    const Marks marks = marks_of(cells);
    std::vector<int> left = distinct(rules, cells, moves);
    for (int depth = 1; depth <= deepest; ++depth) {
        oracle.spend_from(budget);
        const std::vector<Hope> hopes = Traps(oracle).weigh(marks, left, depth);
        if (!hopes.empty()) best = hopes.front().cell;
        if (hopes.size() < left.size()) break;
        left.clear();
        for (std::size_t i = 0; i < std::min(hopes.size(), std::max(fewest, hopes.size() / 2)); ++i)
            left.push_back(hopes[i].cell);
    }
    return best;
}

}  // namespace passatempo::mnk::traps
