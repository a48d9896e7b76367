// Choices of one rank, the most promising first.
// Algorithm: branch and bound, suit by suit
#include <algorithm>

#include "two/search.hpp"

namespace passatempo::machiavelli::two {

// What a suit can do alone.
void Search::list_options(int place, Runs runs, int suit, Options& options) const {
    const int state = state_in(runs, suit), may = offer_->may[place][suit];
    const int before = place == ranks - 1 && laid_[suit] <= copies ? laid_[suit] : 0;
    const auto& next = steps[offer_->may[place + 1][suit]][state];
    const int sets = most_sets_[place];
    for (int cards = open_of[state].pending(); cards <= may - before; ++cards) {
        if (next[cards] == none) continue;
        const Gain now = yield(place, suit, sets, cards)[suit];
        const Gain later = outlooks_[on_[suit]].from(place + 1, next[cards], suit);
        const Gain most = now + later;
        if (most <= never / 2) continue;
        Option& option = options.all[options.size++];
        option.cards = cards << 2 * suit;
        option.code = digit[suit] * (may - before - cards);
        option.next = next[cards] << 4 * suit;
        option.later = later;
        option.most = most;
        option.fresh = std::max(0, cards - open_of[state].all());
        option.ended = std::min(may - before, open_of[state].all()) + option.fresh - cards;
        options.best = std::max(options.best, most);
    }
}

// The choices that may reach `need`; returns how many.
int Search::list(int place, Runs runs, Gain need) {
    std::array<Options, suits> options;
    Sums rest{};
    for (int i = suits - 1; i >= 0; --i) {
        list_options(place, runs, i, options[i]);
        if (options[i].size == 0) return 0;
        rest[i] = rest[i + 1] + options[i].best;
    }
    if (rest[0] < need) return 0;
    int size = 0;
    std::array<const Option*, suits> picked{};
    for (int s = 0; s < options[0].size; ++s) {
        picked[0] = &options[0].all[s];
        const Gain one = picked[0]->most;
        if (one + rest[1] < need) continue;
        for (int h = 0; h < options[1].size; ++h) {
            picked[1] = &options[1].all[h];
            const Gain two = one + picked[1]->most;
            if (two + rest[2] < need) continue;
            for (int d = 0; d < options[2].size; ++d) {
                picked[2] = &options[2].all[d];
                const Gain three = two + picked[2]->most;
                if (three + rest[3] < need) continue;
                for (int c = 0; c < options[3].size; ++c) {
                    picked[3] = &options[3].all[c];
                    if (three + picked[3]->most >= need) size = settle(place, picked, need, size);
                }
            }
        }
    }
    return size;
}

// With the runs chosen the sets take what they can. Where they take no fewer if a run goes on that could, that is no
// worse: a state with one more long run. The choice goes behind those that are as good.
int Search::settle(int place, const std::array<const Option*, suits>& picked, Gain need, int size) {
    const int code = picked[0]->code + picked[1]->code + picked[2]->code + picked[3]->code;
    const int sets = most_sets_of[code];
    Choice choice{0, 0, 0, 0, 0};
    int cost = 0;
    for (int i = 0; i < suits; ++i) {
        const int cards = picked[i]->cards >> 2 * i;
        if (prunes_ && picked[i]->ended > 0 && most_sets_of[code - digit[i]] >= sets) return size;
        choice.gain += std::max(never / 4, yield(place, i, sets, cards)[i]);
        choice.most += picked[i]->later;
        choice.next |= picked[i]->next;
        choice.cards |= picked[i]->cards;
        cost += 4 * picked[i]->fresh + picked[i]->ended;
    }
    choice.most += choice.gain;
    if (choice.most < need) return size;
    choice.rank = steady_ ? -cost : choice.most;
    auto& choices = choices_[place];
    int at = size;
    for (; at > 0 && choices[at - 1].rank < choice.rank; --at) choices[at] = choices[at - 1];
    choices[at] = choice;
    return size + 1;
}

}  // namespace passatempo::machiavelli::two
