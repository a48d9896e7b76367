// How many sequences UDUD has, for every distance of its maxima at once.
#pragma once

#include <cstdint>
#include <vector>

#include "numbers.hpp"

namespace passatempo::cards {

// Numbers of `words` words each, lowest word first; number d - 1 counts the sequences with distance d.
struct Counts {
    std::size_t number_words = 1;
    std::vector<Word> numbers;
};

// `copies`: how often each value appears, in descending order of the values, 1 to 4 each. Empty where the budget ends
// first, which is asked for the memory before. Time O(N^2) word operations per word of the result, memory O(N words).
Counts count_distances(const std::vector<std::uint8_t>& copies, bool open_ends, Budget& budget);

// The number of sequences with a distance from `low` to `high`, lowest word first; to be thrown away where the budget
// ended first. Greater distances than `high` cost nothing.
std::vector<Word> total_ways(const std::vector<std::uint8_t>& copies, bool open_ends, std::int64_t low,
                             std::int64_t high, Budget& budget);

}  // namespace passatempo::cards
