// The play that moves fewest cards of the table, among the plays of a value that leave so many melds as they are.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lay/lay.hpp"

namespace passatempo::machiavelli {

struct Moved {
    Melds melds;
    int cards = 0;  // that leave their meld
};

// Each new meld continues at most one old one; what the two share stays, all other cards of the table are moved. Cards
// are taken rank by rank as in counting arrangements, and a branch ends where the cards that can still stay are too
// few: a new meld can share no more with the old ones than with one of them, and an old one no more than with one of
// the new.
//
// Without jokers. A node is a meld tried; the searches for whether the rest can go count too.
class Mover {
public:
    // A play in which fewer than `moved` cards are moved; nothing if there is none, or the budget ran out: look at its
    // stop(). The groups are melds, and turn.table holds their cards.
    std::optional<Moved> best(const Melds& groups, const Turn& turn, Value value, int kept, int moved, Budget& budget);

    std::size_t held() const { return layer_.held(); }

private:
    using Mask = std::uint64_t;

    void search(int first, std::size_t from);
    void try_meld(int first, std::size_t k);
    bool can_improve() const;
    bool can_keep() const;
    bool can_finish(int first);
    void compare();

    std::vector<Mask> groups_;
    std::array<Melds, deck> melds_;              // by first card, counted rank by rank
    std::array<std::vector<Mask>, deck> masks_;  // the same
    Turn turn_;
    std::array<int, deck> left_{};   // copies that no meld has taken yet, of table and hand
    std::array<int, deck> table_{};  // copies of the table among them that must still go
    Mask there_ = 0;                 // cards with copies left
    std::vector<Mask> chosen_;
    std::vector<const Meld*> laid_;
    Value value_ = 0;  // still to be laid from the hand
    int kept_ = 0;
    int cards_ = 0;
    Moved best_;
    Layer layer_;
    Budget* budget_ = nullptr;
};

// The assignment of greatest sum of gain[row][column], each row and each column used at most once, by the Hungarian
// method (Kuhn 1955, Munkres 1957): for each row its column, or -1; nothing where the budget ran out.
std::vector<int> assigned(const std::vector<std::vector<int>>& gain, Budget& budget);

// Its sum.
int hungarian(const std::vector<std::vector<int>>& gain, Budget& budget);

}  // namespace passatempo::machiavelli
