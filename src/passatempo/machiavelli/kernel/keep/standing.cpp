// Groups sorted into sets and runs, and overlapping runs into slots.
#include "keep/standing.hpp"

#include <algorithm>
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

}  // namespace passatempo::machiavelli
