// The rows of UDUD by number, without the tables of all states: two rungs of a ladder at a time to find the number of a
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
struct Series {
    std::size_t low = 0, count = 0;
    std::size_t words = 0, bits = 0;  // that a number takes, and that the greatest one has
    std::vector<Word> data;

    Words at(std::size_t wanted) const {
        if (wanted < low || wanted - low >= count) return {};
        return Words(data).subspan((wanted - low) * words, words);
    }
};

// What is laid already, and how many end runs may get cards: all three points, both maxima, or one of them, beside
// which `beside` end runs are open.
enum Table : std::size_t { bottom0, bottom1, bottom2, both0, both1, both2, one00, one01, one11, one12, tables };
using Rung = std::array<Series, tables>;
using Needed = std::array<bool, tables>;

struct Window {
    std::size_t low, high;  // cards wanted, both included
};

// The tables in which `ways` looks for states that follow this one.
Needed needed_from(unsigned state, bool open_ends);

// A rung for each value: in how many ways the values from it on can be laid, by the cards wanted between the maxima.
class Ladder {
public:
    // A distance of 0: any will do, and none between the maxima are counted.
    Ladder(std::vector<std::uint8_t> copies, bool open_ends, std::int64_t distance);

    std::size_t size() const { return copies_.size(); }
    std::size_t words() const { return words_; }    // of the greatest number
    std::size_t wanted() const { return wanted_; }  // cards between the maxima besides the minimum
    bool open_ends() const { return open_; }
    unsigned copies(std::size_t layer) const { return copies_[layer]; }
    std::size_t between(unsigned run_set) const;  // so many cards that a move lays there

    Rung top() const;  // after the last value
    // The rung before a value; to be thrown away where the budget ended. No rung is made for the first value.
    Rung step(const Rung& after, std::size_t layer, const Window& window, const Needed& needed, Meter& meter) const;
    Window window(std::size_t layer) const;  // all that a row can want before this value
    // The tables that rows can need before this value.
    const Needed& needed(std::size_t layer) const { return layer > last_one_ ? needed_late_ : needed_; }
    // At most so many bytes for a rung.
    std::uint64_t bytes(std::size_t layer, const Window& window, const Needed& needed) const;

    // In how many ways the rest can be laid from a state, of which a rung is asked.
    Long ways(const Rung& rung, unsigned state, std::size_t wanted) const;

private:
    std::vector<std::uint8_t> copies_;
    bool open_, bound_;
    std::size_t wanted_ = 0, words_;
    std::size_t last_one_;  // the last value before which a maximum may be missing
    Needed needed_, needed_late_;
};

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
