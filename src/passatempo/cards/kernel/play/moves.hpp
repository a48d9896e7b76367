// Where the copies of one value may go in UDUD, and what is known afterwards.
// Twin: cards/reference/scan_moves.py
#pragma once

#include <array>
#include <vector>

namespace passatempo::cards::play {

inline constexpr unsigned runs = 4, points = 3;
inline constexpr std::array<bool, runs> rising{true, false, true, false};
inline constexpr unsigned states = 1U << (points + 2);
inline constexpr unsigned first_has = 1U << points, last_has = 2U << points;  // a card, which interior ends ask for
inline constexpr unsigned maxima = 0b101, minimum = 0b010;
inline constexpr unsigned inner = 0b0110;  // the runs between the maxima

inline bool has(unsigned set, unsigned one) { return (set >> one & 1U) != 0; }

// As bits: stationary points and runs, the first one lowest; and the state after.
struct Move {
    unsigned points, runs, after;
    bool operator==(const Move&) const = default;
};

// The moves from a state for so many copies of a value, in the order of the list of all rows.
std::vector<Move> moves_of(unsigned state, unsigned copies, bool open_ends);

}  // namespace passatempo::cards::play
