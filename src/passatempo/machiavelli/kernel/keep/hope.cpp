// A table over the runs open in one suit and the groups that stay, from the last rank to the first.
// Algorithm: backward dynamic programming: the relaxation to one suit
#include "keep/hope.hpp"

#include <bit>

namespace passatempo::machiavelli {

namespace {

// One suit's choice at a rank, whatever the others do. `cards` of its free cards go to runs, `used` are in runs that
// stay or were laid before. Cards in new sets have a price; where fewer of them are laid, value is lost.
Hope choose(const Basis& basis, int suit, int place, int cards, int used, int free, int sets) {
    const Offer& offer = *basis.offer;
    const int must = offer.must[place][suit], in_runs = cards + used + offer.laid_before(place, suit);
    const int most = std::min(sets, free - cards), least = std::max(0, must - in_runs);
    Hope hope;
    if (least > most) return hope;
    const Gain weight = offer.weight[place][suit];
    hope.value = weight * (in_runs + most - must);
    const auto share = [&](int laid) { return basis.standing->share(suit, place, laid); };
    hope.parts.fill(share(most));
    if (basis.standing->price(suit, place) >= 0) return hope;
    for (int laid = most - 1; laid >= least; --laid) hope.parts[1] = std::max(hope.parts[1], share(laid));
    if (weight == 0) hope.parts[0] = hope.parts[1];
    return hope;
}

// The states, a bit each, in which at most so many runs are open, so many of these of more than one card, and so many
// of more than two.
constexpr unsigned list_possible(int all, int older, int oldest) {
    unsigned found = 0;
    for (int state = 0; state < two::states; ++state) {
        const Open& open = two::open_of[state];
        if (open.all() <= all && open.two + open.more <= older && open.more <= oldest) found |= 1U << state;
    }
    return found;
}

constexpr auto possible = [] {
    std::array<std::array<std::array<unsigned, two::copies + 1>, two::copies + 1>, two::copies + 1> found{};
    for (int all = 0; all <= two::copies; ++all)
        for (int older = 0; older <= two::copies; ++older)
            for (int oldest = 0; oldest <= two::copies; ++oldest)
                found[all][older][oldest] = list_possible(all, older, oldest);
    return found;
}();

}  // namespace

void Hopes::build(const Basis& basis, int suit, int start, int finish) {
    masks_ = basis.standing->most_masks(suit);
    hopes_.resize(index(ranks + 1, {}));
    for (int state = 0; state < two::states; ++state)
        hopes_[index(ranks, {state, 0})] = {two::serves[state][finish] ? 0 : never, {}};
    for (int place = ranks - 1; place > 0; --place) {
        weigh(basis, suit, place);
        fill(basis, suit, place);
    }
    weigh(basis, suit, 0);
    look_back(basis, suit, 0, 0, 1U << start);
}

void Hopes::weigh(const Basis& basis, int suit, int place) {
    const int sets = most_sets(basis.offer->may[place]), runs = ones(basis.standing->covers(suit)[place]);
    for (int used = 0, free = basis.free(suit, place, 0); used <= runs; ++used, --free)
        for (int cards = 0; cards <= free; ++cards)
            now_[place][used][cards] = choose(basis, suit, place, cards, basis.past[suit][place] + used, free, sets);
}

// The states that can be: a run of two cards has one at the place before, a longer one at the two before that too.
void Hopes::fill(const Basis& basis, int suit, int place) {
    const int crossing = basis.standing->lasts(suit)[place - 1];
    const auto had = [&](int back, int mask) {
        return place < back ? two::copies : std::clamp(basis.free(suit, place - back, mask), 0, two::copies);
    };
    const int older = had(2, 0), oldest = had(3, 0);
    for (int mask = crossing;; mask = (mask - 1) & crossing) {
        if (const int here = basis.free(suit, place, mask); here >= 0)
            look_back(basis, suit, place, mask, possible[std::min(here, had(1, mask))][older][oldest]);
        if (mask == 0) break;
    }
}

// The best of some states with the same groups: what is the same for all of them is looked up once.
void Hopes::look_back(const Basis& basis, int suit, int place, int mask, unsigned states) {
    Hope* const best = &hopes_[index(place, {0, mask})];
    for (int state = 0; state < two::states; ++state) best[state] = {never, {no_parts, no_parts}};
    const int begins = basis.standing->begins(suit)[place], lasts = basis.standing->lasts(suit)[place];
    for (int added = begins;; added = (added - 1) & begins) {
        const int all = mask | added, groups = Standing::whole * ones(added);
        const int limit = basis.in_runs(suit, place + 1, all & lasts), most = basis.in_runs(suit, place, all);
        const auto& now = now_[place][ones(all)];
        const Hope* const later = &hopes_[index(place + 1, {0, all & lasts})];
        for (unsigned left = limit < 0 ? 0 : states; left != 0; left &= left - 1) {
            const int state = std::countr_zero(left);
            for (int cards = two::open_of[state].pending(); cards <= most; ++cards) {
                const int next = two::steps[limit][state][cards];
                if (next == two::none || now[cards].value == never || later[next].value == never) continue;
                best[state].take(now[cards].plus(later[next], groups));
            }
        }
        if (added == 0) return;
    }
}

}  // namespace passatempo::machiavelli
