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

struct Choice {
    int value = 0;  // for ordering
    Cell move = nowhere;
    Threat attack = none, defence = none;  // what the cell is to the mover, and to the other
};

// Counters that move towards a limit (so that old news fades).
class History {
public:
    explicit History(const Board& board) {
        for (int cell = 0; cell < board.size(); ++cell)
            places_.push_back(
                {static_cast<std::int16_t>(cell / board.columns()), static_cast<std::int16_t>(cell % board.columns())});
        for (auto& cells : cells_) cells.resize(board.size());
        for (auto& turn : ways_) turn.assign(side_length * side_length, 0);
    }

    // `last` and `own`: the opponent's last move and the mover's own before it.
    int value(int player, Cell move, Cell last, Cell own) const {
        return cells_[player][move] + ways_[0][way(last, move)] + ways_[1][way(own, move)];
    }
    void learn(int player, Cell move, Cell last, Cell own, int bonus) {
        add(cells_[player][move], bonus);
        add(ways_[0][way(last, move)], bonus);
        add(ways_[1][way(own, move)], bonus);
    }

private:
    static constexpr int most = 4096, far = 8, side_length = 2 * far + 1;

    static void add(std::int16_t& counter, int bonus) { counter = counter + bonus - counter * std::abs(bonus) / most; }
    // The offset between two cells, far ones counting alike.
    std::size_t way(Cell from, Cell to) const {
        if (from == nowhere) return 0;
        const int rows = std::clamp(places_[to].row - places_[from].row, -far, far);
        const int columns = std::clamp(places_[to].column - places_[from].column, -far, far);
        return (rows + far) * side_length + columns + far;
    }

    struct Place {
        std::int16_t row, column;
    };
    std::vector<Place> places_;  // of the cells: a division costs more
    std::array<std::vector<std::int16_t>, 2> cells_;
    std::array<std::vector<std::int16_t>, 2> ways_;
};

}  // namespace passatempo::mnk
