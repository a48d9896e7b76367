// What the search has learned about moves: by cell, and by the way from the moves before.
// Algorithm: history heuristic with gravity, and continuation history (Schaeffer 1989)
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "board.hpp"

namespace passatempo::mnk {

// Counters that move towards a limit (so that old news fades).
class History {
public:
    explicit History(const Board& board);

    // The counters of a player's moves after two others.
    class After {
    public:
        int operator()(Cell move) const {
            const std::int32_t place = places_[move];
            return cells_[move] + answers_[by_last_[place]] + plans_[by_own_[place]];
        }

    private:
        friend History;
        After(const History& all, int player, Cell last, Cell own)
            : places_(all.places_.data()),
              cells_(all.cells_[player].data()),
              answers_(all.ways_[0].data()),
              plans_(all.ways_[1].data()),
              by_last_(all.ways_from(last)),
              by_own_(all.ways_from(own)) {}

        const std::int32_t* places_;
        const std::int16_t *cells_, *answers_, *plans_;
        const std::uint16_t *by_last_, *by_own_;
    };
    // `last` and `own`: the opponent's last move and the mover's own before it.
    After after(int player, Cell last, Cell own) const { return {*this, player, last, own}; }
    void learn(int player, Cell move, Cell last, Cell own, int bonus) {
        const std::int32_t place = places_[move];
        add(cells_[player][move], bonus);
        add(ways_[0][ways_from(last)[place]], bonus);
        add(ways_[1][ways_from(own)[place]], bonus);
    }

private:
    static constexpr int most = 4096, far = 8, side_length = 2 * far + 1;

    static void add(std::int16_t& counter, int bonus) { counter = counter + bonus - counter * std::abs(bonus) / most; }
    // The numbers of the ways from a cell, by the place of the other end; from nowhere all are the first.
    const std::uint16_t* ways_from(Cell from) const {
        return from == nowhere ? nowhere_.data() : numbers_.data() + places_.back() - places_[from];
    }

    std::vector<std::int32_t> places_;    // of the cells, in rows so long that a difference tells the offset
    std::vector<std::uint16_t> numbers_;  // of the offsets between two cells, far ones counting alike
    std::vector<std::uint16_t> nowhere_;
    std::array<std::vector<std::int16_t>, 2> cells_;
    std::array<std::vector<std::int16_t>, 2> ways_;  // by number: from the last move, from the mover's own before
};

inline History::History(const Board& board) {
    const int rows = board.rows(), columns = board.columns();
    for (int cell = 0; cell < board.size(); ++cell)
        places_.push_back(cell / columns * (2 * columns - 1) + cell % columns);
    const auto part = [](int offset) { return std::clamp(offset, -far, far) + far; };
    for (int row = 1 - rows; row < rows; ++row)
        for (int column = 1 - columns; column < columns; ++column)
            numbers_.push_back(part(row) * side_length + part(column));
    nowhere_.resize(places_.back() + 1);
    for (auto& cells : cells_) cells.resize(board.size());
    for (auto& ways : ways_) ways.resize(side_length * side_length);
}

}  // namespace passatempo::mnk
