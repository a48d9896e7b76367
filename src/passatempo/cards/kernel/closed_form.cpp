// The interval of possible distances, and a sequence for one of them, from the multiplicities alone.
// Algorithm: closed form and greedy filling between bounds
// Twin: cards/reference/closed_form.py
#include "closed_form.hpp"

#include <algorithm>
#include <cassert>

namespace passatempo::cards {
namespace {

// Whether the theorem's side conditions hold. Otherwise no distance is possible.
bool is_possible(const Kinds& kinds, std::int64_t number, bool open_ends) {
    if (number < (open_ends ? 3 : 5) || kinds[0].copies > 2) return false;
    if (kinds.size() < 4 - kinds[0].copies) return false;
    if (kinds[0].copies == 1 && kinds[1].copies > 3) return false;
    return kinds.back().copies <= 3;
}

// The least and most copies between the maxima for a kind above the minimum's. `b` is the second maximum's kind.
struct CopyRange {
    std::int64_t minimum;
    std::int64_t maximum;
};

CopyRange copy_range(const Kinds& kinds, std::size_t i, std::size_t b) {
    const std::int64_t copies = kinds[i].copies;
    const std::int64_t copy_minimum = std::max<std::int64_t>(0, copies - 2);
    return i == b ? CopyRange{copy_minimum, std::min<std::int64_t>(1, copies - 1)}
                  : CopyRange{copy_minimum, std::min<std::int64_t>(2, copies)};
}

}  // namespace

Interval interval(const Kinds& kinds, bool open_ends) {
    std::int64_t number = 0;
    bool fits_runs = true;
    for (const CardKind& kind : kinds) {
        number += kind.copies;
        fits_runs = fits_runs && kind.copies <= 4;
    }
    if (!fits_runs || !is_possible(kinds, number, open_ends)) return {};
    Interval distance_interval{2, 2, kinds[0].copies == 2 ? std::size_t{0} : std::size_t{1}, 0};
    const std::size_t b = distance_interval.second_maximum;
    distance_interval.lowest_valley = b + 1;
    for (std::size_t i = b + 1; i < kinds.size(); ++i)
        if (kinds[i].copies >= 3)
            distance_interval.lowest_valley = std::max(distance_interval.lowest_valley, i + kinds[i].copies - 3);
    for (std::size_t i = 1; i + 1 < kinds.size(); ++i) {
        const CopyRange inner_range = copy_range(kinds, i, b);
        if (i < distance_interval.lowest_valley) distance_interval.low += inner_range.minimum;
        distance_interval.high += inner_range.maximum;
    }
    if (!open_ends) distance_interval.high = std::min(distance_interval.high, number - 3);
    return distance_interval;
}

Placement lay_cards(const Kinds& kinds, const Interval& distance_interval, std::int64_t distance, Budget& budget) {
    assert(distance_interval.low <= distance && distance <= distance_interval.high);
    const std::size_t b = distance_interval.second_maximum;
    std::size_t c = distance_interval.lowest_valley;
    std::int64_t inner_reach = 2;
    std::int64_t spare_distance = distance - 2;
    for (std::size_t i = 1; i < c; ++i) inner_reach += copy_range(kinds, i, b).maximum;
    while (inner_reach < distance)
        inner_reach += copy_range(kinds, c++, b).maximum;  // lower the minimum, which only extends the reach
    for (std::size_t i = 1; i < c; ++i) spare_distance -= copy_range(kinds, i, b).minimum;
    assert(c < kinds.size() && spare_distance >= 0);

    std::vector<std::uint32_t> up, down, rise, fall;
    for (std::vector<std::uint32_t>* run : {&up, &down, &rise, &fall}) run->reserve(kinds.size());
    const auto share = [&](std::size_t i) {
        const std::uint32_t kind_index = i;
        std::int64_t copies_left = static_cast<std::int64_t>(kinds[i].copies) - (i == b) - (i == c);
        if (i < c) {
            const CopyRange inner_range = copy_range(kinds, i, b);
            const std::int64_t extra_copies = std::min(spare_distance, inner_range.maximum - inner_range.minimum);
            const std::int64_t copies = inner_range.minimum + extra_copies;
            spare_distance -= extra_copies;
            copies_left -= copies;
            if (copies > 0) down.push_back(kind_index);
            if (copies > 1) rise.push_back(kind_index);
        }
        const bool goes_up = copies_left == 2 || (copies_left == 1 && (i == b || up.size() <= fall.size()));
        if (goes_up) up.push_back(kind_index);
        if (copies_left == 2 || (copies_left == 1 && !goes_up)) fall.push_back(kind_index);
    };
    Placement placement{{}, 0, 0, 0};
    if (!in_blocks(kinds.size() - 1, budget, [&](std::size_t i) { share(i + 1); })) return placement;

    std::vector<std::uint32_t>& sequence = placement.sequence;
    sequence.reserve(up.size() + down.size() + rise.size() + fall.size() + 3);
    const auto place = [&](std::size_t kind) {
        sequence.push_back(kind);
        return sequence.size();
    };
    sequence.insert(sequence.end(), up.rbegin(), up.rend());
    placement.first_peak = place(0);
    sequence.insert(sequence.end(), down.begin(), down.end());
    placement.valley = place(c);
    sequence.insert(sequence.end(), rise.rbegin(), rise.rend());
    placement.second_peak = place(b);
    sequence.insert(sequence.end(), fall.begin(), fall.end());
    return placement;
}

}  // namespace passatempo::cards
