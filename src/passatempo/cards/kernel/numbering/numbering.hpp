// The rows of UDUD by number, without the tables of all states: two rungs of a ladder at a time to find the number of a
// row, some that are kept to find the row of a number.
// Twin: cards/reference/scan.py
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "numbering/ladder.hpp"
#include "play/moves.hpp"

namespace passatempo::cards::numbering {

// A move for each value, the greatest first: points in the low three bits, runs in the next four.
using Moves = std::vector<std::uint8_t>;

struct Ranked {
    Long total, number;  // from 0
};

// The number of a row; none where the moves make no row, to be thrown away where the budget ended. At most so many
// bytes; where they are not enough the budget stops at once.
std::optional<Ranked> rank(const Ladder& ladder, const Moves& moves, std::uint64_t most, Budget& budget);

class Numbering {
public:
    // To be thrown away where the budget ended first.
    Numbering(Ladder ladder, std::uint64_t most, Budget& budget);

    const Long& total() const { return total_; }
    // The row with a number from 0, less than the total; to be thrown away where the budget ended first.
    Moves nth(Long number, Budget& budget) const;

private:
    std::uint64_t bytes(std::size_t parts) const;
    bool plan(std::uint64_t most, Budget& budget);

    Ladder ladder_;
    std::size_t parts_ = 2;   // into which a way is divided, at each of whose ends a rung is kept
    std::vector<Rung> kept_;  // of the whole way, the last one after all values
    Long total_;
};

}  // namespace passatempo::cards::numbering
