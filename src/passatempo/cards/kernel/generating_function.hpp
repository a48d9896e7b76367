// The number of sequences of UDUD, for every distance of its maxima at once.
#pragma once

#include <cstdint>
#include <vector>

#include "numbers.hpp"

namespace passatempo::cards {

// Numbers of `number_words` words each, lowest word first. Number d - 1 counts the sequences with distance d.
struct Counts {
    std::size_t number_words = 1;
    std::vector<Word> numbers;
};

// `copies` are the multiplicities, 1 to 4 each, in descending order of the values. Reserves the memory from the budget
// first; empty if the budget ends. Time O(N^2) word operations per word of the result, memory O(N words).
Counts count_distances(const std::vector<std::uint8_t>& copies, bool open_ends, Budget& budget);

// The number of sequences with a distance from `low` to `high`, lowest word first. Discard the result if the budget has
// ended. Distances above `high` cost nothing.
std::vector<Word> total_ways(const std::vector<std::uint8_t>& copies, bool open_ends, std::int64_t low,
                             std::int64_t high, Budget& budget);

}  // namespace passatempo::cards
