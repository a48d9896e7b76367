// The closed form of the distances of UDUD's maxima. The documentation page has the theorem and its proof.
#pragma once

#include <cstdint>
#include <vector>

#include "values.hpp"

namespace passatempo::cards {

// The possible distances; none if low > high. `second_maximum` is the index of the second maximum's kind, and
// `lowest_valley` the least index of the minimum's kind.
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

// Lays the cards with the maxima `distance` apart, which must be in the interval. Discard the result if the budget has
// ended.
Placement lay_cards(const Kinds& kinds, const Interval& distance_interval, std::int64_t distance, Budget& budget);

}  // namespace passatempo::cards
