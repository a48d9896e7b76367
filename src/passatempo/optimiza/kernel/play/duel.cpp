// Every game played to its end, each state once: any win is better than any loss, then the winner wants much, the
// loser little.
// Algorithm: memoized backward induction
// Twin: optimiza/exact/duel.py
#include "play/duel.hpp"

#include <algorithm>
#include <array>

namespace passatempo::optimiza::play {

constexpr std::size_t most_seats = 64;  // cells of one number

Duel::Duel(Numbers board, Budget& budget)
    : cells_(board.cells), budget_(budget), leads_(cells_.size()), seat_(cells_.size()) {
    std::array<std::uint8_t, 256> seats{};
    for (std::uint32_t cell = 0; cell < cells_.size(); ++cell) {
        leads_[cell] = leads(board, cell);
        seat_[cell] = seats[cells_[cell]]++;
        if (seat_[cell] >= most_seats) refuse("cells: a number stands on more than 64 cells");
    }
}

std::vector<Payoff> Duel::payoffs(std::span<const std::uint32_t> path) {
    std::vector<Payoff> found;
    std::vector<std::uint32_t> onward;
    std::int64_t gone = 0;
    std::uint64_t used = 0;
    for (const std::uint32_t cell : path) {
        gone += cells_[cell];
        if (cells_[cell] == cells_[path.back()]) used |= bit(cell);
    }
    if (path.empty()) {
        for (std::uint32_t cell = 0; cell < cells_.size(); ++cell)
            if (!leads_[cell].empty()) onward.push_back(cell);
    } else {
        for (const std::uint32_t d : leads_[path.back()])
            if (std::find(path.begin(), path.end(), d) == path.end()) onward.push_back(d);
    }
    for (const std::uint32_t d : onward) {
        const bool beside = !path.empty() && cells_[d] == cells_[path.back()];
        const Value after = value(d, (beside ? used : 0) | bit(d));
        if (budget_.stop() != Stop::done) return {};
        found.push_back({d, after.wins ? -gone - after.points : gone + after.points});
    }
    return found;
}

Duel::Value Duel::value(std::uint32_t cell, std::uint64_t used) {
    if (const auto known = known_.find({cell, used}); known != known_.end()) return known->second;
    if (budget_.spend()) return {};
    std::int64_t win = 0, loss = 0;
    for (const std::uint32_t d : leads_[cell]) {
        const bool beside = cells_[d] == cells_[cell];
        if (beside && (used & bit(d)) != 0) continue;
        const Value after = value(d, (beside ? used : 0) | bit(d));
        if (!after.wins) win = std::max(win, after.points);
        else if (loss == 0 || after.points < loss) loss = after.points;
    }
    const std::int64_t own = cells_[cell];
    const Value found = win != 0 ? Value{true, own + win} : Value{false, own + loss};
    known_.emplace(State{cell, used}, found);
    return found;
}

}  // namespace passatempo::optimiza::play
