// The play that moves fewest cards of the table, among the plays of a value that leave so many melds as they are.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lay/play_solver.hpp"

namespace passatempo::machiavelli {

struct FewestMovesPlay {
    Melds melds;
    int move_count = 0;  // that leave their meld
};

// Each new meld continues at most one old one; what the two share stays, all other cards of the table are moved. Cards
// are taken rank by rank as in counting arrangements, and a branch ends where the cards that can still stay are too
// few: a new meld can share no more with the old ones than with one of them, and an old one no more than with one of
// the new.
//
// Without jokers. A node is a meld tried; the searches for whether the rest can go count too.
class FewestMovesSolver {
public:
    // A play in which fewer than `move_limit` cards are moved; nothing if there is none, or the budget ran out: look at
    // its stop(). The groups are melds, and turn.table holds their cards.
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
    std::array<Melds, deck> melds_by_card_;              // by first card, counted rank by rank
    std::array<std::vector<Mask>, deck> masks_by_card_;  // the same
    Turn turn_;
    std::array<int, deck> copies_left_{};  // copies that no meld has taken yet, of table and hand
    std::array<int, deck> table_left_{};   // copies of the table among them that must still go
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

// The assignment of greatest sum of gain[row][column], each row and each column used at most once, by the Hungarian
// method (Kuhn 1955, Munkres 1957): for each row its column, or -1; nothing where the budget ran out.
std::vector<int> solve_assignment(const std::vector<std::vector<int>>& gain, Budget& budget);

// Its sum.
int assignment_gain(const std::vector<std::vector<int>>& gain, Budget& budget);

}  // namespace passatempo::machiavelli
