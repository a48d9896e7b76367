// A table over the runs open in one suit and the groups that stay, from the last rank to the first.
// Algorithm: backward dynamic programming: the relaxation to one suit
#include "keep/hope.hpp"

#include <algorithm>
#include <bit>
#include <bitset>
#include <functional>

namespace passatempo::machiavelli {

namespace {

// Where a run of one suit begins: at the card before which another lacks. A whole suit begins at the first place.
int start_of(const Meld& run, int first) {
    std::bitset<ranks> has;
    for (const int c : run) has.set(c % ranks);
    if (has.all()) return first;
    int rank = run.front() % ranks;
    while (has[(rank + ranks - 1) % ranks]) rank = (rank + ranks - 1) % ranks;
    return rank;
}

}  // namespace

bool Standing::read(const Melds& groups, const std::vector<std::size_t>& chosen, const Offer& offer, int first) {
    begins_ = lasts_ = covers_ = {};
    slots_ = {};
    for (auto& sets : sets_) sets.clear();
    for (auto& past : past_) past.clear();
    const auto place_of = [&](int rank) { return (rank - first + ranks) % ranks; };
    std::vector<Run> runs;
    for (const std::size_t k : chosen) {
        const Meld& group = groups[k];
        if (group[0] % ranks == group[1] % ranks) {
            const int place = place_of(group[0] % ranks);
            Set& set = sets_[place].emplace_back();
            set.group = k;
            set.part = group.size() == 3 ? whole / 3 : whole / 4;
            for (const int c : group) set.cards[c / ranks] = 1;
            if (std::ssize(sets_[place]) > most_sets_of_rank) return false;
            continue;
        }
        const int size = group.size(), from = place_of(start_of(group, first));
        const Run run{k, group[0] / ranks, from, size};
        if (from + size <= ranks) runs.push_back(run);
        else past_[run.suit].push_back(run);
    }
    const auto before = [](const Run& a, const Run& b) { return a.from < b.from; };
    if (!std::is_sorted(runs.begin(), runs.end(), before)) std::stable_sort(runs.begin(), runs.end(), before);
    set_prices(offer);
    for (int place = 0; place < ranks; ++place) add_shares(place);
    return std::all_of(runs.begin(), runs.end(), [&](const Run& run) { return add_run(run); });
}

bool Standing::add_run(const Run& run) {
    int slot = 0;
    while (slot < most_slots && (covers_[run.suit][run.from] >> slot & 1) != 0) ++slot;
    if (slot == most_slots) return false;
    slots_[run.suit] = std::max(slots_[run.suit], slot + 1);
    const std::uint8_t bit = 1U << slot;
    begins_[run.suit][run.from] |= bit;
    for (int place = run.from; place < run.from + run.size; ++place) {
        covers_[run.suit][place] |= bit;
        if (place + 1 < run.from + run.size) lasts_[run.suit][place] |= bit;
        names_[run.suit][place][slot] = run.group;
    }
    return true;
}

// Where few suits have hand cards of a rank, a new set of them needs cards of the table: they pay for those. What they
// pay is what the others get, so that no set is worth more than its cards in groups that stay.
void Standing::set_prices(const Offer& offer) {
    for (int place = 0; place < ranks; ++place) {
        const auto has = [&](int suit) { return offer.may[place][suit] > offer.must[place][suit]; };
        const int hands = has(0) + has(1) + has(2) + has(3);
        const auto& sets = sets_[place];
        const bool four = std::any_of(sets.begin(), sets.end(), [](const Set& set) { return set.part < whole / 3; });
        const int price = hands == 0 || hands > 2 ? 0 : !four ? whole / 3 : hands == 1 ? whole / 4 : whole / 6;
        for (int suit = 0; suit < suits; ++suit)
            prices_[suit][place] = !has(suit) ? price : hands == 1 ? -2 * price : -price / 2;
    }
}

void Standing::add_shares(int place) {
    for (int suit = 0; suit < suits; ++suit) {
        const int price = prices_[suit][place];
        auto& shares = shares_[suit][place];
        shares = {0, price, price, price, price};
        int has = 0;
        for (const Set& set : sets_[place])
            if (set.cards[suit] != 0) shares[++has] = std::max(set.part, price);
        if (has > 1) std::sort(shares.begin() + 1, shares.begin() + 1 + has, std::greater<>());
        for (int k = 0; k < most_sets_of_rank; ++k) shares[k + 1] += shares[k];
    }
}

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
