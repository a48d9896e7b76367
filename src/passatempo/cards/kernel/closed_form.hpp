// UDUD and the distance of its maxima in closed form; the theorem and its proof stand in the documentation page.
#pragma once

#include <cstdint>
#include <vector>

#include "values.hpp"

namespace passatempo::cards {

// The possible distances, none where low > high. `second` is the index of the second maximum's value in the kinds,
// `bottom` the least index of the minimum's.
struct Interval {
    std::int64_t low = 1;
    std::int64_t high = 0;
    std::size_t second = 0;
    std::size_t bottom = 0;
};

Interval interval(const Kinds& kinds, bool open_ends);

struct Laid {
    std::vector<std::uint32_t> sequence;  // the index of each card's kind
    std::int64_t first;                   // positions of the stationary points, from 1
    std::int64_t valley;
    std::int64_t last;
};

// Lay the cards with the maxima so far apart; the distance is one of the interval. To be thrown away where the budget
// ended first.
Laid lay(const Kinds& kinds, const Interval& found, std::int64_t distance, Budget& budget);

}  // namespace passatempo::cards
