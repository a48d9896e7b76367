// Choices of one rank with the groups that stay, the most promising first.
// Algorithm: branch and bound, suit by suit
#include <algorithm>

#include "keep/stay.hpp"

namespace passatempo::machiavelli {

namespace {

constexpr std::size_t few = 12;  // sorted in place: the library's sort asks for memory

}  // namespace

// The choices that may reach what is wanted, the most promising first, equal ones as they were found.
void Stayer::list(int place, two::Runs runs, Masks masks, Gain need, int wanted) {
    auto& choices = choices_[place];
    choices.clear();
    for (int i = 0; i < suits; ++i) list_options(place, i, {two::state_in(runs, i), mask_in(masks, i)});
    combine(place, need, wanted);
    const auto better = [](const Choice& a, const Choice& b) { return a.most > b.most; };
    if (choices.size() > few) return std::stable_sort(choices.begin(), choices.end(), better);
    for (std::size_t k = 1; k < choices.size(); ++k)
        for (std::size_t at = k; at > 0 && better(choices[at], choices[at - 1]); --at)
            std::swap(choices[at], choices[at - 1]);
}

// What each suit can do alone, and what that and the rest of it come to at most.
void Stayer::list_options(int place, int suit, const Reach& reach) {
    const Start& start = *picked_[suit];
    Options& options = options_[suit];
    options.size = 0;
    start.hopes->each_way(basis_, suit, place, reach, [&](const Hopes::Way& it) {
        Option& option = options.all[options.size++];
        option.kept = ones(it.added);
        option.most = it.now.plus(it.later, Standing::whole * option.kept);
        option.later = it.later;
        option.code = two::digit[suit] * it.over;
        option.cards = narrow(it.cards << 2 * suit);
        option.used = narrow((basis_.past[suit][place] + ones(it.all)) << 2 * suit);
        option.next = it.next.state << 4 * suit;
        option.masks = it.next.mask << 3 * suit;
        option.added = it.added << 3 * suit;
        option.toll = option.later_toll = 0;
        if (!tolled_) return;
        option.later_toll = start.lane->later(place + 1, it.next);
        option.toll = Lane::group * option.kept + tolls_.leave(place, suit, it.over) + option.later_toll;
    });
}

// What the suits after each one can add at most. Where nothing of the value may be lost, all add what is worth most.
void Stayer::list_rests() {
    rests_[suits - 1] = {};
    for (int i = suits - 1; i > 0; --i) {
        const Options& options = options_[i];
        Hope best{never, {no_parts, no_parts}};
        Value toll = impossible;
        for (int k = 0; k < options.size; ++k) {
            const Option& option = options.all[k];
            best.take(option.most);
            toll = std::max(toll, option.toll);
        }
        const Sum& after = rests_[i];
        rests_[i - 1] = {std::max(impossible, after.toll + toll),
                         after.value + best.value,
                         {after.parts[0] + best.parts[0], after.parts[1] + best.parts[1]}};
    }
}

// Whether what is picked up to a suit, with the best of all others, is too little.
inline bool Stayer::falls_short(const Sum& sum, int last, const Aim& aim) const {
    const Sum& rest = rests_[last];
    const Gain loss = sum.value + rest.value - aim.need;
    return loss < 0 || sum.parts[loss > 0] + rest.parts[loss > 0] < aim.parts || sum.toll + rest.toll < aim.toll;
}

void Stayer::combine(int place, Gain need, int wanted) {
    list_rests();
    Aim aim{need, 2 * impossible, Standing::whole * wanted};
    if (tolled_) aim.toll = Lane::group * wanted + tolls_.gain(need) - tolls_.sets_from(place);
    Picked picked{};
    const auto each = [&](int suit, const Sum& before, auto&& go_on) {
        const Options& options = options_[suit];
        for (int k = 0; k < options.size; ++k) {
            const Sum sum = before.with(options.all[k]);
            if (falls_short(sum, suit, aim)) continue;
            picked[suit] = &options.all[k];
            go_on(sum);
        }
    };
    each(0, {}, [&](const Sum& one) {
        each(1, one, [&](const Sum& two) {
            each(2, two,
                 [&](const Sum& three) { each(3, three, [&](const Sum&) { settle(place, picked, need, wanted); }); });
        });
    });
}

void Stayer::settle(int place, const Picked& picked, Gain need, int wanted) {
    Choice choice{};
    int code = 0;
    Sum later;
    for (const Option* it : picked) {
        code += it->code;
        choice.next |= it->next;
        choice.masks |= it->masks;
        choice.added |= it->added;
        choice.cards |= it->cards;
        choice.used |= it->used;
        choice.kept += it->kept;
        later.value += it->later.value;
        later.toll += it->later_toll;
        for (int s = 0; s < 2; ++s) later.parts[s] += it->later.parts[s];
    }
    const Leave& left = leave(place, code);
    choice.gain = left.gain;
    if (choice.gain == never) return;
    const Gain loss = later.value + choice.gain - need;
    if (loss < 0) return;
    choice.sets = two::most_sets_of[code];
    choice.kept_sets = left.kept;
    choice.kept += ones(left.kept);
    choice.most = choice.kept + whole_groups(later.parts[loss > 0]);
    if (choice.most < wanted) return;
    if (tolled_) {
        later.toll += Lane::group * (choice.kept - wanted) + tolls_.sets_from(place + 1);
        if (later.toll < tolls_.gain(need - choice.gain)) return;
    }
    choices_[place].push_back(choice);
}

const Stayer::Leave& Stayer::leave(int place, int code) {
    Leave& it = leaves_[place][code];
    if (it.gain != unknown) return it;
    const std::array over{code % 3, code / 3 % 3, code / 9 % 3, code / 27};
    it.gain = gain(place, over, two::most_sets_of[code]);
    if (it.gain != never) it.kept = narrow(keep_sets(place, over));
    return it;
}

// All that the suits can leave to the sets of a rank.
void Stayer::list_leavings(int place) {
    const Row& may = offer_.may[place];
    std::array<int, suits> over{};
    for (over[0] = 0; over[0] <= may[0]; ++over[0])
        for (over[1] = 0; over[1] <= may[1]; ++over[1])
            for (over[2] = 0; over[2] <= may[2]; ++over[2])
                for (over[3] = 0; over[3] <= may[3]; ++over[3]) {
                    const Leave& it = leave(place, over[0] + 3 * over[1] + 9 * over[2] + 27 * over[3]);
                    if (it.gain == never) continue;
                    tolls_.allow(
                        place,
                        {{narrow(over[0]), narrow(over[1]), narrow(over[2]), narrow(over[3])}, ones(it.kept), it.gain});
                }
}

// What the hand's cards of a rank gain where the runs leave so many to its sets; never where a card of the table would
// be left.
Gain Stayer::gain(int place, const std::array<int, suits>& over, int sets) const {
    const Row &may = offer_.may[place], &must = offer_.must[place];
    Gain gain = 0;
    for (int i = 0; i < suits; ++i) {
        const int laid = may[i] - std::max(0, over[i] - sets);
        if (laid < must[i]) return never;
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
