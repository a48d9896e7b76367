#include "keep.hpp"

#include <numeric>

#include "legal.hpp"

namespace passatempo::machiavelli {

namespace {

constexpr std::uint64_t last_effort = 1'000'000;  // nodes after a limit: some 0.1 s

std::size_t hand_size(const Position& position) {
    std::size_t size = 0;
    for (const Row& row : position.hand) size = std::accumulate(row.begin(), row.end(), size);
    return size;
}

}  // namespace

std::optional<Kept> Keeper::best(const Melds& groups, Position position, Budget& budget) {
    groups_ = &groups;
    budget_ = &budget;
    conflicts_.clear();
    breaks_ = 1;
    position.table = {};
    position.jokers.must = 0;
    for (const Meld& group : groups)
        for (const int c : group) {
            if (c >= deck) ++position.jokers.must;
            else ++position.table[c % ranks][c / ranks];
        }
    position_ = position;
    const auto laid = layer_.best(position, budget);
    if (!laid) return std::nullopt;
    value_ = laid->value;
    closes_ = position.jokers.must + position.jokers.may == 0 && laid->cards.size() == hand_size(position);
    most_kept_.reset();
    Kept kept;
    Set legal;
    for (std::size_t k = 0; k < groups.size(); ++k) legal[k] = is_legal(groups[k], position.ace);
    Set broken;
    for (;;) {
        kept.bound = static_cast<int>((legal & ~broken).count());
        const Set stay = legal & ~broken;
        if (budget.stop() != Stop::done) break;
        if (can_stay(stay)) {
            most_kept_ = stay;
            break;
        }
        find_conflicts(stay);
        if (budget.stop() != Stop::done) break;
        broken = fewest_breaks();
    }
    kept.laid = *laid;
    Budget late(1e300, last_effort, nullptr);
    if (most_kept_.any()) {  // the rest is known to go: once more, for its melds
        Budget& spent = budget.stop() == Stop::done ? budget : late;
        if (auto rest = layer_.best(without(most_kept_), spent)) kept.laid = std::move(*rest);
        else most_kept_.reset();  // the limit came first: the play that was found before
    }
    Melds melds;
    for (std::size_t k = 0; k < groups.size(); ++k)
        if (most_kept_[k]) {
            kept.groups.push_back(static_cast<int>(k));
            melds.push_back(groups[k]);
        }
    melds.insert(melds.end(), kept.laid.melds.begin(), kept.laid.melds.end());
    kept.laid.melds = std::move(melds);
    return kept;
}

Position Keeper::without(const Set& stay) const {
    Position position = position_;
    for (std::size_t k = 0; k < groups_->size(); ++k)
        if (stay[k])
            for (const int c : (*groups_)[k]) {
                if (c >= deck) --position.jokers.must;
                else --position.table[c % ranks][c / ranks];
            }
    return position;
}

bool Keeper::can_stay(const Set& stay) {
    // Where the whole hand must go there is nothing to choose, and arranging is quicker than laying.
    const Position rest = without(stay);
    const bool reached =
        closes_ ? arranger_.possible(everything(rest), rest.ace, *budget_) : layer_.reaches(rest, value_, *budget_);
    if (!reached) return false;
    if (stay.count() > most_kept_.count()) most_kept_ = stay;
    return true;
}

// Conflicts without a common meld, until the rest can stay.
void Keeper::find_conflicts(Set stay) {
    do {
        conflicts_.push_back(shrink(stay));
        stay &= ~conflicts_.back();
    } while (budget_->stop() == Stop::done && !can_stay(stay));
}

// Leave out every meld without which the rest still cannot stay.
Keeper::Set Keeper::shrink(Set conflict) {
    for (std::size_t k = 0; k < groups_->size(); ++k) {
        if (!conflict[k]) continue;
        conflict.reset(k);
        if (can_stay(conflict) || budget_->stop() != Stop::done) conflict.set(k);
    }
    return conflict;
}

// Conflicts only come to be more, so the search begins at the number that met those known before.
Keeper::Set Keeper::fewest_breaks() {
    Set broken;
    while (!hits(breaks_, broken, {}) && budget_->stop() == Stop::done) ++breaks_;
    return broken;
}

// Add at most `limit` melds, none of those spared, to `broken` so that it meets every conflict: depth-first on the
// conflict with fewest melds to choose from. Conflicts without a common choice need a break each.
bool Keeper::hits(std::size_t limit, Set& broken, Set spared) {
    Set open;
    std::size_t fewest = most_groups + 1, disjoint = 0;
    Set seen;
    for (const Set& conflict : conflicts_) {
        if ((conflict & broken).any()) continue;
        const Set choices = conflict & ~spared;
        if (const std::size_t size = choices.count(); size < fewest) {
            fewest = size;
            open = choices;
        }
        if ((choices & seen).any()) continue;
        ++disjoint;
        seen |= choices;
    }
    if (fewest > most_groups) return true;
    if (disjoint > limit || budget_->spend()) return false;
    for (std::size_t k = 0; k < groups_->size(); ++k) {
        if (!open[k]) continue;
        broken.set(k);
        if (hits(limit - 1, broken, spared)) return true;
        broken.reset(k);
        spared.set(k);  // all ways to break it have been tried
    }
    return false;
}

}  // namespace passatempo::machiavelli
