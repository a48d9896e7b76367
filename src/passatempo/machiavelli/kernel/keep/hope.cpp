// A table over the runs open in one suit and the groups that stay, from the last rank to the first.
// Algorithm: backward dynamic programming: the relaxation to one suit
#include "keep/hope.hpp"

#include <cassert>

namespace passatempo::machiavelli {

bool Hopes::build(const Basis& basis, int suit, const Open& start, const Open& finish) {
    int most = 0;
    for (int place = 0; place < ranks; ++place) most = std::max<int>(most, basis.offer->may[place][suit]);
    if (most > most_runs) return false;
    side_ = most + 1;
    masks_ = basis.standing->most_masks(suit);
    hopes_.resize(index(ranks + 1, {}, 0));
    const int limit = basis.free(suit, ranks, 0);
    for (int one = 0; one <= limit; ++one)
        for (int two = 0; one + two <= limit; ++two)
            for (int more = 0; one + two + more <= limit; ++more) {
                const Open open{one, two, more};
                hopes_[index(ranks, open, 0)] = Hope{as_good(open, finish) ? 0 : impossible, {}};
            }
    for (int place = ranks - 1; place > 0; --place) {
        weigh(basis, suit, place);
        fill(basis, suit, place);
    }
    weigh(basis, suit, 0);
    hopes_[index(0, start, 0)] = best(basis, suit, 0, start, 0);
    return true;
}

void Hopes::weigh(const Basis& basis, int suit, int place) {
    const int sets = most_sets(basis.offer->may[place]), runs = ones(basis.standing->covers(suit)[place]);
    for (int used = 0, free = basis.free(suit, place, 0); used <= runs; ++used, --free)
        for (int cards = 0; cards <= free; ++cards)
            now_[place][used][cards] = choose(basis, suit, place, cards, basis.past[suit][place] + used, free, sets);
}

// The states that can be: a run of two cards has one at the place before and at the one before that.
void Hopes::fill(const Basis& basis, int suit, int place) {
    const int crossing = basis.standing->lasts(suit)[place - 1];
    const auto had = [&](int back, int mask) {
        return place < back ? side_ - 1 : std::max(0, basis.free(suit, place - back, mask));
    };
    for (int mask = crossing;; mask = (mask - 1) & crossing) {
        const int all = std::min(basis.free(suit, place, mask), had(1, mask)), older = had(2, 0), oldest = had(3, 0);
        for (int more = 0; more <= std::min({all, older, oldest}); ++more)
            for (int two = 0; two + more <= std::min(all, older); ++two)
                for (int one = 0; one + two + more <= all; ++one) {
                    const Open open{one, two, more};
                    hopes_[index(place, open, mask)] = best(basis, suit, place, open, mask);
                }
        if (mask == 0) break;
    }
}

Hope Hopes::best(const Basis& basis, int suit, int place, const Open& open, int mask) {
    ways_.clear();
    Hope best;
    best.parts.fill(no_parts);
    each_way(basis, suit, place, open, mask, [&](const Way& way) {
        ways_.push_back(way.now.plus(way.later, Standing::whole * ones(way.added)));
        best.value = std::max(best.value, ways_.back().value);
    });
    for (const Hope& way : ways_) best.add(way);
    return best;
}

}  // namespace passatempo::machiavelli
