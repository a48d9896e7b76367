// The table of each value counts the ways to lay the values from it on, by state and by cards between the maxima.
// Algorithm: dynamic programming over values, unranking by prefix sums
// Twin: cards/reference/scan.py
#include "scan.hpp"

#include <bit>

namespace passatempo::cards::numbering {

RowScan::RowScan(Kinds kinds, bool open_ends, std::int64_t distance, Budget& budget)
    : kinds_(std::move(kinds)),
      open_ends_(open_ends),
      has_distance_(distance != 0),
      number_words_(words_for(kinds_.size())),
      final_state_(open_ends ? 0b111 : 0b11111),
      row_total_(number_words_) {
    if (has_distance_ && distance < 2) return;
    if (has_distance_) card_limit_ = distance - 2;
    for (const CardKind& kind : kinds_) {
        if (move_table_.size() <= kind.copies) move_table_.resize(kind.copies + 1);
        if (!move_table_[kind.copies].empty()) continue;
        for (unsigned state = 0; state < states; ++state)
            move_table_[kind.copies].push_back(moves_of(state, kind.copies, open_ends_));
    }
    if (!budget.room_for(table_bytes(kinds_.size(), distance))) return;
    layer_tables_.assign(kinds_.size() + 1, Long(states * (card_limit_ + 1) * number_words_));
    layer_tables_.back()[(final_state_ * (card_limit_ + 1) + card_limit_) * number_words_] = 1;
    for (std::size_t layer = kinds_.size(); layer-- > 0;)
        if (!fill_layer(layer, budget)) return;
    const Words row_ways = state_ways(0, 0, 0);
    row_total_.assign(row_ways.begin(), row_ways.end());
}

std::uint64_t RowScan::table_bytes(std::uint64_t value_count, std::int64_t distance) {
    const std::uint64_t blocks = distance > 2 ? distance - 1 : 1;
    return (value_count + 1) * states * blocks * words_for(value_count) * sizeof(Word);
}

bool RowScan::fill_layer(std::size_t layer, Budget& budget) {
    for (unsigned state = 0; state < states; ++state) {
        if (budget.spend() || budget.poll()) return false;
        for (const Move& move : moves_at(layer, state))
            for (std::size_t cards = 0; cards + inner_cards(move) <= card_limit_; ++cards)
                add_to(std::span(layer_tables_[layer])
                           .subspan((state * (card_limit_ + 1) + cards) * number_words_, number_words_),
                       state_ways(layer + 1, move.next_state, cards + inner_cards(move)));
    }
    return true;
}

Words RowScan::state_ways(std::size_t layer, unsigned state, std::size_t cards) const {
    return Words(layer_tables_[layer]).subspan((state * (card_limit_ + 1) + cards) * number_words_, number_words_);
}

std::size_t RowScan::inner_cards(const Move& move) const {
    return has_distance_ ? std::popcount(move.run_bits & inner) : 0;
}

const std::vector<Move>& RowScan::moves_at(std::size_t layer, unsigned state) const {
    return move_table_[kinds_[layer].copies][state];
}

ScanRow RowScan::nth(Long number) const {
    std::vector<Move> move_path;
    unsigned state = 0;
    std::size_t cards = 0;
    for (std::size_t layer = 0; layer < kinds_.size(); ++layer)
        for (const Move& move : moves_at(layer, state)) {
            const std::size_t next_cards = cards + inner_cards(move);
            if (next_cards > card_limit_) continue;
            const Words move_ways = state_ways(layer + 1, move.next_state, next_cards);
            if (is_less(number, move_ways)) {
                move_path.push_back(move);
                state = move.next_state;
                cards = next_cards;
                break;
            }
            subtract(number, move_ways);
        }
    return lay_cards(move_path);
}

Long RowScan::rank(const ScanRow& row) const {
    Long number(number_words_);
    unsigned state = 0;
    std::size_t cards = 0;
    for (std::size_t layer = 0; layer < kinds_.size(); ++layer) {
        unsigned point_bits = 0, run_bits = 0, run = 0;
        for (std::size_t at = 0; at < row.cards.size(); ++at) {
            const bool turns = run < points && row.turning_points[run] == at + 1;
            if (row.cards[at] == kinds_[layer].card) (turns ? point_bits : run_bits) |= 1U << run;
            run += turns;
        }
        for (const Move& move : moves_at(layer, state)) {
            const std::size_t next_cards = cards + inner_cards(move);
            if (move.point_bits == point_bits && move.run_bits == run_bits) {
                state = move.next_state;
                cards = next_cards;
                break;
            }
            if (next_cards <= card_limit_) add_to(number, state_ways(layer + 1, move.next_state, next_cards));
        }
    }
    return number;
}

ScanRow RowScan::lay_cards(const std::vector<Move>& move_path) const {
    ScanRow row;
    for (unsigned run = 0; run < runs; ++run) {
        std::vector<Value> inside;
        Value end = 0;
        for (std::size_t layer = 0; layer < move_path.size(); ++layer) {
            if (has_bit(move_path[layer].run_bits, run)) inside.push_back(kinds_[layer].card);
            if (run < points && has_bit(move_path[layer].point_bits, run)) end = kinds_[layer].card;
        }
        if (rising[run]) row.cards.insert(row.cards.end(), inside.rbegin(), inside.rend());
        else row.cards.insert(row.cards.end(), inside.begin(), inside.end());
        if (run == points) break;
        row.cards.push_back(end);
        row.turning_points.push_back(row.cards.size());
    }
    return row;
}

}  // namespace passatempo::cards::numbering
