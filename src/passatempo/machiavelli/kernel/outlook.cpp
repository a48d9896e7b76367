#include "outlook.hpp"

#include <cassert>

namespace passatempo::machiavelli {

void Outlook::build(const Offer& offer, int suit, const Open& finish) {
    int most = 0;
    rest_[ranks] = 0;
    for (int place = ranks - 1; place >= 0; --place) {
        most = std::max<int>(most, offer.may[place][suit]);
        sets_[place] = most_sets(offer.may[place], offer.jokers);
        rest_[place] = rest_[place + 1] + offer.weight[place][suit] * (offer.may[place][suit] - offer.must[place][suit]);
    }
    side_ = most + offer.jokers + 1;
    exact_ = side_ <= most_runs + 1;
    if (!exact_) return;
    prospects_.resize(static_cast<std::size_t>(ranks + 1) * side_ * side_ * side_);
    for (int place = ranks; place >= 0; --place) {
        const int limit = std::min(side_ - 1, offer.may[place][suit] + offer.jokers);
        for (int one = 0; one <= limit; ++one)
            for (int two = 0; one + two <= limit; ++two)
                for (int more = 0; one + two + more <= limit; ++more) {
                    const Open open{one, two, more};
                    Prospect& prospect = prospects_[index(place, open)];
                    if (place < ranks) prospect = best(offer, suit, place, open);
                    else prospect = {as_good(open, finish) ? 0 : impossible, 0};
                }
    }
}

Prospect Outlook::best(const Offer& offer, int suit, int place, const Open& open) const {
    const int most = offer.may[place][suit] + offer.jokers - offer.laid_before(place, suit);
    const int limit = offer.may[place + 1][suit] + offer.jokers;
    Prospect best{impossible, joker * offer.jokers + 1};
    for (int cards = open.pending(); cards <= most; ++cards) {
        Open next;
        if (!step(open, cards, limit, next)) continue;
        const Prospect now = alone(offer, suit, place, cards, sets_[place]);
        const Prospect later = from(place + 1, next);
        const int jokers = now.jokers + later.jokers;
        if (now.value == impossible || later.value == impossible || jokers > joker * offer.jokers) continue;
        best.value = std::max(best.value, now.value + later.value);
        best.jokers = std::min(best.jokers, jokers);
    }
    return best;
}

}  // namespace passatempo::machiavelli
