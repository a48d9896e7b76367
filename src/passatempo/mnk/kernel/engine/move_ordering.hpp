// The moves of a node, sorted on demand, and the history of moves: by cell, and by the offset from the moves before.
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

struct MoveCandidate {
    Cell move = nowhere;
    Threat attack_threat = none, defence_threat = none;  // of the cell for the mover, and for the opponent
};

// The scores are stored separately in 16 bits, so that the best is found with vector instructions.
class MoveList {
public:
    static constexpr int first_priority = 32767;  // before all others

    std::size_t size() const { return move_count_; }
    // Clear the list, with room for so many moves.
    void clear(std::size_t room) {
        move_count_ = 0;
        if (candidates_.size() < room) {
            candidates_.resize(room);
            order_scores_.resize(room);
        }
    }
    // Append a move. The next move replaces one that is no candidate.
    void add(const MoveCandidate& choice, bool is_candidate) {
        candidates_[move_count_] = choice;
        move_count_ += is_candidate ? 1 : 0;
    }
    const MoveCandidate& operator[](std::size_t i) const { return candidates_[i]; }
    void set_score(std::size_t i, int order_score) {
        order_scores_[i] = std::clamp(order_score, -first_priority, first_priority);
    }
    void move_to_front(std::size_t i) {
        order_scores_[i] = first_priority;
        swap(0, i);
    }
    // Swap the best of the moves not yet tried to index i.
    const MoveCandidate& pick_best(std::size_t i) {
        const Value* const order_scores = order_scores_.data();
        if (order_scores[i] == first_priority) return candidates_[i];
        Value best = order_scores[i];
        for (std::size_t j = i; j < move_count_; ++j) best = order_scores[j] > best ? order_scores[j] : best;
        const std::size_t at = std::find(order_scores + i, order_scores + move_count_, best) - order_scores;
        swap(i, at);
        return candidates_[i];
    }

private:
    using Value = std::int16_t;

    void swap(std::size_t i, std::size_t j) {
        std::swap(candidates_[i], candidates_[j]);
        std::swap(order_scores_[i], order_scores_[j]);
    }

    std::vector<MoveCandidate> candidates_;
    std::vector<Value> order_scores_;
    std::size_t move_count_ = 0;
};

// Counters that move towards a limit, so that old information fades.
class HistoryTable {
public:
    explicit HistoryTable(const Board& board);

    // The counters of a player's moves after two earlier moves.
    class ContinuationHistory {
    public:
        int operator()(Cell move) const {
            const std::int32_t place = cell_places_[move];
            return cell_counters_[move] + reply_counters_[last_offsets_[place]] +
                   plan_counters_[previous_offsets_[place]];
        }

    private:
        friend HistoryTable;
        ContinuationHistory(const HistoryTable& all, int player, Cell last, Cell previous_move)
            : cell_places_(all.places_.data()),
              cell_counters_(all.cells_[player].data()),
              reply_counters_(all.offset_counters_[0].data()),
              plan_counters_(all.offset_counters_[1].data()),
              last_offsets_(all.offsets_from(last)),
              previous_offsets_(all.offsets_from(previous_move)) {}

        const std::int32_t* cell_places_;
        const std::int16_t *cell_counters_, *reply_counters_, *plan_counters_;
        const std::uint16_t *last_offsets_, *previous_offsets_;
    };
    // `last` is the opponent's last move, and `previous_move` is the mover's own move before it.
    ContinuationHistory continuation(int player, Cell last, Cell previous_move) const {
        return {*this, player, last, previous_move};
    }
    void update_counters(int player, Cell move, Cell last, Cell previous_move, int bonus) {
        const std::int32_t place = places_[move];
        add_bonus(cells_[player][move], bonus);
        add_bonus(offset_counters_[0][offsets_from(last)[place]], bonus);
        add_bonus(offset_counters_[1][offsets_from(previous_move)[place]], bonus);
    }

private:
    static constexpr int counter_limit = 4096, offset_limit = 8, side_length = 2 * offset_limit + 1;

    static void add_bonus(std::int16_t& counter, int bonus) {
        counter = counter + bonus - counter * std::abs(bonus) / counter_limit;
    }
    // The numbers of the offsets from a cell, by the place of the other end. From nowhere, all offsets have one number.
    const std::uint16_t* offsets_from(Cell from) const {
        return from == nowhere ? no_move_offsets_.data() : offset_numbers_.data() + places_.back() - places_[from];
    }

    std::vector<std::int32_t> places_;  // of the cells, in rows so long that a difference determines the offset
    std::vector<std::uint16_t> offset_numbers_;  // of the offsets between two cells; far ones share a number
    std::vector<std::uint16_t> no_move_offsets_;
    std::array<std::vector<std::int16_t>, 2> cells_;
    std::array<std::vector<std::int16_t>, 2>
        offset_counters_;  // by number: from the last move, and from the mover's previous move
};

inline HistoryTable::HistoryTable(const Board& board) {
    const int rows = board.rows(), columns = board.columns();
    for (int cell = 0; cell < board.size(); ++cell)
        places_.push_back(cell / columns * (2 * columns - 1) + cell % columns);
    const auto part = [](int offset) { return std::clamp(offset, -offset_limit, offset_limit) + offset_limit; };
    for (int row = 1 - rows; row < rows; ++row)
        for (int column = 1 - columns; column < columns; ++column)
            offset_numbers_.push_back(part(row) * side_length + part(column));
    no_move_offsets_.resize(places_.back() + 1);
    for (auto& cells : cells_) cells.resize(board.size());
    for (auto& ways : offset_counters_) ways.resize(side_length * side_length);
}

}  // namespace passatempo::mnk
