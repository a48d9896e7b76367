// The moves of a node, brought into order as far as they are asked for, and what the search has learned about moves: by
// cell, and by the way from the moves before.
// Algorithm: history heuristic with gravity, and continuation history (Schaeffer 1989)
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "board.hpp"

namespace passatempo::mnk {

struct Choice {
    Cell move = nowhere;
    Threat attack = none, defence = none;  // what the cell is to the mover, and to the other
};

// The values stand by themselves in 16 bits, so that the best of many is found some at a time.
class Choices {
public:
    static constexpr int foremost = 32767;  // before all others

    std::size_t size() const { return count_; }
    // Begin anew, with room for so many.
    void clear(std::size_t room) {
        count_ = 0;
        if (moves_.size() < room) {
            moves_.resize(room);
            values_.resize(room);
        }
    }
    // Append a choice; one that is not wanted gives its place to the next.
    void add(const Choice& choice, bool wanted) {
        moves_[count_] = choice;
        count_ += wanted ? 1 : 0;
    }
    const Choice& operator[](std::size_t i) const { return moves_[i]; }
    void value(std::size_t i, int value) { values_[i] = std::clamp(value, -foremost, foremost); }
    void lead(std::size_t i) {
        values_[i] = foremost;
        swap(0, i);
    }
    // Bring the best of those not yet tried to place i.
    const Choice& pick(std::size_t i) {
        const Value* const values = values_.data();
        if (values[i] == foremost) return moves_[i];
        Value best = values[i];
        for (std::size_t j = i; j < count_; ++j) best = values[j] > best ? values[j] : best;
        const std::size_t at = std::find(values + i, values + count_, best) - values;
        swap(i, at);
        return moves_[i];
    }

private:
    using Value = std::int16_t;

    void swap(std::size_t i, std::size_t j) {
        std::swap(moves_[i], moves_[j]);
        std::swap(values_[i], values_[j]);
    }

    std::vector<Choice> moves_;
    std::vector<Value> values_;
    std::size_t count_ = 0;
};

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
