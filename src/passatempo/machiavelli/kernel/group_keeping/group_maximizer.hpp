// The play that leaves most melds of the table as they are, among the plays of greatest value; of those plays one that
// closes the hand, else one with fewest jokers.
#pragma once

#include <bitset>
#include <optional>
#include <vector>

#include "arrange.hpp"
#include "lay/play_solver.hpp"

namespace passatempo::machiavelli {

struct GroupKeepingPlay {
    std::vector<int> intact_groups;  // which stay as they are
    int upper_bound = 0;             // proved: no more can stay
    PlayResult play_result;          // the melds that stay come first
};

// Nodes for `GroupMaximizer::spare_groups`, the same for all callers; a node costs more where a card has more copies.
std::uint64_t nodes_to_spare(const Turn& turn);

// By implicit hitting sets. If some melds can stay, so can any part of them: of the melds that cannot stay together (a
// conflict) one must be broken. So the fewest melds that meet all conflicts known so far are broken; either the rest
// can stay, or it holds a new conflict, which is made as small as it goes and remembered.
class GroupMaximizer {
public:
    static constexpr std::size_t group_limit = 1792;  // all the cards and jokers of a hundred decks, in threes

    // `turn.table` and `turn.jokers.must` are ignored: the groups are the table. With a demand all plays must meet it.
    std::optional<GroupKeepingPlay> find_best_play(const Melds& groups, Turn turn, Budget& budget,
                                                   const Demand* demand = nullptr);

    // A play as good as `best_play`, which is a best one: as much laid, the hand as empty, as few jokers; of those one
    // with most melds of the table as they are, as far as the budget goes. The groups are part of `turn.table`. No such
    // play has more of them where the budget is not spent.
    PlayResult spare_groups(const Melds& groups, const Turn& turn, const PlayResult& best_play, Budget& budget);

    std::size_t memory_bytes() const { return play_solver_.memory_bytes() + conflicts_.capacity() * sizeof(Set); }

private:
    using Set = std::bitset<group_limit>;

    // What the cards that do not stay must be able to do.
    enum class Feasibility {
        reach,    // a play of greatest value
        arrange,  // the same where nothing is left in the hand and there are no jokers: arranging is quicker
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
    PlayResult rest_play_;  // the play beside `intact_set_`, for the case that a limit comes
};

}  // namespace passatempo::machiavelli
