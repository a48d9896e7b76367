// The covered cells next to numbers, settled as far as single numbers go.
#pragma once

#include <cstdint>
#include <vector>

#include "budget.hpp"
#include "surface.hpp"

namespace passatempo::minesweeper {

constexpr std::uint8_t covered = 255, flag = 254, unknown = 253;  // as in model.py; smaller codes are numbers
constexpr std::uint32_t none = ~std::uint32_t{0};
constexpr std::size_t most_neighbours = 36;  // model.py allows 35, and one is written before it is known to be covered

enum class Mark : std::uint8_t { open = 0, safe = 1, mine = 2 };

inline bool is_covered(std::uint8_t code) { return code >= flag; }

// Lists of lists in one piece: list i is item[start[i]] ... item[start[i + 1] - 1].
struct Lists {
    std::vector<std::uint32_t> start{0};
    std::vector<std::uint32_t> item;

    std::uint32_t size() const { return static_cast<std::uint32_t>(start.size() - 1); }
    const std::uint32_t* begin(std::uint32_t i) const { return item.data() + start[i]; }
    const std::uint32_t* end(std::uint32_t i) const { return item.data() + start[i + 1]; }
    std::uint32_t length(std::uint32_t i) const { return start[i + 1] - start[i]; }
    void close() { start.push_back(static_cast<std::uint32_t>(item.size())); }
    void clear() {
        start.assign(1, 0);
        item.clear();
    }
};

// Turn lists of things around: for each of `things`, the lists that have it, ascending.
void transpose(const Lists& lists, std::uint32_t things, Lists& turned);

struct Frontier {
    std::vector<std::uint32_t> cell;       // of each variable
    std::vector<Mark> mark;                // of each variable
    Lists seen;                            // the variables around each number
    Lists seers;                           // the numbers around each variable, ascending
    std::vector<std::int32_t> missing;     // of each number, the mines among its undecided variables
    std::vector<std::uint32_t> undecided;  // of each number, how many of its variables are
    std::uint32_t covered = 0;             // covered cells of the board
    std::uint32_t mines = 0;               // variables that are mines

    std::uint32_t variables() const { return static_cast<std::uint32_t>(cell.size()); }

    // Look around every number; false if one sees too few covered cells. A `claimed` cell is a mine whatever they say.
    bool look(const Surface& surface, const std::uint8_t* cells, std::uint32_t claimed);

    // Settle variables by single numbers until nothing follows; false if a number cannot hold.
    bool settle();

private:
    template <class Around>
    bool take(std::uint8_t value, const std::uint8_t* cells, Around around);

    // Memory that is used again from board to board.
    std::vector<std::uint32_t> variable_;  // of each cell of the board
    std::vector<std::uint32_t> queue_;     // numbers that settle variables
};

}  // namespace passatempo::minesweeper
