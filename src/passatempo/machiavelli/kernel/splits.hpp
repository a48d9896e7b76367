// All ways to split a number over the four suits.
#pragma once

#include <algorithm>

#include "cards.hpp"

namespace passatempo::machiavelli {

// Does `visit` accept some row of sum `total` between `least` and `most`? It is shown them in order until it does.
template <class Visit>
bool any_split(int total, const Row& least, const Row& most, Visit&& visit) {
    const auto from = [&](int suit, int rest, int room) { return std::max<int>(least[suit], rest - room); };
    const auto to = [&](int suit, int rest, int taken) { return std::min<int>(most[suit], rest - taken); };
    const auto byte = [](int x) { return static_cast<std::uint8_t>(x); };
    for (int s = from(0, total, most[1] + most[2] + most[3]); s <= to(0, total, least[1] + least[2] + least[3]); ++s) {
        const int hdc = total - s;
        for (int h = from(1, hdc, most[2] + most[3]); h <= to(1, hdc, least[2] + least[3]); ++h) {
            const int dc = hdc - h;
            for (int d = from(2, dc, most[3]); d <= to(2, dc, least[3]); ++d)
                if (visit(Row{byte(s), byte(h), byte(d), byte(dc - d)})) return true;
        }
    }
    return false;
}

}  // namespace passatempo::machiavelli
