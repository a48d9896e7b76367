// Finds the play that keeps the most groups by implicit hitting sets with minimal conflicts.
// 1. `start_search`: no conflicts are known, and no group is kept.
// 2. `fewest_breaks`: a smallest set of groups that hits all conflicts [MorenoCenteno2013], by depth-first search.
// 3. `can_stay`: whether the other groups can be kept.
// 4. `find_conflicts`: otherwise, disjoint conflicts, each reduced by `minimise_conflict` [Ignatiev2015].
// 5. `prefer_fewer_jokers`: the same search with fewer jokers, or for a play that closes the hand.
// Twin: machiavelli/reference/search.py
#include "group_keeping/group_maximizer.hpp"

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

// One bit for each card of a meld, and above them the number of its jokers, whatever these stand for.
std::uint64_t kind_bits(const Meld& meld) {
    std::uint64_t bit_sum = 0;
    for (const int c : meld) bit_sum += std::uint64_t{1} << std::min(c, deck);
    return bit_sum;
}

}  // namespace

std::uint64_t nodes_to_spare(const Turn& turn) {
    constexpr std::uint64_t for_two_copies = 3'000;
    std::uint64_t copies = 2;
    for (int c = 0; c < deck; ++c)
        copies = std::max<std::uint64_t>(copies, turn.table[c % ranks][c / ranks] + turn.hand[c % ranks][c / ranks]);
    return for_two_copies * 4 / (copies * copies);
}

std::optional<GroupKeepingPlay> GroupMaximizer::find_best_play(const Melds& groups, Turn turn, Budget& budget,
                                                               const Demand* demand) {
    if (!set_up(groups, turn, budget)) return std::nullopt;
    demand_ = demand;
    const auto first_play = play_rest(turn_);
    if (!first_play) return std::nullopt;
    best_value_ = first_play->total_value;
    const bool no_jokers = turn_.jokers.must + turn_.jokers.may == 0;
    feasibility_ = no_jokers && first_play->hand_cards.size() == hand_size_ ? Feasibility::arrange : Feasibility::reach;
    GroupKeepingPlay group_play;
    group_play.play_result = *first_play;
    Set legal;
    for (std::size_t k = 0; k < groups.size() && !budget.poll(); ++k) legal[k] = is_legal(groups[k], turn.line);
    maximise_intact_set(legal, group_play);
    if (turn_.jokers.may > 0) prefer_fewer_jokers(legal, group_play);
    Melds melds;
    for (std::size_t k = 0; k < groups.size(); ++k)
        if (intact_set_[k]) {
            group_play.intact_groups.push_back(k);
            melds.push_back(groups[k]);
        }
    melds.insert(melds.end(), group_play.play_result.melds.begin(), group_play.play_result.melds.end());
    group_play.play_result.melds = std::move(melds);
    return group_play;
}

PlayResult GroupMaximizer::spare_groups(const Melds& groups, const Turn& turn, const PlayResult& best_play,
                                        Budget& budget) {
    start_search(groups, turn, budget);
    best_value_ = best_play.total_value;
    const int used = jokers_of(best_play);
    const bool closes = best_play.hand_cards.size() == hand_size_ + static_cast<std::size_t>(turn.jokers.may);
    const bool no_jokers = turn.jokers.must + turn.jokers.may == 0;
    feasibility_ = !closes ? Feasibility::reach : no_jokers ? Feasibility::arrange : Feasibility::close;
    if (!closes) turn_.jokers.may = used;
    Set legal;
    for (std::size_t k = 0; k < groups.size(); ++k) legal[k] = is_legal(groups[k], turn.line);
    const Set before = intact_set_ = intact_groups(best_play) & legal;
    extend_intact_set(legal);
    return intact_set_ == before ? best_play : combine_plays();
}

// The stored play of the rest, preceded by the kept groups.
PlayResult GroupMaximizer::combine_plays() const {
    PlayResult full_play = rest_play_;
    full_play.melds.clear();
    for (std::size_t k = 0; k < table_groups_->size(); ++k)
        if (intact_set_[k]) full_play.melds.push_back((*table_groups_)[k]);
    full_play.melds.insert(full_play.melds.end(), rest_play_.melds.begin(), rest_play_.melds.end());
    return full_play;
}

void GroupMaximizer::start_search(const Melds& groups, const Turn& turn, Budget& budget) {
    table_groups_ = &groups;
    budget_ = &budget;
    demand_ = nullptr;
    conflicts_.clear();
    intact_set_.reset();
    turn_ = turn;
    hand_size_ = hand_size(turn);
}

// The groups that are unchanged among the melds of a play.
GroupMaximizer::Set GroupMaximizer::intact_groups(const PlayResult& best_play) const {
    std::vector<std::uint64_t> melds;
    melds.reserve(best_play.melds.size());
    for (const Meld& meld : best_play.melds) melds.push_back(kind_bits(meld));
    Set intact_set;
    for (std::size_t k = 0; k < table_groups_->size(); ++k) {
        const auto meld_match = std::find(melds.begin(), melds.end(), kind_bits((*table_groups_)[k]));
        if (meld_match == melds.end()) continue;
        melds.erase(meld_match);
        intact_set.set(k);
    }
    return intact_set;
}

// First test each changed group together with all kept ones. That is quick, because few cards are loose. Afterwards no
// changed group can be added. Disjoint conflicts, one for each changed group, would prove that no more can be kept. So
// each changed group is tested with its share of the kept groups. A single one has already been tested with all of
// them. Impossibility shows sooner if fewer cards are left to arrange.
void GroupMaximizer::extend_intact_set(const Set& legal) {
    for (std::size_t k = 0; k < table_groups_->size() && budget_->stop() == Stop::done; ++k)
        if (legal[k] && !intact_set_[k]) can_stay(Set(intact_set_).set(k));
    const Set intact_set = intact_set_, loose_groups = legal & ~intact_set;
    const std::size_t breaks = loose_groups.count();
    std::size_t share_index = 0;
    for (std::size_t k = 0; k < table_groups_->size() && budget_->stop() == Stop::done; ++k) {
        if (!loose_groups[k]) continue;
        Set intact_share = share_of(intact_set, share_index++, breaks);
        intact_share.set(k);
        if (breaks == 1 || !can_stay(intact_share)) conflicts_.push_back(intact_share);
    }
    if (conflicts_.size() == breaks || budget_->stop() != Stop::done) return;
    for (Set& conflict : conflicts_) conflict = minimise_conflict(conflict);
    break_count_ = conflicts_.size();
    if (budget_->stop() == Stop::done) find_intact_set(legal, breaks - 1, nullptr);
}

// One of `share_count` parts of a set, as equal as possible.
GroupMaximizer::Set GroupMaximizer::share_of(const Set& set, std::size_t share_index, std::size_t share_count) const {
    Set set_share;
    for (std::size_t k = 0, member_index = 0; k < table_groups_->size(); ++k)
        if (set[k]) set_share[k] = member_index++ % share_count == share_index;
    return set_share;
}

bool GroupMaximizer::set_up(const Melds& groups, Turn turn, Budget& budget) {
    start_search(groups, turn, budget);
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

// Find the largest set of melds that can be kept, and a play with it.
void GroupMaximizer::maximise_intact_set(const Set& legal, GroupKeepingPlay& group_play) {
    break_count_ = 1;
    find_intact_set(legal, group_limit, &group_play.upper_bound);
    if (intact_set_.none()) return;
    if (budget_->stop() == Stop::done)  // the rest is feasible, so solve it again for its melds
        if (auto rest = play_rest(turn_without(intact_set_))) {
            group_play.play_result = std::move(*rest);
            return;
        }
    group_play.play_result = rest_play_;  // a limit was reached, so use the stored play
}

// There may be several sets of the same size. More jokers never make a set infeasible. So conflicts found with more
// jokers also hold with fewer. Conflicts of plays that close are different, and are dropped again.
void GroupMaximizer::prefer_fewer_jokers(const Set& legal, GroupKeepingPlay& group_play) {
    if (budget_->stop() != Stop::done) return;
    const std::size_t break_limit = legal.count() - intact_set_.count();
    const int may = turn_.jokers.may;
    const auto used = [&] { return jokers_of(group_play.play_result); };
    const bool all_cards = group_play.play_result.hand_cards.size() - used() == hand_size_;
    if (all_cards && used() < may) {
        const std::vector<Set> before = conflicts_;
        if (retry_search(legal, break_limit, Feasibility::close, may, group_play)) return;
        conflicts_ = before;
    }
    if (all_cards && used() == may) return;
    while (used() > 0 && retry_search(legal, break_limit, Feasibility::reach, used() - 1, group_play)) continue;
}

// Try to keep as many melds with another aim or fewer jokers. If this is possible, take that play.
bool GroupMaximizer::retry_search(const Set& legal, std::size_t break_limit, Feasibility aim, int jokers,
                                  GroupKeepingPlay& group_play) {
    feasibility_ = aim;
    turn_.jokers.may = jokers;
    break_count_ = break_limit;
    if (!can_stay({})) return false;  // not even with all melds broken
    const auto intact_set = find_intact_set(legal, break_limit, nullptr);
    if (!intact_set || budget_->stop() != Stop::done) return false;
    const Turn rest = turn_without(*intact_set);
    auto rest_play =
        aim == Feasibility::close && demand_ == nullptr ? play_solver_.close_hand(rest, *budget_) : play_rest(rest);
    if (!rest_play || budget_->stop() != Stop::done) return false;
    intact_set_ = *intact_set;
    group_play.play_result = std::move(*rest_play);
    return true;
}

// Break a smallest set of melds that hits all known conflicts, until the others can be kept. Return nothing if this
// takes more than `break_limit`. `bound` receives an upper bound on the number of kept melds.
std::optional<GroupMaximizer::Set> GroupMaximizer::find_intact_set(const Set& legal, std::size_t break_limit,
                                                                   int* bound) {
    Set break_set;
    if (!conflicts_.empty()) break_set = fewest_breaks(break_limit);
    for (;;) {
        const Set intact_set = legal & ~break_set;
        if (bound != nullptr) *bound = intact_set.count();
        if (budget_->stop() != Stop::done || break_count_ > break_limit) return std::nullopt;
        if (can_stay(intact_set)) {
            if (bound != nullptr) intact_set_ = intact_set;
            return intact_set;
        }
        find_conflicts(intact_set);
        if (budget_->stop() != Stop::done) return std::nullopt;
        break_set = fewest_breaks(break_limit);
    }
}

int GroupMaximizer::jokers_of(const PlayResult& play) const {
    const auto plain = [](int c) { return c < deck; };
    return static_cast<int>(play.hand_cards.size()) -
           static_cast<int>(std::count_if(play.hand_cards.begin(), play.hand_cards.end(), plain));
}

Turn GroupMaximizer::turn_without(const Set& intact_set) const {
    Turn turn = turn_;
    for (std::size_t k = 0; k < table_groups_->size(); ++k)
        if (intact_set[k])
            for (const int c : (*table_groups_)[k]) {
                if (c >= deck) --turn.jokers.must;
                else --turn.table[c % ranks][c / ranks];
            }
    return turn;
}

std::optional<PlayResult> GroupMaximizer::play_rest(const Turn& turn) {
    return demand_ == nullptr ? play_solver_.find_best_play(turn, *budget_)
                              : play_solver_.find_best_play(turn, *demand_, *budget_);
}

bool GroupMaximizer::reaches_value(const Turn& rest) {
    if (demand_ == nullptr) return play_solver_.reaches_value(rest, best_value_, *budget_);
    const auto rest_play = play_rest(rest);
    return rest_play && rest_play->total_value >= best_value_;
}

// A play that meets a demand lays the whole hand if possible.
bool GroupMaximizer::can_close_hand(const Turn& rest) {
    if (demand_ == nullptr) return play_solver_.close_hand(rest, *budget_).has_value();
    const auto rest_play = play_rest(rest);
    return rest_play && rest_play->hand_cards.size() == hand_size_ + static_cast<std::size_t>(rest.jokers.may);
}

bool GroupMaximizer::can_stay(const Set& intact_set) {
    const Turn rest = turn_without(intact_set);
    bool is_feasible = false;
    switch (feasibility_) {
        case Feasibility::reach: is_feasible = reaches_value(rest); break;
        case Feasibility::arrange: is_feasible = arranger_.is_possible(all_cards(rest), rest.line, *budget_); break;
        case Feasibility::close: is_feasible = can_close_hand(rest); break;
    }
    if (is_feasible && intact_set.count() > intact_set_.count()) record_incumbent(intact_set, rest);
    return is_feasible;
}

void GroupMaximizer::record_incumbent(const Set& intact_set, const Turn& rest) {
    intact_set_ = intact_set;
    if (feasibility_ != Feasibility::arrange) {
        rest_play_ = play_solver_.extract_play(rest);
        return;
    }
    rest_play_ = {best_value_, {}, arranger_.extract_melds()};
    for (int c = 0; c < deck; ++c)
        rest_play_.hand_cards.insert(rest_play_.hand_cards.end(), rest.hand[c % ranks][c / ranks], c);
}
// Find disjoint conflicts until the rest can be kept.
void GroupMaximizer::find_conflicts(Set intact_set) {
    do {
        conflicts_.push_back(minimise_conflict(intact_set));
        intact_set &= ~conflicts_.back();
    } while (budget_->stop() == Stop::done && !can_stay(intact_set));
}

// Remove every meld without which the rest is still a conflict.
GroupMaximizer::Set GroupMaximizer::minimise_conflict(Set conflict) {
    for (std::size_t k = 0; k < table_groups_->size(); ++k) {
        if (!conflict[k]) continue;
        conflict.reset(k);
        if (can_stay(conflict) || budget_->stop() != Stop::done) conflict.set(k);
    }
    return conflict;
}

// Conflicts are only added, so the search starts at the last size that hit all earlier ones.
GroupMaximizer::Set GroupMaximizer::fewest_breaks(std::size_t break_limit) {
    Set break_set;
    while (break_count_ <= break_limit && !hits_conflicts(break_count_, break_set, {}) && budget_->stop() == Stop::done)
        ++break_count_;
    return break_set;
}

// Add at most `limit` melds outside `exempt_set` to `break_set` so that it hits every conflict. The search is
// depth-first on the conflict with the fewest choices. Conflicts with disjoint choices need one break each.
bool GroupMaximizer::hits_conflicts(std::size_t limit, Set& break_set, Set exempt_set) {
    Set open_choices;
    std::size_t fewest = group_limit + 1, disjoint = 0;
    Set disjoint_union;
    for (const Set& conflict : conflicts_) {
        if ((conflict & break_set).any()) continue;
        const Set choices = conflict & ~exempt_set;
        if (const std::size_t size = choices.count(); size < fewest) {
            fewest = size;
            open_choices = choices;
        }
        if ((choices & disjoint_union).any()) continue;
        ++disjoint;
        disjoint_union |= choices;
    }
    if (fewest > group_limit) return true;
    if (disjoint > limit || budget_->spend()) return false;
    for (std::size_t k = 0; k < table_groups_->size(); ++k) {
        if (!open_choices[k]) continue;
        break_set.set(k);
        if (hits_conflicts(limit - 1, break_set, exempt_set)) return true;
        break_set.reset(k);
        exempt_set.set(k);  // all ways to break it have been tried
    }
    return false;
}

}  // namespace passatempo::machiavelli
