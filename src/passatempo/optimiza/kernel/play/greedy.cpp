// Sums of the backward greedy for every end: the rest of a path depends only on where a stretch of one number ends.
// Algorithm: greedy
// Twin: optimiza/greedy.py
#include "play/greedy.hpp"

#include <algorithm>
#include <numeric>

namespace passatempo::optimiza::play {
namespace {

constexpr std::uint32_t none = ~std::uint32_t{0};

class Backward {
public:
    explicit Backward(Numbers board) : cells_(board.cells), beside_(cells_.size()), before_(cells_.size(), none) {
        for (std::uint32_t cell = 0; cell < cells_.size(); ++cell)
            for (const std::uint32_t d : leads(board, cell)) {
                if (cells_[d] == cells_[cell]) beside_[cell].push_back(d);
                else if (before_[d] == none || cells_[before_[d]] < cells_[cell]) before_[d] = cell;
            }
    }

    // The cells that the greedy takes of one number, from an end: how many, and the last of them.
    std::pair<std::int64_t, std::uint32_t> stretch(std::uint32_t end) const {
        std::vector<std::uint32_t> taken{end};
        for (bool goes_on = true; goes_on;) {
            goes_on = false;
            for (const std::uint32_t next : beside_[taken.back()])
                if (std::find(taken.begin(), taken.end(), next) == taken.end()) {
                    taken.push_back(next);
                    goes_on = true;
                    break;
                }
        }
        return {taken.size(), taken.back()};
    }

    std::uint32_t before(std::uint32_t cell) const { return before_[cell]; }

private:
    const std::vector<std::uint8_t>& cells_;
    std::vector<std::vector<std::uint32_t>> beside_;
    std::vector<std::uint32_t> before_;  // of the greatest smaller number that leads here, the first cell
};

}  // namespace

Greedy greedy(Numbers board, Budget& budget) {
    const Backward back(board);
    std::vector<std::uint32_t> ends(board.cells.size());
    std::iota(ends.begin(), ends.end(), 0);
    std::stable_sort(ends.begin(), ends.end(), [&](auto a, auto b) { return board.cells[a] < board.cells[b]; });
    std::vector<std::int64_t> sums(ends.size());
    Greedy found;
    for (const std::uint32_t end : ends) {
        if (budget.spend()) return found;
        const auto [length, last] = back.stretch(end);
        const std::uint32_t next = back.before(last);
        sums[end] = board.cells[end] * length + (next == none ? 0 : sums[next]);
        found.y = std::max(found.y, sums[end]);
    }
    const int n = board.surface.n;
    found.x = sums[*std::find_if(ends.begin(), ends.end(), [&](auto cell) { return board.cells[cell] == n; })];
    return found;
}

}  // namespace passatempo::optimiza::play
