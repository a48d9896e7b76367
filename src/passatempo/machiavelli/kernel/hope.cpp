// A table over the runs open in one suit and the groups that stay, from the last rank to the first.
// Algorithm: backward dynamic programming: the relaxation to one suit
#include "hope.hpp"

#include <cassert>

namespace passatempo::machiavelli {

bool Hopes::build(const Ground& ground, int suit, const Open& finish) {
    const Offer& offer = *ground.offer;
    int most = 0;
    for (int place = 0; place < ranks; ++place) {
        most = std::max<int>(most, offer.may[place][suit]);
        sets_[place] = most_sets(offer.may[place]);
    }
    side_ = most + 1;
    if (most > most_runs) return false;
    masks_ = ground.standing->most_masks(suit);
    hopes_.resize(static_cast<std::size_t>(ranks + 1) * masks_ * side_ * side_ * side_);
    for (int one = 0; one <= most; ++one)
        for (int two = 0; one + two <= most; ++two)
            for (int more = 0; one + two + more <= most; ++more) {
                const Open open{one, two, more};
                Hope hope;
                if (as_good(open, finish)) hope.value = 0;
                hopes_[index(ranks, open, 0)] = hope;
            }
    for (int place = ranks - 1; place >= 0; --place) fill(ground, suit, place);
    return true;
}

void Hopes::fill(const Ground& ground, int suit, int place) {
    const int crossing = place == 0 ? 0 : ground.standing->lasts(suit)[place - 1];
    for (int mask = crossing;; mask = (mask - 1) & crossing) {
        const int limit = ground.free(suit, place, mask);
        for (int one = 0; one <= limit; ++one)
            for (int two = 0; one + two <= limit; ++two)
                for (int more = 0; one + two + more <= limit; ++more) {
                    const Open open{one, two, more};
                    hopes_[index(place, open, mask)] = best(ground, suit, place, open, mask);
                }
        if (mask == 0) break;
    }
}

Hope Hopes::best(const Ground& ground, int suit, int place, const Open& open, int mask) {
    const Offer& offer = *ground.offer;
    const int begins = ground.standing->begins(suit)[place];
    const int lasts = ground.standing->lasts(suit)[place];
    ways_.clear();
    Hope best;
    for (int added = begins;; added = (added - 1) & begins) {
        const int all = mask | added, next_mask = all & lasts;
        const int limit = ground.free(suit, place + 1, next_mask);
        const int cards = ground.free(suit, place, all);
        const int used = ground.past[suit][place] + std::popcount(unsigned(all));
        for (int k = open.pending(); k <= cards; ++k) {
            Open next;
            if (!step(open, k, limit, next)) continue;
            const Prospect now = alone(offer, suit, place, k + used, sets_[place]);
            if (now.value == impossible) continue;
            const Hope& later = from(place + 1, next, next_mask);
            if (later.value == impossible) continue;
            Way& way = ways_.emplace_back();
            way.later = later;
            way.later.value += now.value;
            way.more = Standing::whole * std::popcount(unsigned(added)) +
                       ground.standing->share(suit, place, std::min(sets_[place], cards - k));
            best.value = std::max(best.value, way.later.value);
        }
        if (added == 0) break;
    }
    for (const Way& way : ways_) best.add(way.later, way.more);
    return best;
}

}  // namespace passatempo::machiavelli
