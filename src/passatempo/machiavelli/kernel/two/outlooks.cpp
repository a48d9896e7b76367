// Four tables over ten states, from the last rank to the first.
// Algorithm: backward dynamic programming: the relaxation to one suit
#include "two/outlooks.hpp"

#include <algorithm>

namespace passatempo::machiavelli::two {

namespace {

// Runs that the next card cannot lengthen count as if it could: they end there, as the cards in runs show.
constexpr auto after = steps[copies];

// The states, those that another number of cards may follow first, with what comes of them.
void look(const Yield& yield, int sets, const std::array<Gains, states>& later, std::array<Gains, states>& most) {
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

void Yield::read(const Offer& offer, int place, const Row& before) {
    for (int sets = 0; sets <= copies; ++sets)
        for (int cards = 0; cards <= copies; ++cards)
            for (int i = 0; i < suits; ++i) {
                const int in_runs = cards + before[i];
                const int may = offer.may[place][i], must = offer.must[place][i];
                const int laid = in_runs + std::min(sets, may - in_runs);
                const bool goes = in_runs <= may && laid >= must;
                by[sets][cards][i] = goes ? static_cast<Gain>(offer.weight[place][i]) * (laid - must) : never;
            }
}

void Outlooks::build(const Offer& offer, const std::array<Yield, ranks>& yields, int finish) {
    for (int state = 0; state < states; ++state)
        most_[ranks][state].fill(finish == none || as_good(open_of[state], open_of[finish]) ? 0 : never);
    for (int place = ranks - 1; place >= 0; --place)
        look(yields[place], most_sets(offer.may[place]), most_[place + 1], most_[place]);
}

}  // namespace passatempo::machiavelli::two
