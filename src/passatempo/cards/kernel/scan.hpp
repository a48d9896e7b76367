// The rows of UDUD by number. The greatest cards are laid first, and a table counts the ways to lay the rest from each
// state. A run is strictly monotone, so it has at most one card of each value. A state records which stationary points
// are placed and which end runs have a card.
// Algorithm: every choice of points, and of runs for the other copies
// Twin: cards/reference/scan.py
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "numbers.hpp"
#include "values.hpp"

namespace passatempo::cards::numbering {

inline constexpr unsigned runs = 4, points = 3;
inline constexpr std::array<bool, runs> rising{true, false, true, false};
inline constexpr unsigned states = 1U << (points + 2);
inline constexpr unsigned first_has = 1U << points, last_has = 2U << points;  // a card, required by interior ends
inline constexpr unsigned maxima = 0b101, minimum = 0b010;
inline constexpr unsigned inner = 0b0110;  // the runs between the maxima

inline bool has_bit(unsigned set, unsigned bit_index) { return (set >> bit_index & 1U) != 0; }

// Bit sets of stationary points and runs, the first in the lowest bit, and the next state.
struct Move {
    unsigned point_bits, run_bits, next_state;
    bool operator==(const Move&) const = default;
};

// All subsets of `number` of the given bits, in lexicographic order of their members.
inline void choose_bits(unsigned from, unsigned number, unsigned subset_bits, std::vector<unsigned>& sets) {
    if (number == 0) {
        sets.push_back(subset_bits);
        return;
    }
    for (; std::popcount(from) >= static_cast<int>(number); from &= from - 1) {
        const unsigned lowest_bit = from & (~from + 1);
        choose_bits(from & ~lowest_bit & ~(lowest_bit - 1), number - 1, subset_bits | lowest_bit, sets);
    }
}

inline std::vector<unsigned> bit_subsets(unsigned from, unsigned number) {
    std::vector<unsigned> sets;
    choose_bits(from, number, 0, sets);
    return sets;
}

// A card fits inside a run if the upper end of the run is already placed and the lower end is not.
inline bool is_available(unsigned run, unsigned before, unsigned after) {
    const auto lies = [](unsigned state, int point) {
        return point < 0 || point >= int{points} || has_bit(state, point);
    };
    const int end = run, start_point = end - 1;  // the points next to the run
    const int lower_point = rising[run] ? start_point : end;
    const bool is_lower_open = lower_point < 0 || lower_point >= int{points} || !has_bit(after, lower_point);
    return lies(before, rising[run] ? end : start_point) && is_lower_open;
}

// The moves from a state for `copies` copies of a value, in the order in which rows are listed.
inline std::vector<Move> moves_of(unsigned state, unsigned copies, bool open_ends) {
    unsigned candidates = maxima & ~state;
    if ((state & maxima) == maxima) candidates |= minimum & ~state;  // the minimum is below both maxima
    std::vector<Move> legal_moves;
    for (unsigned number = 0; number <= copies && number <= points; ++number)
        for (const unsigned point_bits : bit_subsets(candidates, number)) {
            unsigned free = 0;
            for (unsigned run = 0; run < runs; ++run)
                if (is_available(run, state, state | point_bits)) free |= 1U << run;
            for (const unsigned run_bits : bit_subsets(free, copies - number)) {
                unsigned next_state = state | point_bits;
                if (!open_ends && has_bit(run_bits, 0)) next_state |= first_has;
                if (!open_ends && has_bit(run_bits, runs - 1)) next_state |= last_has;
                legal_moves.push_back({point_bits, run_bits, next_state});
            }
        }
    return legal_moves;
}

struct ScanRow {
    std::vector<Value> cards;
    std::vector<std::uint32_t> turning_points;  // positions of the stationary points, from 1
};

class RowScan {
public:
    // The bytes that the tables of a scan take.
    static std::uint64_t table_bytes(std::uint64_t value_count, std::int64_t distance);

    // Rows whose maxima are `distance` apart, where 0 means any. Discard the object if the budget has ended.
    RowScan(Kinds kinds, bool open_ends, std::int64_t distance, Budget& budget);

    const Long& total() const { return row_total_; }
    std::size_t words() const { return number_words_; }  // of a number
    ScanRow nth(Long number) const;                      // from 0 to the total - 1
    Long rank(const ScanRow& row) const;

private:
    const std::vector<Move>& moves_at(std::size_t layer, unsigned state) const;
    std::size_t inner_cards(const Move& move) const;
    Words state_ways(std::size_t layer, unsigned state, std::size_t cards) const;
    bool fill_layer(std::size_t layer, Budget& budget);
    ScanRow lay_cards(const std::vector<Move>& move_path) const;

    Kinds kinds_;
    bool open_ends_;
    std::size_t card_limit_ = 0;  // cards between the maxima, not counted if any distance is allowed
    bool has_distance_;
    std::size_t number_words_;
    unsigned final_state_;
    std::vector<std::vector<std::vector<Move>>> move_table_;  // by copies and state; empty for copies that no value has
    std::vector<Long> layer_tables_;  // one per layer, by state and by cards laid between the maxima
    Long row_total_;
};

}  // namespace passatempo::cards::numbering
