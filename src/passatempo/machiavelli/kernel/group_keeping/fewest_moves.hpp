// The play that moves the fewest cards of the table, among plays of a given value that keep enough melds.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lay/play_solver.hpp"

namespace passatempo::machiavelli {

struct FewestMovesPlay {
    Melds melds;
    int move_count = 0;  // cards that leave their meld
};

// Each new meld continues at most one old meld. Their common cards stay, and all other cards of the table move. Cards
// are taken rank by rank, as in `Census`. A branch ends if too few cards can still stay. The bounds are that a new meld
// shares no more with all old ones than with the best of them, and vice versa.
//
// Handles turns without jokers. A node is a meld tried, and the searches for the rest count too.
class FewestMovesSolver {
public:
    // Return a play that moves fewer than `move_limit` cards. Return nothing if there is none, or if the budget ran
    // out, as its stop() shows. The groups are melds, and turn.table holds their cards.
    std::optional<FewestMovesPlay> find_best_play(const Melds& groups, const Turn& turn, Value value_target,
                                                  int group_minimum, int move_limit, Budget& budget);

    std::size_t memory_bytes() const { return play_solver_.memory_bytes(); }

private:
    using Mask = std::uint64_t;

    void search_from(int first, std::size_t from);
    void try_meld(int first, std::size_t k);
    bool can_improve() const;
    bool can_keep() const;
    bool can_finish(int first);
    void compare_play();

    std::vector<Mask> group_masks_;
    std::array<Melds, deck> melds_by_card_;              // by first card, in the order rank by rank
    std::array<std::vector<Mask>, deck> masks_by_card_;  // masks of `melds_by_card_`
    Turn turn_;
    std::array<int, deck> copies_left_{};  // copies of table and hand that no meld has taken yet
    std::array<int, deck> table_left_{};   // those of them that come from the table and must be laid
    Mask live_cards_ = 0;                  // cards with copies left
    std::vector<Mask> meld_masks_;
    std::vector<const Meld*> meld_stack_;
    Value value_to_lay_ = 0;  // still to be laid from the hand
    int group_minimum_ = 0;
    int table_size_ = 0;
    FewestMovesPlay best_play_;
    PlaySolver play_solver_;
    Budget* budget_ = nullptr;
};

// The assignment with the greatest sum of gain[row][column] that uses each row and column at most once, by the
// Hungarian method (Kuhn 1955, Munkres 1957). Return the column of each row or -1, or nothing if the budget ran out.
std::vector<int> solve_assignment(const std::vector<std::vector<int>>& gain, Budget& budget);

// The sum of that assignment.
int assignment_gain(const std::vector<std::vector<int>>& gain, Budget& budget);

}  // namespace passatempo::machiavelli
