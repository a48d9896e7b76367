// Choices of one rank with the groups that stay, the most promising first.
// Algorithm: branch and bound, suit by suit
#include <algorithm>

#include "keep/stay.hpp"

namespace passatempo::machiavelli {

namespace {

constexpr std::size_t few = 12;  // sorted in place: the library's sort asks for memory

}  // namespace

// The choices that may reach what is wanted, the most promising first, equal ones as they were found.
void Stayer::list(int place, const State& state, const Row& masks, Value need, int wanted) {
    auto& choices = choices_[place];
    choices.clear();
    for (int i = 0; i < suits; ++i) {
        options_[i].clear();
        list_options(place, i, open_runs(state, i), masks[i]);
    }
    combine(place, need, wanted);
    const auto better = [](const Choice& a, const Choice& b) { return a.most > b.most; };
    if (choices.size() > few) return std::stable_sort(choices.begin(), choices.end(), better);
    for (std::size_t k = 1; k < choices.size(); ++k)
        for (std::size_t at = k; at > 0 && better(choices[at], choices[at - 1]); --at)
            std::swap(choices[at], choices[at - 1]);
}

// What each suit can do alone, and what that and the rest of it come to at most.
void Stayer::list_options(int place, int suit, const Open& open, int mask) {
    const Start& start = *picked_[suit];
    start.hopes->each_way(basis_, suit, place, open, mask, [&](const Hopes::Way& it) {
        const int used = basis_.past[suit][place] + ones(it.all);
        const Hope most = it.now.plus(it.later, Standing::whole * ones(it.added));
        Option& option = options_[suit].emplace_back();
        option = {it.cards, it.added, used, it.next, it.mask, &it.later, most, 0, 0};
        if (!tolled_) return;
        option.later_toll = start.lane->later(place + 1, it.next, it.mask);
        option.toll = Lane::group * ones(it.added) + tolls_.leave(place, suit, it.over) + option.later_toll;
    });
}

// What the suits after each one can add at most.
void Stayer::list_rests() {
    rests_[suits - 1] = {};
    for (int i = suits - 1; i > 0; --i) {
        Rest best{impossible, impossible, no_parts};
        for (const Option& option : options_[i]) {
            best.value = std::max(best.value, option.most.value);
            best.toll = std::max(best.toll, option.toll);
            best.parts = std::max<int>(best.parts, option.most.parts.back());
        }
        const Rest& after = rests_[i];
        rests_[i - 1].value = std::max(impossible, after.value + best.value);
        rests_[i - 1].toll = std::max(impossible, after.toll + best.toll);
        rests_[i - 1].parts = after.parts + best.parts;
    }
}

// Whether what is picked up to a suit, with the best of all others, is too little.
inline bool Stayer::falls_short(const Picked& picked, int last, const Aim& aim) const {
    Value loss = rests_[last].value - aim.need, toll = rests_[last].toll;
    for (int i = 0; i <= last; ++i) {
        loss += picked[i]->most.value;
        toll += picked[i]->toll;
    }
    if (loss < 0 || toll < aim.toll) return true;
    int parts = rests_[last].parts;
    for (int i = 0; i <= last; ++i) parts += picked[i]->most.with(loss);
    return parts < aim.parts;
}

void Stayer::combine(int place, Value need, int wanted) {
    list_rests();
    Aim aim{need, 2 * impossible, Standing::whole * wanted};
    if (tolled_) aim.toll = Lane::group * wanted + tolls_.gain(need) - tolls_.sets_from(place);
    Picked picked{};
    for (const Option& s : options_[0]) {
        picked[0] = &s;
        if (falls_short(picked, 0, aim)) continue;
        for (const Option& h : options_[1]) {
            picked[1] = &h;
            if (falls_short(picked, 1, aim)) continue;
            for (const Option& d : options_[2]) {
                picked[2] = &d;
                if (falls_short(picked, 2, aim)) continue;
                for (const Option& c : options_[3]) {
                    picked[3] = &c;
                    if (!falls_short(picked, 3, aim)) settle(place, picked, need, wanted);
                }
            }
        }
    }
}

void Stayer::settle(int place, const Picked& picked, Value need, int wanted) {
    Choice choice;
    std::array<int, suits> over{};
    Value later = 0;
    for (int i = 0; i < suits; ++i) {
        choice.in_groups[i] = narrow(picked[i]->used);
        over[i] = offer_.may[place][i] - picked[i]->cards - picked[i]->used - offer_.laid_before(place, i);
        later += picked[i]->later->value;
    }
    const int sets = most_sets(over);
    choice.gain = gain(place, over, sets);
    if (choice.gain == impossible) return;
    const Value loss = later + choice.gain - need;
    if (loss < 0) return;
    int parts = 0;
    for (int i = 0; i < suits; ++i) {
        const Option& it = *picked[i];
        choice.kept += ones(it.added);
        parts += it.later->with(loss);
        choice.runs[i] = narrow(it.cards);
        choice.added[i] = narrow(it.added);
        choice.masks[i] = narrow(it.next_mask);
        choice.next.one[i] = narrow(it.next.one);
        choice.next.two[i] = narrow(it.next.two);
        choice.next.more[i] = narrow(it.next.more);
    }
    choice.sets = narrow(sets);
    choice.kept_sets = narrow(keep_sets(place, over));
    choice.kept += ones(choice.kept_sets);
    choice.most = choice.kept + whole_groups(parts);
    if (choice.most < wanted) return;
    if (tolled_) {
        Value toll =
            Lane::group * (choice.kept - wanted) + tolls_.sets_from(place + 1) - tolls_.gain(need - choice.gain);
        for (const Option* option : picked) toll += option->later_toll;
        if (toll < 0) return;
    }
    choices_[place].push_back(choice);
}

// All that the suits can leave to the sets of a rank.
void Stayer::list_leavings(int place) {
    const Row& may = offer_.may[place];
    std::array<int, suits> over{};
    for (over[0] = 0; over[0] <= may[0]; ++over[0])
        for (over[1] = 0; over[1] <= may[1]; ++over[1])
            for (over[2] = 0; over[2] <= may[2]; ++over[2])
                for (over[3] = 0; over[3] <= may[3]; ++over[3]) {
                    Leaving leaving;
                    leaving.gain = gain(place, over, most_sets(over));
                    if (leaving.gain == impossible) continue;
                    for (int i = 0; i < suits; ++i) leaving.over[i] = narrow(over[i]);
                    leaving.kept = ones(keep_sets(place, over));
                    tolls_.allow(place, leaving);
                }
}

// What the hand's cards of a rank gain where the runs leave so many to its sets; impossible where a card of the table
// would be left.
Value Stayer::gain(int place, const std::array<int, suits>& over, int sets) const {
    const Row &may = offer_.may[place], &must = offer_.must[place];
    Value gain = 0;
    for (int i = 0; i < suits; ++i) {
        const int laid = may[i] - std::max(0, over[i] - sets);
        if (laid < must[i]) return impossible;
        gain += offer_.weight[place][i] * (laid - must[i]);
    }
    return gain;
}

// Most sets of this rank that can stay where the runs have their cards and as much is gained.
int Stayer::keep_sets(int place, const std::array<int, suits>& over) const {
    const auto& sets = standing_.sets(place);
    if (sets.empty()) return 0;
    const int most = most_sets(over);
    int best = 0;
    for (int mask = (1 << sets.size()) - 1; mask > 0; --mask) {
        if (ones(mask) <= ones(best)) continue;
        std::array<int, suits> left = over;
        for (std::size_t k = 0; k < sets.size(); ++k)
            if ((mask >> k & 1) != 0)
                for (int i = 0; i < suits; ++i) left[i] -= sets[k].cards[i];
        if (*std::min_element(left.begin(), left.end()) < 0) continue;
        const int others = most_sets(left);
        bool as_much = true;
        for (int i = 0; i < suits && as_much; ++i)
            as_much = over[i] - left[i] + std::min(left[i], others) >= std::min(over[i], most);
        if (!as_much) continue;
        best = mask;
    }
    return best;
}

}  // namespace passatempo::machiavelli
