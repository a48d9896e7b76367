// The rows of UDUD by number, without the tables of all states: two layers at a time to find the number of a
// row, some that are kept to find the row of a number.
// Twin: cards/reference/scan.py
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "numbers.hpp"
#include "scan.hpp"

namespace passatempo::cards::numbering {

// Numbers for `count` neighbouring numbers of wanted cards, the least of them `low`; all others are 0.
struct CountVector {
    std::size_t first_count = 0, count = 0;
    std::size_t number_words = 0, greatest_bits = 0;  // that a number takes, and that the greatest one has
    std::vector<Word> count_words;

    Words number_at(std::size_t card_count) const {
        if (card_count < first_count || card_count - first_count >= count) return {};
        return Words(count_words).subspan((card_count - first_count) * number_words, number_words);
    }
};

// What is laid already, and how many end runs may get cards: all three points, both maxima, or one of them, beside
// which end runs are open.
enum Table : std::size_t { bottom0, bottom1, bottom2, both0, both1, both2, one00, one01, one11, one12, tables };
using LayerTable = std::array<CountVector, tables>;
using TableSet = std::array<bool, tables>;

struct CardWindow {
    std::size_t low, high;  // cards wanted, both included
};

// The tables in which `ways` looks for states that follow this one.
TableSet reachable_tables(unsigned state, bool open_ends);

// A table for each value: in how many ways the values from it on can be laid, by the cards wanted between the
// maxima.
class LayerTables {
public:
    // A distance of 0: any will do, and none between the maxima are counted.
    LayerTables(std::vector<std::uint8_t> copies, bool open_ends, std::int64_t distance);

    std::size_t size() const { return copy_counts_.size(); }
    std::size_t words() const { return number_words_; }         // of the greatest number
    std::size_t target_cards() const { return target_cards_; }  // cards between the maxima besides the minimum
    bool open_ends() const { return open_ends_; }
    unsigned copies(std::size_t layer) const { return copy_counts_[layer]; }
    std::size_t inner_cards(unsigned run_set) const;  // so many cards that a move lays there

    LayerTable last_layer() const;  // after the last value
    // The table before a value; to be thrown away where the budget ended. None is made for the first value.
    LayerTable previous_layer(const LayerTable& after, std::size_t layer, const CardWindow& window,
                              const TableSet& table_set, LimitMeter& meter) const;
    CardWindow card_window(std::size_t layer) const;  // all that a row can want before this value
    // The tables that rows can need before this value.
    const TableSet& table_set(std::size_t layer) const {
        return layer > last_lone_layer_ ? late_tables_ : early_tables_;
    }
    // At most so many bytes for a table.
    std::uint64_t layer_bytes(std::size_t layer, const CardWindow& window, const TableSet& table_set) const;

    // In how many ways the rest can be laid from a state, which a table knows.
    Long state_ways(const LayerTable& layer_table, unsigned state, std::size_t card_count) const;

private:
    std::vector<std::uint8_t> copy_counts_;
    bool open_ends_, has_distance_;
    std::size_t target_cards_ = 0, number_words_;
    std::size_t last_lone_layer_;  // the last value before which a maximum may be missing
    TableSet early_tables_, late_tables_;
};

// A move for each value, the greatest first: points in the low three bits, runs in the next four.
using Moves = std::vector<std::uint8_t>;

struct RankResult {
    Long total, row_number;  // from 0
};

// The number of a row; none where the moves make no row, to be thrown away where the budget ended. At most so many
// bytes; where they are not enough the budget stops at once.
std::optional<RankResult> rank(const LayerTables& layer_tables, const Moves& moves, std::uint64_t byte_limit,
                               Budget& budget);

class RowUnranker {
public:
    // To be thrown away where the budget ended first.
    RowUnranker(LayerTables layer_tables, std::uint64_t byte_limit, Budget& budget);

    const Long& total() const { return row_total_; }
    // The row with a number from 0, less than the total; to be thrown away where the budget ended first.
    Moves nth(Long number, Budget& budget) const;

private:
    std::uint64_t checkpoint_bytes(std::size_t parts) const;
    bool plan_checkpoints(std::uint64_t byte_limit, Budget& budget);

    LayerTables layer_tables_;
    std::size_t part_count_ = 2;           // into which a way is divided, at each of whose ends a table is kept
    std::vector<LayerTable> checkpoints_;  // of the whole way, the last one after all values
    Long row_total_;
};

}  // namespace passatempo::cards::numbering
