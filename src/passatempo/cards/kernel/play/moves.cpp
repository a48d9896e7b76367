// A run is strictly monotone, so it has at most one card of a value; a state says which stationary points lie, and
// which end runs have a card.
// Algorithm: every choice of points, and of runs for the other copies
// Twin: cards/reference/scan_moves.py
#include "play/moves.hpp"

#include <bit>

namespace passatempo::cards::play {
namespace {

// All sets of so many of the given bits, in the order of the lists of their members.
void choose(unsigned from, unsigned number, unsigned taken, std::vector<unsigned>& sets) {
    if (number == 0) {
        sets.push_back(taken);
        return;
    }
    for (; std::popcount(from) >= static_cast<int>(number); from &= from - 1) {
        const unsigned least = from & (~from + 1);
        choose(from & ~least & ~(least - 1), number - 1, taken | least, sets);
    }
}

std::vector<unsigned> subsets(unsigned from, unsigned number) {
    std::vector<unsigned> sets;
    choose(from, number, 0, sets);
    return sets;
}

// A card may lie inside a run below its upper end, which lies already, and above its lower end, which does not.
bool available(unsigned run, unsigned before, unsigned after) {
    const auto lies = [](unsigned state, int point) { return point < 0 || point >= int{points} || has(state, point); };
    const int end = run, begin = end - 1;  // the points beside it
    const int lower = rising[run] ? begin : end;
    const bool open_below = lower < 0 || lower >= int{points} || !has(after, lower);
    return lies(before, rising[run] ? end : begin) && open_below;
}

}  // namespace

std::vector<Move> moves_of(unsigned state, unsigned copies, bool open_ends) {
    unsigned candidates = maxima & ~state;
    if ((state & maxima) == maxima) candidates |= minimum & ~state;  // it is below both maxima
    std::vector<Move> found;
    for (unsigned number = 0; number <= copies && number <= points; ++number)
        for (const unsigned placed : subsets(candidates, number)) {
            unsigned free = 0;
            for (unsigned run = 0; run < runs; ++run)
                if (available(run, state, state | placed)) free |= 1U << run;
            for (const unsigned taken : subsets(free, copies - number)) {
                unsigned after = state | placed;
                if (!open_ends && has(taken, 0)) after |= first_has;
                if (!open_ends && has(taken, runs - 1)) after |= last_has;
                found.push_back({placed, taken, after});
            }
        }
    return found;
}

}  // namespace passatempo::cards::play
