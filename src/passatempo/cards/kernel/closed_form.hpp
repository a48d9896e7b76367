// UDUD and the distance of its maxima in closed form; the theorem and its proof stand in the documentation page.
#pragma once

#include <cstdint>
#include <vector>

#include "values.hpp"

namespace passatempo::cards {

// The possible distances, none where low > high. `second_maximum` is the index of the second maximum's value in the
// kinds, `lowest_valley` the least index of the minimum's.
struct Interval {
    std::int64_t low = 1;
    std::int64_t high = 0;
    std::size_t second_maximum = 0;
    std::size_t lowest_valley = 0;
};

Interval interval(const Kinds& kinds, bool open_ends);

struct Placement {
    std::vector<std::uint32_t> sequence;  // the index of each card's kind
    std::int64_t first_peak;              // positions of the stationary points, from 1
    std::int64_t valley;
    std::int64_t second_peak;
};

// Lay the cards with the maxima so far apart; the distance is one of the interval. To be thrown away where the budget
// ended first.
Placement lay_cards(const Kinds& kinds, const Interval& distance_interval, std::int64_t distance, Budget& budget);

}  // namespace passatempo::cards
