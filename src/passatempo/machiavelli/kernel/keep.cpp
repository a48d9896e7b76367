#include "keep.hpp"

#include <algorithm>

#include "legal.hpp"

namespace passatempo::machiavelli {

std::optional<Kept> Keeper::best(const Melds& groups, Position position, Budget& budget) {
    groups_ = &groups;
    budget_ = &budget;
    conflicts_.clear();
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
    Budget last(1e300, ~std::uint64_t{0}, nullptr);  // the rest is known to go: once more, for its melds
    if (most_kept_.any()) kept.laid = *layer_.best(without(most_kept_), last);
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
    if (!layer_.reaches(without(stay), value_, *budget_)) return false;
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

Keeper::Set Keeper::fewest_breaks() {
    Set broken;
    for (std::size_t limit = 1; !hits(limit, broken) && budget_->stop() == Stop::done; ++limit) broken.reset();
    return broken;
}

// Add at most `limit` melds to `broken` so that it meets every conflict: depth-first on a smallest one not met.
bool Keeper::hits(std::size_t limit, Set& broken) {
    const Set* open = nullptr;
    std::size_t disjoint = 0;
    Set seen = broken;
    for (const Set& conflict : conflicts_) {
        if ((conflict & broken).any()) continue;
        if (open == nullptr || conflict.count() < open->count()) open = &conflict;
        if ((conflict & seen).any()) continue;
        ++disjoint;
        seen |= conflict;
    }
    if (open == nullptr) return true;
    if (disjoint > limit || budget_->spend()) return false;
    for (std::size_t k = 0; k < groups_->size(); ++k) {
        if (!(*open)[k]) continue;
        broken.set(k);
        if (hits(limit - 1, broken)) return true;
        broken.reset(k);
    }
    return false;
}

}  // namespace passatempo::machiavelli
