// Groups sorted into sets and runs, and overlapping runs into slots.
#include "standing.hpp"

#include <algorithm>
#include <bitset>

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

bool Standing::read(const Melds& groups, const std::vector<std::size_t>& chosen, Ace ace, int first) {
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
            set.part = whole / static_cast<int>(group.size());
            for (const int c : group) set.cards[c / ranks] = 1;
            if (sets_[place].size() > most_sets_of_rank) return false;
            continue;
        }
        const int size = static_cast<int>(group.size()), from = place_of(start_of(group, first));
        const Run run{k, group[0] / ranks, from, size};
        if (from + size <= ranks) runs.push_back(run);
        else past_[run.suit].push_back(run);
    }
    static_cast<void>(ace);
    std::stable_sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) { return a.from < b.from; });
    for (int place = 0; place < ranks; ++place) add_shares(place);
    return std::all_of(runs.begin(), runs.end(), [&](const Run& run) { return add_run(run); });
}

bool Standing::add_run(const Run& run) {
    int slot = 0;
    while (slot < most_slots && (covers_[run.suit][run.from] >> slot & 1) != 0) ++slot;
    if (slot == most_slots) return false;
    slots_[run.suit] = std::max(slots_[run.suit], slot + 1);
    const auto bit = static_cast<std::uint8_t>(1 << slot);
    begins_[run.suit][run.from] |= bit;
    for (int place = run.from; place < run.from + run.size; ++place) {
        covers_[run.suit][place] |= bit;
        if (place + 1 < run.from + run.size) lasts_[run.suit][place] |= bit;
        names_[run.suit][place][slot] = run.group;
    }
    return true;
}

void Standing::add_shares(int place) {
    for (int suit = 0; suit < suits; ++suit) {
        std::vector<int> parts;
        for (const Set& set : sets_[place])
            if (set.cards[suit] != 0) parts.push_back(set.part);
        std::sort(parts.rbegin(), parts.rend());
        parts.resize(most_sets_of_rank);
        auto& shares = shares_[suit][place];
        shares[0] = 0;
        for (std::size_t k = 0; k < most_sets_of_rank; ++k) shares[k + 1] = shares[k] + parts[k];
    }
}

}  // namespace passatempo::machiavelli
