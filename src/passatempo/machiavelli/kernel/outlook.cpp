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
    values_.assign(static_cast<std::size_t>(ranks + 1) * side_ * side_ * side_, impossible);
    for (int place = ranks; place >= 0; --place) {
        const int limit = std::min(side_ - 1, offer.may[place][suit] + offer.jokers);
        for (int one = 0; one <= limit; ++one)
            for (int two = 0; one + two <= limit; ++two)
                for (int more = 0; one + two + more <= limit; ++more) {
                    const Open open{one, two, more};
                    const Value value = place < ranks ? best(offer, suit, place, open) : as_good(open, finish) ? 0 : impossible;
                    values_[index(place, open)] = value;
                }
    }
}

Value Outlook::best(const Offer& offer, int suit, int place, const Open& open) const {
    const int must = offer.must[place][suit];
    const int may = offer.may[place][suit];
    const int before = offer.laid_before(place, suit);
    const int limit = offer.may[place + 1][suit] + offer.jokers;
    Value best = impossible;
    for (int cards = open.pending(); cards + before <= may + offer.jokers; ++cards) {
        const int in_runs = cards + before;
        const int laid = std::min(may, in_runs + std::min(sets_[place], std::max(0, may - in_runs)));
        if (laid + (offer.jokers > 0 ? sets_[place] : 0) < must) continue;
        Open next;
        if (!step(open, cards, limit, next)) continue;
        const Value later = from(place + 1, next);
        if (later == impossible) continue;
        best = std::max(best, later + offer.weight[place][suit] * std::max(0, laid - must));
    }
    return best;
}

}  // namespace passatempo::machiavelli
