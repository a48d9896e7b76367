// A table for each value: in how many ways the values from it on can be laid, by state and cards between the maxima.
// Algorithm: dynamic programming over values, unranking by prefix sums
// Twin: cards/reference/scan.py
#include "scan.hpp"

#include <bit>

namespace passatempo::cards::numbering {

Scan::Scan(Kinds kinds, bool open_ends, std::int64_t distance, Budget& budget)
    : kinds_(std::move(kinds)),
      open_(open_ends),
      bound_(distance != 0),
      words_(words_for(kinds_.size())),
      final_(open_ends ? 0b111 : 0b11111),
      total_(words_) {
    if (bound_ && distance < 2) return;
    if (bound_) most_ = distance - 2;
    for (const Kind& kind : kinds_) {
        if (moves_.size() <= kind.copies) moves_.resize(kind.copies + 1);
        if (!moves_[kind.copies].empty()) continue;
        for (unsigned state = 0; state < states; ++state)
            moves_[kind.copies].push_back(moves_of(state, kind.copies, open_));
    }
    if (!budget.room_for(bytes(kinds_.size(), distance))) return;
    tables_.assign(kinds_.size() + 1, Long(states * (most_ + 1) * words_));
    tables_.back()[(final_ * (most_ + 1) + most_) * words_] = 1;
    for (std::size_t layer = kinds_.size(); layer-- > 0;)
        if (!fill(layer, budget)) return;
    const Words all = ways(0, 0, 0);
    total_.assign(all.begin(), all.end());
}

std::uint64_t Scan::bytes(std::uint64_t values, std::int64_t distance) {
    const std::uint64_t blocks = distance > 2 ? distance - 1 : 1;
    return (values + 1) * states * blocks * words_for(values) * sizeof(Word);
}

bool Scan::fill(std::size_t layer, Budget& budget) {
    for (unsigned state = 0; state < states; ++state) {
        if (budget.spend() || budget.poll()) return false;
        for (const Move& move : moves_at(layer, state))
            for (std::size_t cards = 0; cards + between(move) <= most_; ++cards)
                add(std::span(tables_[layer]).subspan((state * (most_ + 1) + cards) * words_, words_),
                    ways(layer + 1, move.after, cards + between(move)));
    }
    return true;
}

Words Scan::ways(std::size_t layer, unsigned state, std::size_t cards) const {
    return Words(tables_[layer]).subspan((state * (most_ + 1) + cards) * words_, words_);
}

std::size_t Scan::between(const Move& move) const { return bound_ ? std::popcount(move.runs & inner) : 0; }

const std::vector<Move>& Scan::moves_at(std::size_t layer, unsigned state) const {
    return moves_[kinds_[layer].copies][state];
}

Row Scan::nth(Long number) const {
    std::vector<Move> chosen;
    unsigned state = 0;
    std::size_t cards = 0;
    for (std::size_t layer = 0; layer < kinds_.size(); ++layer)
        for (const Move& move : moves_at(layer, state)) {
            const std::size_t after = cards + between(move);
            if (after > most_) continue;
            const Words here = ways(layer + 1, move.after, after);
            if (less(number, here)) {
                chosen.push_back(move);
                state = move.after;
                cards = after;
                break;
            }
            subtract(number, here);
        }
    return laid(chosen);
}

Long Scan::rank(const Row& row) const {
    Long number(words_);
    unsigned state = 0;
    std::size_t cards = 0;
    for (std::size_t layer = 0; layer < kinds_.size(); ++layer) {
        unsigned placed = 0, taken = 0, run = 0;
        for (std::size_t at = 0; at < row.cards.size(); ++at) {
            const bool turns = run < points && row.turns[run] == at + 1;
            if (row.cards[at] == kinds_[layer].value) (turns ? placed : taken) |= 1U << run;
            run += turns;
        }
        for (const Move& move : moves_at(layer, state)) {
            const std::size_t after = cards + between(move);
            if (move.points == placed && move.runs == taken) {
                state = move.after;
                cards = after;
                break;
            }
            if (after <= most_) add(number, ways(layer + 1, move.after, after));
        }
    }
    return number;
}

Row Scan::laid(const std::vector<Move>& chosen) const {
    Row row;
    for (unsigned run = 0; run < runs; ++run) {
        std::vector<Value> inside;
        Value end = 0;
        for (std::size_t layer = 0; layer < chosen.size(); ++layer) {
            if (has(chosen[layer].runs, run)) inside.push_back(kinds_[layer].value);
            if (run < points && has(chosen[layer].points, run)) end = kinds_[layer].value;
        }
        if (rising[run]) row.cards.insert(row.cards.end(), inside.rbegin(), inside.rend());
        else row.cards.insert(row.cards.end(), inside.begin(), inside.end());
        if (run == points) break;
        row.cards.push_back(end);
        row.turns.push_back(row.cards.size());
    }
    return row;
}

}  // namespace passatempo::cards::numbering
