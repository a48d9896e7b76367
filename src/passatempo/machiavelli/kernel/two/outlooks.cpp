// Tables over the states of a suit, from the last rank to the first.
// Algorithm: backward dynamic programming: the relaxation to one suit, and with jokers a Lagrangian one
#include "two/outlooks.hpp"

#include <algorithm>

namespace passatempo::machiavelli::two {

namespace {

// Runs that the next card cannot lengthen count as if it could: they end there, as the cards in runs show.
constexpr auto after = steps[copies];

// The states, those that another number of cards may follow first, with what comes of them.
void look(const Yield<0>& yield, int sets, const std::array<Gains, states>& later, std::array<Gains, states>& most) {
    const auto& now = yield.by[sets];
    for (int state = 0; state < states; ++state) {
        Gains best;
        best.fill(never);
        for (int cards = open_of[state].pending(); cards <= copies; ++cards) {
            const Gains& next = later[after[state][cards]];
            for (int i = 0; i < suits; ++i) best[i] = std::max(best[i], now[cards][i] + next[i]);
        }
        most[state] = best;
    }
}

}  // namespace

template <int jokers>
void Yield<jokers>::read(const Offer& offer, int place, const Row& before) {
    for (int sets = 0; sets <= most_sets; ++sets)
        for (int cards = 0; cards <= most_cards; ++cards)
            for (int i = 0; i < suits; ++i) {
                const int in_runs = cards + before[i];
                const int may = offer.may[place][i], must = offer.must[place][i];
                const int laid = std::min(may, in_runs + sets);
                const bool goes = in_runs <= offer.in_runs(place, may + jokers) && laid >= must;
                by[sets][cards][i] = goes ? offer.weight[place][i] * (laid - must) : never;
            }
}

template <int jokers>
void Allowed<jokers>::read(const Offer& offer, int place, Gain price) {
    const int sharing = suits - std::count(offer.may[place].begin(), offer.may[place].end(), 0);
    size = 0;
    for (int wild = 0; wild <= offer.jokers; ++wild) {
        const int most = machiavelli::most_sets(offer.may[place], wild);
        if (size > 0 && most == all[size - 1].most) continue;
        all[size++] = {wild, most, wild == 0 ? 0 : price * (parts * wild / std::max(1, sharing))};
    }
}

template <int jokers>
void Basis<jokers>::read(const Offer& given, Gain price_of_joker) {
    offer = &given;
    price = price_of_joker;
    for (int place = 0; place < ranks; ++place) {
        yields[place].read(given, place, {});
        allowed[place].read(given, place, price);
    }
}

void Outlooks<0>::build(const Basis<0>& basis, const Ends& ends) {
    for (int state = 0; state < states; ++state)
        most_[ranks][state].fill(ends.finish == none || as_good(open_of[state], open_of[ends.finish]) ? 0 : never);
    for (int place = ranks - 1; place >= 0; --place)
        look(basis.yields[place], basis.allowed[place].all[0].most, most_[place + 1], most_[place]);
}

template <int jokers>
void Outlooks<jokers>::build(const Basis<jokers>& basis, const Ends& ends, int suit) {
    promises_.resize(index(ranks + 1, 0, 0));
    for (int state = 0; state < Kinds::states; ++state) {
        const bool good = ends.finish == none || as_good(Kinds::open_of[state], Kinds::open_of[ends.finish]);
        const Gain gain = good ? 0 : never;
        std::fill_n(promises_.begin() + index(ranks, state, suit), jokers + 1, Promise<jokers>{gain, gain});
    }
    for (int place = ranks - 1; place >= 0; --place) look(basis, place, suit, place == ranks - 1 ? ends.before : 0);
}

// The jokers that runs open before this place have taken at least.
template <int jokers>
int Outlooks<jokers>::taken(const Offer& offer, int place, int suit, const Open& open) {
    int taken = 0;
    const std::array<int, 3> cards{open.all(), open.two + open.more, open.more};  // at the places before
    for (int back = 1; back <= std::min(place, 3); ++back)
        taken += std::max(0, cards[back - 1] - offer.may[place - back][suit]);
    return taken;
}

template <int jokers>
void Outlooks<jokers>::look(const Basis<jokers>& basis, int place, int suit, int before) {
    const Offer& offer = *basis.offer;
    const int may = offer.may[place][suit] - before;
    const auto& next = Kinds::steps[offer.limit(place + 1, suit)];
    for (int state = 0; state < Kinds::states; ++state) {
        const int most = offer.jokers - taken(offer, place, suit, Kinds::open_of[state]);
        for (int left = 0; left <= most; ++left) {
            auto best = Promise<jokers>::none();
            for (int cards = Kinds::open_of[state].pending(); cards <= may + left; ++cards)
                if (const int after = next[state][cards]; after != none)
                    best.raise(basis.promise(place, suit, basis.yields[place], cards, may, left,
                                             from(place + 1, after, suit)));
            promises_[index(place, state, suit) + left] = best;
        }
    }
}

template struct Yield<0>;
template struct Yield<2>;
template struct Basis<0>;
template struct Basis<2>;
template class Outlooks<2>;

}  // namespace passatempo::machiavelli::two
