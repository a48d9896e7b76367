// A table over the runs open in one suit, from the last rank to the first.
// Algorithm: backward dynamic programming: the relaxation to one suit
#include "lay/outlook.hpp"

#include <algorithm>
#include <cassert>

namespace passatempo::machiavelli {

void Outlook::build(const Offer& offer, int suit, const Open& finish) {
    int most = 0;
    rest_[ranks] = 0;
    for (int place = ranks - 1; place >= 0; --place) {
        most = std::max<int>(most, offer.may[place][suit]);
        const int optional = offer.may[place][suit] - offer.must[place][suit];
        rest_[place] = rest_[place + 1] + offer.weight[place][suit] * optional;
    }
    side_ = most + offer.jokers + 1;
    exact_ = side_ <= most_runs + 1;
    if (!exact_) return;
    prospects_.resize(static_cast<std::size_t>(ranks + 1) * side_ * side_ * side_);
    // The states that can be: a run of two cards has one at the place before and at the one before that.
    const auto had = [&](int place, int back) {
        return place < back ? side_ - 1 : offer.may[place - back][suit] + offer.jokers;
    };
    const auto fill = [&](int place, auto&& prospect) {
        const int older = had(place, 2), oldest = std::min(older, had(place, 3));
        const int limit = std::min({side_ - 1, offer.may[place][suit] + offer.jokers, had(place, 1)});
        for (int more = 0; more <= std::min(limit, oldest); ++more)
            for (int two = 0; two + more <= std::min(limit, older); ++two)
                for (int one = 0; one + two + more <= limit; ++one)
                    prospects_[index(place, {one, two, more})] = prospect(Open{one, two, more});
    };
    fill(ranks, [&](const Open& open) { return Prospect{as_good(open, finish) ? 0 : impossible, 0}; });
    for (int place = ranks - 1; place >= 0; --place) {
        const int sets = most_sets(offer.may[place], offer.jokers);
        const int cards = offer.limit(place, suit) - offer.laid_before(place, suit);
        const int limit = offer.limit(place + 1, suit);
        for (int k = 0; k <= cards; ++k) now_[k] = alone(offer, suit, place, k, sets);
        fill(place, [&](const Open& open) { return best(place, open, cards, limit, offer.jokers); });
    }
}

Prospect Outlook::best(int place, const Open& open, int most, int limit, int jokers) const {
    Prospect best{impossible, joker * jokers + 1};
    for (int cards = open.pending(); cards <= most; ++cards) {
        Open next;
        if (now_[cards].value == impossible || !step(open, cards, limit, next)) continue;
        const Prospect later = from(place + 1, next);
        const int needed = now_[cards].jokers + later.jokers;
        if (later.value == impossible || needed > joker * jokers) continue;
        best.value = std::max(best.value, now_[cards].value + later.value);
        best.jokers = std::min(best.jokers, needed);
    }
    return best;
}

}  // namespace passatempo::machiavelli
