// The rows of UDUD by number: the greatest cards are laid first, and for every state it is counted in how many ways the
// rest can be laid.
// Twin: cards/reference/scan.py
#pragma once

#include <cstdint>
#include <vector>

#include "moves.hpp"
#include "numbers.hpp"
#include "values.hpp"

namespace passatempo::cards::numbering {

struct Row {
    std::vector<Value> cards;
    std::vector<std::uint32_t> turns;  // positions of the stationary points, from 1
};

class Scan {
public:
    // How many bytes the tables of such a scan take.
    static std::uint64_t bytes(std::uint64_t values, std::int64_t distance);

    // Rows whose maxima are so far apart; 0: any distance will do. To be thrown away where the budget ended first.
    Scan(Kinds kinds, bool open_ends, std::int64_t distance, Budget& budget);

    const Long& total() const { return total_; }
    std::size_t words() const { return words_; }  // of a number
    Row nth(Long number) const;                   // from 0, less than the total
    Long rank(const Row& row) const;

private:
    const std::vector<Move>& moves_at(std::size_t layer, unsigned state) const;
    std::size_t between(const Move& move) const;
    Words ways(std::size_t layer, unsigned state, std::size_t cards) const;
    bool fill(std::size_t layer, Budget& budget);
    Row laid(const std::vector<Move>& chosen) const;

    Kinds kinds_;
    bool open_;
    std::size_t most_ = 0;  // cards between the maxima; none are counted where any distance will do
    bool bound_;
    std::size_t words_;
    unsigned final_;
    std::vector<std::vector<std::vector<Move>>> moves_;  // by copies and state; none of copies that no value has
    std::vector<Long> tables_;                           // one a layer: by state and by cards laid between the maxima
    Long total_;
};

}  // namespace passatempo::cards::numbering
