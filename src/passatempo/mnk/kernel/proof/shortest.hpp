// The shortest win: does the attacker win with at most r of his moves?
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "budget.hpp"
#include "proof/checkpoint.hpp"
#include "proof/hypergraph.hpp"
#include "proof/table.hpp"

namespace passatempo::mnk::proof {

// Exact by depth: none of the reductions that keep the value but not the length is used, only these.
// * With r moves to go, the attacker's lines of more than r empty cells are out of reach, and so are the defender's
//   of as many cells as he has moves before the last of them.
// * A mark never hurts its owner. So if the attacker cannot win after the defender passes, he cannot win at all; and
//   if he can, inside a carrier C, only replies in C matter, and those in a line that the defender could complete.
template <int W>
class Shortest {
public:
    Shortest(Budget& budget, std::size_t memory) : budget_(budget), table_(memory) {}

    // Does he win in `moves` moves or fewer? Nothing where the budget, or `nodes` more, came first.
    std::optional<bool> wins(const State<W>& state, int moves, std::uint64_t nodes = ~std::uint64_t{0});

    // The moves after which he wins in `moves` moves or fewer, the move included; he is to move.
    std::optional<Mask<W>> winning(const State<W>& state, int moves);

    std::uint64_t nodes() const { return nodes_; }

    // Who is told how it stands; must live as long as the search.
    void tell(Watch& watch) { watch_ = &watch; }

private:
    struct Frame {
        State<W> state;
        std::vector<int> moves;
    };

    bool search(std::size_t depth, int moves, Mask<W>& carrier);
    bool attack(Frame& frame, std::size_t depth, int moves, Mask<W>& carrier);
    bool defend(Frame& frame, std::size_t depth, int moves, Mask<W>& carrier);
    bool after(std::size_t depth, int cell, int moves, Mask<W>& carrier);
    Frame& frame_at(std::size_t depth);
    bool stopped() const { return budget_.stop() != Stop::done || nodes_ >= until_; }

    Budget& budget_;
    Watch* watch_ = nullptr;
    Table<W> table_;
    std::deque<Frame> frames_;
    std::uint64_t nodes_ = 0, until_ = ~std::uint64_t{0};
};

}  // namespace passatempo::mnk::proof
