// The play that keeps the most melds of the table unchanged, among the plays of greatest value. Ties prefer a play that
// closes the hand, then one with the fewest jokers.
#pragma once

#include <bitset>
#include <optional>
#include <vector>

#include "arrange.hpp"
#include "lay/play_solver.hpp"

namespace passatempo::machiavelli {

struct GroupKeepingPlay {
    std::vector<int> intact_groups;  // indices of the groups kept
    int upper_bound = 0;             // proved: no play keeps more
    PlayResult play_result;          // the kept melds come first
};

// The nodes for `GroupMaximizer::spare_groups`, the same for all callers. A node costs more if a card has more copies.
std::uint64_t nodes_to_spare(const Turn& turn);

// Uses implicit hitting sets. If some melds can be kept together, so can each part of them. A conflict is a set of
// melds that cannot all be kept, so one of its melds must be broken. The search breaks a smallest set that hits all
// known conflicts. If the rest cannot be kept, it contains a new conflict, which is minimised and stored.
class GroupMaximizer {
public:
    static constexpr std::size_t group_limit = 1792;  // all cards and jokers of a hundred decks, in threes

    // The groups are the table, so `turn.table` and `turn.jokers.must` are ignored. All plays must meet a demand.
    std::optional<GroupKeepingPlay> find_best_play(const Melds& groups, Turn turn, Budget& budget,
                                                   const Demand* demand = nullptr);

    // Return a play as good as `best_play`, a best one: the same value, the hand as empty and as few jokers. Among
    // those it keeps the most groups, as far as the budget allows. If the budget is not spent, no such play keeps more.
    // The groups are part of `turn.table`.
    PlayResult spare_groups(const Melds& groups, const Turn& turn, const PlayResult& best_play, Budget& budget);

    std::size_t memory_bytes() const { return play_solver_.memory_bytes() + conflicts_.capacity() * sizeof(Set); }

private:
    using Set = std::bitset<group_limit>;

    // The requirement on the cards outside the kept groups.
    enum class Feasibility {
        reach,    // a play of greatest value
        arrange,  // the same if the hand is emptied without jokers, since arranging is quicker
        close,    // lay the whole hand, jokers included
    };

    void start_search(const Melds& groups, const Turn& turn, Budget& budget);
    Set intact_groups(const PlayResult& best_play) const;
    void extend_intact_set(const Set& legal);
    PlayResult combine_plays() const;
    Set share_of(const Set& set, std::size_t share_index, std::size_t share_count) const;
    bool set_up(const Melds& groups, Turn turn, Budget& budget);
    void maximise_intact_set(const Set& legal, GroupKeepingPlay& group_play);
    void prefer_fewer_jokers(const Set& legal, GroupKeepingPlay& group_play);
    bool retry_search(const Set& legal, std::size_t break_limit, Feasibility aim, int jokers,
                      GroupKeepingPlay& group_play);
    std::optional<Set> find_intact_set(const Set& legal, std::size_t break_limit, int* bound);
    bool can_stay(const Set& intact_set);
    std::optional<PlayResult> play_rest(const Turn& turn);
    bool reaches_value(const Turn& rest);
    bool can_close_hand(const Turn& rest);
    Turn turn_without(const Set& intact_set) const;
    int jokers_of(const PlayResult& play) const;
    void record_incumbent(const Set& intact_set, const Turn& rest);
    void find_conflicts(Set intact_set);
    Set minimise_conflict(Set conflict);
    Set fewest_breaks(std::size_t break_limit);
    bool hits_conflicts(std::size_t limit, Set& break_set, Set exempt_set);

    const Melds* table_groups_ = nullptr;
    Turn turn_;
    const Demand* demand_ = nullptr;
    Value best_value_ = 0;
    std::size_t hand_size_ = 0;
    Feasibility feasibility_ = Feasibility::reach;
    std::size_t break_count_ = 1;
    Budget* budget_ = nullptr;
    Arranger arranger_;
    PlaySolver play_solver_;
    std::vector<Set> conflicts_;
    Set intact_set_;
    PlayResult rest_play_;  // the play with `intact_set_`, in case a limit stops the search
};

}  // namespace passatempo::machiavelli
