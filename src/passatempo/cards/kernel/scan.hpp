// The rows of UDUD by number: the greatest cards are laid first, and for every state it is counted in how many ways the
// rest can be laid.
// Where the copies of one value may go: a run is strictly monotone, so it has at most one card of a value; a state says
// which stationary points lie, and which end runs have a card.
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
inline constexpr unsigned first_has = 1U << points, last_has = 2U << points;  // a card, which interior ends ask for
inline constexpr unsigned maxima = 0b101, minimum = 0b010;
inline constexpr unsigned inner = 0b0110;  // the runs between the maxima

inline bool has(unsigned set, unsigned one) { return (set >> one & 1U) != 0; }

// As bits: stationary points and runs, the first one lowest; and the state after.
struct Move {
    unsigned points, runs, after;
    bool operator==(const Move&) const = default;
};

// All sets of so many of the given bits, in the order of the lists of their members.
inline void choose_bits(unsigned from, unsigned number, unsigned taken, std::vector<unsigned>& sets) {
    if (number == 0) {
        sets.push_back(taken);
        return;
    }
    for (; std::popcount(from) >= static_cast<int>(number); from &= from - 1) {
        const unsigned least = from & (~from + 1);
        choose_bits(from & ~least & ~(least - 1), number - 1, taken | least, sets);
    }
}

inline std::vector<unsigned> subsets(unsigned from, unsigned number) {
    std::vector<unsigned> sets;
    choose_bits(from, number, 0, sets);
    return sets;
}

// A card may lie inside a run below its upper end, which lies already, and above its lower end, which does not.
inline bool available(unsigned run, unsigned before, unsigned after) {
    const auto lies = [](unsigned state, int point) { return point < 0 || point >= int{points} || has(state, point); };
    const int end = run, begin = end - 1;  // the points beside it
    const int lower = rising[run] ? begin : end;
    const bool open_below = lower < 0 || lower >= int{points} || !has(after, lower);
    return lies(before, rising[run] ? end : begin) && open_below;
}

// The moves from a state for so many copies of a value, in the order of the list of all rows.
inline std::vector<Move> moves_of(unsigned state, unsigned copies, bool open_ends) {
    unsigned candidates = maxima & ~state;
    if ((state & maxima) == maxima) candidates |= minimum & ~state;  // it is below both maxima
    std::vector<Move> found;
    for (unsigned number = 0; number <= copies && number <= points; ++number)
        for (const unsigned placed : subsets(candidates, number)) {
            unsigned free = 0;
            for (unsigned run = 0; run < runs; ++run)
                if (available(run, state, state | placed)) free |= 1U << run;
            for (const unsigned taken : subsets(free, copies - number)) {
                unsigned after = state | placed;
                if (!open_ends && has(taken, 0)) after |= first_has;
                if (!open_ends && has(taken, runs - 1)) after |= last_has;
                found.push_back({placed, taken, after});
            }
        }
    return found;
}

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
