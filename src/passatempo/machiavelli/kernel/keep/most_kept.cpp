// Melds broken until the others can stay, and the conflicts met on the way.
// Algorithm: implicit hitting sets (Moreno-Centeno and Karp 2013) with minimal conflicts
// Twin: machiavelli/reference/search.py
#include "keep/most_kept.hpp"

#include <algorithm>
#include <numeric>

#include "melds.hpp"

namespace passatempo::machiavelli {

namespace {

std::size_t hand_size(const Turn& turn) {
    std::size_t size = 0;
    for (const Row& row : turn.hand) size = std::accumulate(row.begin(), row.end(), size);
    return size;
}

// The cards of a meld, a bit each, and above them the number of its jokers, whatever these stand for.
std::uint64_t kinds(const Meld& meld) {
    std::uint64_t found = 0;
    for (const int c : meld) found += std::uint64_t{1} << std::min(c, deck);
    return found;
}

}  // namespace

std::uint64_t nodes_to_spare(const Turn& turn) {
    constexpr std::uint64_t for_two_copies = 3'000;
    std::uint64_t copies = 2;
    for (int c = 0; c < deck; ++c)
        copies = std::max<std::uint64_t>(copies, turn.table[c % ranks][c / ranks] + turn.hand[c % ranks][c / ranks]);
    return for_two_copies * 4 / (copies * copies);
}

std::optional<Kept> Keeper::best(const Melds& groups, Turn turn, Budget& budget, const Demand* demand) {
    if (!set_up(groups, turn, budget)) return std::nullopt;
    demand_ = demand;
    const auto laid = play(turn_);
    if (!laid) return std::nullopt;
    value_ = laid->value;
    const bool no_jokers = turn_.jokers.must + turn_.jokers.may == 0;
    aim_ = no_jokers && laid->cards.size() == hand_size_ ? Aim::arrange : Aim::reach;
    Kept kept;
    kept.laid = *laid;
    Set legal;
    for (std::size_t k = 0; k < groups.size() && !budget.poll(); ++k) legal[k] = is_legal(groups[k], turn.line);
    keep_most(legal, kept);
    if (turn_.jokers.may > 0) prefer_fewer_jokers(legal, kept);
    Melds melds;
    for (std::size_t k = 0; k < groups.size(); ++k)
        if (most_kept_[k]) {
            kept.groups.push_back(k);
            melds.push_back(groups[k]);
        }
    melds.insert(melds.end(), kept.laid.melds.begin(), kept.laid.melds.end());
    kept.laid.melds = std::move(melds);
    return kept;
}

Laid Keeper::spare(const Melds& groups, const Turn& turn, const Laid& found, Budget& budget) {
    begin(groups, turn, budget);
    value_ = found.value;
    const int used = jokers_of(found);
    const bool closes = found.cards.size() == hand_size_ + static_cast<std::size_t>(turn.jokers.may);
    const bool no_jokers = turn.jokers.must + turn.jokers.may == 0;
    aim_ = !closes ? Aim::reach : no_jokers ? Aim::arrange : Aim::close;
    if (!closes) turn_.jokers.may = used;
    Set legal;
    for (std::size_t k = 0; k < groups.size(); ++k) legal[k] = is_legal(groups[k], turn.line);
    const Set before = most_kept_ = lying(found) & legal;
    let_stay(legal);
    return most_kept_ == before ? found : beside();
}

// The play that was met on the way, with the groups that stay before it.
Laid Keeper::beside() const {
    Laid laid = rest_;
    laid.melds.clear();
    for (std::size_t k = 0; k < groups_->size(); ++k)
        if (most_kept_[k]) laid.melds.push_back((*groups_)[k]);
    laid.melds.insert(laid.melds.end(), rest_.melds.begin(), rest_.melds.end());
    return laid;
}

void Keeper::begin(const Melds& groups, const Turn& turn, Budget& budget) {
    groups_ = &groups;
    budget_ = &budget;
    demand_ = nullptr;
    conflicts_.clear();
    most_kept_.reset();
    turn_ = turn;
    hand_size_ = hand_size(turn);
}

// The groups that the melds of a play have as they are.
Keeper::Set Keeper::lying(const Laid& found) const {
    std::vector<std::uint64_t> melds;
    melds.reserve(found.melds.size());
    for (const Meld& meld : found.melds) melds.push_back(kinds(meld));
    Set lie;
    for (std::size_t k = 0; k < groups_->size(); ++k) {
        const auto place = std::find(melds.begin(), melds.end(), kinds((*groups_)[k]));
        if (place == melds.end()) continue;
        melds.erase(place);
        lie.set(k);
    }
    return lie;
}

// First each group that lies otherwise is asked for beside all that stay: few cards are loose then, so that is quick.
// Then none of those left can be added. Conflicts without a common group, one for each of them, prove that no more can
// stay: so the others are dealt out to these groups, and each is asked for with its part; a single one has been asked
// for with all of them. The fewer cards are left to arrange, the quicker it is found that they cannot be.
void Keeper::let_stay(const Set& legal) {
    for (std::size_t k = 0; k < groups_->size() && budget_->stop() == Stop::done; ++k)
        if (legal[k] && !most_kept_[k]) can_stay(Set(most_kept_).set(k));
    const Set others = most_kept_, broken = legal & ~others;
    const std::size_t breaks = broken.count();
    std::size_t part = 0;
    for (std::size_t k = 0; k < groups_->size() && budget_->stop() == Stop::done; ++k) {
        if (!broken[k]) continue;
        Set some = deal(others, part++, breaks);
        some.set(k);
        if (breaks == 1 || !can_stay(some)) conflicts_.push_back(some);
    }
    if (conflicts_.size() == breaks || budget_->stop() != Stop::done) return;
    for (Set& conflict : conflicts_) conflict = shrink(conflict);
    breaks_ = conflicts_.size();
    if (budget_->stop() == Stop::done) stay_together(legal, breaks - 1, nullptr);
}

// One of so many parts of a set, as equal as can be.
Keeper::Set Keeper::deal(const Set& set, std::size_t part, std::size_t parts) const {
    Set dealt;
    for (std::size_t k = 0, number = 0; k < groups_->size(); ++k)
        if (set[k]) dealt[k] = number++ % parts == part;
    return dealt;
}

bool Keeper::set_up(const Melds& groups, Turn turn, Budget& budget) {
    begin(groups, turn, budget);
    turn.table = {};
    turn.jokers.must = 0;
    for (const Meld& group : groups)
        for (const int c : group) {
            if (c >= deck) ++turn.jokers.must;
            else ++turn.table[c % ranks][c / ranks];
        }
    turn_ = turn;
    return !budget.poll();
}

// Most melds that can stay, and the play with them.
void Keeper::keep_most(const Set& legal, Kept& kept) {
    breaks_ = 1;
    stay_together(legal, most_groups, &kept.bound);
    if (most_kept_.none()) return;
    if (budget_->stop() == Stop::done)  // the rest is known to go: once more, for its melds
        if (auto rest = play(without(most_kept_))) {
            kept.laid = std::move(*rest);
            return;
        }
    kept.laid = rest_;  // a limit came: the play that was met on the way
}

// As many melds may stay in several ways. More jokers never make that harder, so the conflicts met with more of them
// are conflicts with fewer too; those of the plays that close are others, and forgotten again.
void Keeper::prefer_fewer_jokers(const Set& legal, Kept& kept) {
    if (budget_->stop() != Stop::done) return;
    const std::size_t most_breaks = legal.count() - most_kept_.count();
    const int may = turn_.jokers.may;
    const auto used = [&] { return jokers_of(kept.laid); };
    const bool all_cards = kept.laid.cards.size() - used() == hand_size_;
    if (all_cards && used() < may) {
        const std::vector<Set> before = conflicts_;
        if (again(legal, most_breaks, Aim::close, may, kept)) return;
        conflicts_ = before;
    }
    if (all_cards && used() == may) return;
    while (used() > 0 && again(legal, most_breaks, Aim::reach, used() - 1, kept)) continue;
}

// Let as many melds stay with another aim or fewer jokers, if that can be; the play is then that one.
bool Keeper::again(const Set& legal, std::size_t most_breaks, Aim aim, int jokers, Kept& kept) {
    aim_ = aim;
    turn_.jokers.may = jokers;
    breaks_ = most_breaks;
    if (!can_stay({})) return false;  // not even with all melds broken
    const auto stay = stay_together(legal, most_breaks, nullptr);
    if (!stay || budget_->stop() != Stop::done) return false;
    const Turn rest = without(*stay);
    auto laid = aim == Aim::close && demand_ == nullptr ? layer_.close(rest, *budget_) : play(rest);
    if (!laid || budget_->stop() != Stop::done) return false;
    most_kept_ = *stay;
    kept.laid = std::move(*laid);
    return true;
}

// Break the fewest melds that meet all conflicts known, until the others can stay; nothing where that takes more than
// `most_breaks`. `bound`: so many can stay at most, as far as is known.
std::optional<Keeper::Set> Keeper::stay_together(const Set& legal, std::size_t most_breaks, int* bound) {
    Set broken;
    if (!conflicts_.empty()) broken = fewest_breaks(most_breaks);
    for (;;) {
        const Set stay = legal & ~broken;
        if (bound != nullptr) *bound = stay.count();
        if (budget_->stop() != Stop::done || breaks_ > most_breaks) return std::nullopt;
        if (can_stay(stay)) {
            if (bound != nullptr) most_kept_ = stay;
            return stay;
        }
        find_conflicts(stay);
        if (budget_->stop() != Stop::done) return std::nullopt;
        broken = fewest_breaks(most_breaks);
    }
}

int Keeper::jokers_of(const Laid& laid) const {
    const auto plain = [](int c) { return c < deck; };
    return static_cast<int>(laid.cards.size()) -
           static_cast<int>(std::count_if(laid.cards.begin(), laid.cards.end(), plain));
}

Turn Keeper::without(const Set& stay) const {
    Turn turn = turn_;
    for (std::size_t k = 0; k < groups_->size(); ++k)
        if (stay[k])
            for (const int c : (*groups_)[k]) {
                if (c >= deck) --turn.jokers.must;
                else --turn.table[c % ranks][c / ranks];
            }
    return turn;
}

std::optional<Laid> Keeper::play(const Turn& turn) {
    return demand_ == nullptr ? layer_.best(turn, *budget_) : layer_.best(turn, *demand_, *budget_);
}

bool Keeper::reaches(const Turn& rest) {
    if (demand_ == nullptr) return layer_.reaches(rest, value_, *budget_);
    const auto laid = play(rest);
    return laid && laid->value >= value_;
}

// A play that meets a demand lays the whole hand if it can.
bool Keeper::closes(const Turn& rest) {
    if (demand_ == nullptr) return layer_.close(rest, *budget_).has_value();
    const auto laid = play(rest);
    return laid && laid->cards.size() == hand_size_ + static_cast<std::size_t>(rest.jokers.may);
}

bool Keeper::can_stay(const Set& stay) {
    const Turn rest = without(stay);
    bool can = false;
    switch (aim_) {
        case Aim::reach: can = reaches(rest); break;
        case Aim::arrange: can = arranger_.possible(everything(rest), rest.line, *budget_); break;
        case Aim::close: can = closes(rest); break;
    }
    if (can && stay.count() > most_kept_.count()) remember(stay, rest);
    return can;
}

void Keeper::remember(const Set& stay, const Turn& rest) {
    most_kept_ = stay;
    if (aim_ != Aim::arrange) {
        rest_ = layer_.found(rest);
        return;
    }
    rest_ = {value_, {}, arranger_.melds()};
    for (int c = 0; c < deck; ++c) rest_.cards.insert(rest_.cards.end(), rest.hand[c % ranks][c / ranks], c);
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
Keeper::Set Keeper::fewest_breaks(std::size_t most) {
    Set broken;
    while (breaks_ <= most && !hits(breaks_, broken, {}) && budget_->stop() == Stop::done) ++breaks_;
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
