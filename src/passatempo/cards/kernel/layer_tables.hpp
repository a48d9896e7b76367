// The rows of UDUD by number, without a table for each state. Ranking holds two layers at a time, and unranking keeps
// some layers as checkpoints.
// Twin: cards/reference/scan.py
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "numbers.hpp"
#include "scan.hpp"

namespace passatempo::cards::numbering {

// Numbers of ways for `count` consecutive card counts from `first_count` on. All other numbers are 0.
struct CountVector {
    std::size_t first_count = 0, count = 0;
    std::size_t number_words = 0, greatest_bits = 0;  // words of each number, bits of the greatest one
    std::vector<Word> count_words;

    Words number_at(std::size_t card_count) const {
        if (card_count < first_count || card_count - first_count >= count) return {};
        return Words(count_words).subspan((card_count - first_count) * number_words, number_words);
    }
};

// The points placed (all three, both maxima, or one maximum), then the number of end runs that may get cards. With one
// maximum, the first digit counts the open end runs beside it.
enum Table : std::size_t { bottom0, bottom1, bottom2, both0, both1, both2, one00, one01, one11, one12, tables };
using LayerTable = std::array<CountVector, tables>;
using TableSet = std::array<bool, tables>;

struct CardWindow {
    std::size_t low, high;  // bounds of the card count, both included
};

// The tables that `state_ways` reads for the successors of a state.
TableSet reachable_tables(unsigned state, bool open_ends);

// The table of each value counts the ways to lay the values from it on, by the number of cards still to be laid between
// the maxima.
class LayerTables {
public:
    // A distance of 0 means any distance, and then cards between the maxima are not counted.
    LayerTables(std::vector<std::uint8_t> copies, bool open_ends, std::int64_t distance);

    std::size_t size() const { return copy_counts_.size(); }
    std::size_t words() const { return number_words_; }         // of the greatest number
    std::size_t target_cards() const { return target_cards_; }  // cards between the maxima besides the minimum
    bool open_ends() const { return open_ends_; }
    unsigned copies(std::size_t layer) const { return copy_counts_[layer]; }
    std::size_t inner_cards(unsigned run_set) const;  // cards that a move lays between the maxima

    LayerTable last_layer() const;  // after the last value
    // The table before a value, except the first. Discard the result if the budget has ended.
    LayerTable previous_layer(const LayerTable& after, std::size_t layer, const CardWindow& window,
                              const TableSet& table_set, LimitMeter& meter) const;
    CardWindow card_window(std::size_t layer) const;  // every card count possible before this value
    // The tables that a row may need before this value.
    const TableSet& table_set(std::size_t layer) const {
        return layer > last_lone_layer_ ? late_tables_ : early_tables_;
    }
    // An upper bound on the bytes of a layer.
    std::uint64_t layer_bytes(std::size_t layer, const CardWindow& window, const TableSet& table_set) const;

    // The number of ways to lay the remaining cards from a state.
    Long state_ways(const LayerTable& layer_table, unsigned state, std::size_t card_count) const;

private:
    std::vector<std::uint8_t> copy_counts_;
    bool open_ends_, has_distance_;
    std::size_t target_cards_ = 0, number_words_;
    std::size_t last_lone_layer_;  // the last value before which a maximum may be missing
    TableSet early_tables_, late_tables_;
};

// A move for each value, the greatest first, with points in the low three bits and runs in the next four.
using Moves = std::vector<std::uint8_t>;

struct RankResult {
    Long total, row_number;  // from 0
};

// The number of a row, or nothing if the moves make no row. Discard the result if the budget has ended. The budget
// stops at once if `byte_limit` is too small.
std::optional<RankResult> rank(const LayerTables& layer_tables, const Moves& moves, std::uint64_t byte_limit,
                               Budget& budget);

class RowUnranker {
public:
    // Discard the object if the budget has ended.
    RowUnranker(LayerTables layer_tables, std::uint64_t byte_limit, Budget& budget);

    const Long& total() const { return row_total_; }
    // The row with a number from 0 to the total - 1. Discard the result if the budget has ended.
    Moves nth(Long number, Budget& budget) const;

private:
    std::uint64_t checkpoint_bytes(std::size_t parts) const;
    bool plan_checkpoints(std::uint64_t byte_limit, Budget& budget);

    LayerTables layer_tables_;
    std::size_t part_count_ = 2;           // parts of each stretch of values, with a table kept at the end of each
    std::vector<LayerTable> checkpoints_;  // of all values, the last one after the least value
    Long row_total_;
};

}  // namespace passatempo::cards::numbering
