// The interval of distances and a sequence for one of them, by counts alone.
// Algorithm: closed form and greedy filling between bounds
// Twin: cards/reference/closed_form.py
#include "closed_form.hpp"

#include <algorithm>
#include <cassert>

namespace passatempo::cards {
namespace {

// The theorem's side conditions: without them no distance is possible.
bool possible(const Kinds& kinds, std::int64_t number, bool open_ends) {
    if (number < (open_ends ? 3 : 5) || kinds[0].copies > 2) return false;
    if (kinds.size() < 4 - kinds[0].copies) return false;
    if (kinds[0].copies == 1 && kinds[1].copies > 3) return false;
    return kinds.back().copies <= 3;
}

// Between the maxima lie `least` to `most` copies of a kind above the minimum's, `b` being the second maximum's.
struct Room {
    std::int64_t least;
    std::int64_t most;
};

Room room(const Kinds& kinds, std::size_t i, std::size_t b) {
    const std::int64_t copies = kinds[i].copies;
    const std::int64_t least = std::max<std::int64_t>(0, copies - 2);
    return i == b ? Room{least, std::min<std::int64_t>(1, copies - 1)} : Room{least, std::min<std::int64_t>(2, copies)};
}

}  // namespace

Interval interval(const Kinds& kinds, bool open_ends) {
    std::int64_t number = 0;
    bool few = true;
    for (const Kind& kind : kinds) {
        number += kind.copies;
        few = few && kind.copies <= 4;
    }
    if (!few || !possible(kinds, number, open_ends)) return {};
    Interval found{2, 2, kinds[0].copies == 2 ? std::size_t{0} : std::size_t{1}, 0};
    const std::size_t b = found.second;
    found.bottom = b + 1;
    for (std::size_t i = b + 1; i < kinds.size(); ++i)
        if (kinds[i].copies >= 3) found.bottom = std::max(found.bottom, i + kinds[i].copies - 3);
    for (std::size_t i = 1; i + 1 < kinds.size(); ++i) {
        const Room inner = room(kinds, i, b);
        if (i < found.bottom) found.low += inner.least;
        found.high += inner.most;
    }
    if (!open_ends) found.high = std::min(found.high, number - 3);
    return found;
}

Laid lay(const Kinds& kinds, const Interval& found, std::int64_t distance, Budget& budget) {
    assert(found.low <= distance && distance <= found.high);
    const std::size_t b = found.second;
    std::size_t c = found.bottom;
    std::int64_t most = 2;
    std::int64_t spare = distance - 2;
    for (std::size_t i = 1; i < c; ++i) most += room(kinds, i, b).most;
    while (most < distance) most += room(kinds, c++, b).most;  // lower the minimum; the interval's reach only grows
    for (std::size_t i = 1; i < c; ++i) spare -= room(kinds, i, b).least;
    assert(c < kinds.size() && spare >= 0);

    std::vector<std::uint32_t> up, down, rise, fall;
    for (std::vector<std::uint32_t>* run : {&up, &down, &rise, &fall}) run->reserve(kinds.size());
    const auto share = [&](std::size_t i) {
        const std::uint32_t value = i;
        std::int64_t left = static_cast<std::int64_t>(kinds[i].copies) - (i == b) - (i == c);
        if (i < c) {
            const Room inner = room(kinds, i, b);
            const std::int64_t more = std::min(spare, inner.most - inner.least);
            const std::int64_t copies = inner.least + more;
            spare -= more;
            left -= copies;
            if (copies > 0) down.push_back(value);
            if (copies > 1) rise.push_back(value);
        }
        const bool goes_up = left == 2 || (left == 1 && (i == b || up.size() <= fall.size()));
        if (goes_up) up.push_back(value);
        if (left == 2 || (left == 1 && !goes_up)) fall.push_back(value);
    };
    Laid laid{{}, 0, 0, 0};
    if (!in_blocks(kinds.size() - 1, budget, [&](std::size_t i) { share(i + 1); })) return laid;

    std::vector<std::uint32_t>& sequence = laid.sequence;
    sequence.reserve(up.size() + down.size() + rise.size() + fall.size() + 3);
    const auto place = [&](std::size_t kind) {
        sequence.push_back(kind);
        return sequence.size();
    };
    sequence.insert(sequence.end(), up.rbegin(), up.rend());
    laid.first = place(0);
    sequence.insert(sequence.end(), down.begin(), down.end());
    laid.valley = place(c);
    sequence.insert(sequence.end(), rise.rbegin(), rise.rend());
    laid.last = place(b);
    sequence.insert(sequence.end(), fall.begin(), fall.end());
    return laid;
}

}  // namespace passatempo::cards
