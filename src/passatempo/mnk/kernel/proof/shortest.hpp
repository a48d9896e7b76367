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
class ShortestWinSearch {
public:
    ShortestWinSearch(Budget& budget, std::size_t memory) : budget_(budget), table_(memory) {}

    // Does he win in `moves` moves or fewer? Nothing where the budget, or `nodes` more, came first.
    std::optional<bool> wins_within(const State<W>& state, int moves, std::uint64_t nodes = ~std::uint64_t{0});

    // The moves after which he wins in `moves` moves or fewer, the move included; he is to move.
    std::optional<Mask<W>> winning_moves(const State<W>& state, int moves);

    std::uint64_t node_count() const { return node_count_; }

    // Who is told how it stands; must live as long as the search.
    void set_watch(ProgressWatch& watch) { watch_ = &watch; }

private:
    struct Frame {
        State<W> state;
        std::vector<int> move_order;
    };

    bool search_state(std::size_t depth, int moves, Mask<W>& carrier);
    bool search_attack(Frame& frame, std::size_t depth, int moves, Mask<W>& carrier);
    bool search_defence(Frame& frame, std::size_t depth, int moves, Mask<W>& carrier);
    bool wins_after(std::size_t depth, int cell, int moves, Mask<W>& carrier);
    Frame& frame_at(std::size_t depth);
    bool is_stopped() const { return budget_.stop() != Stop::done || node_count_ >= node_limit_; }

    Budget& budget_;
    ProgressWatch* watch_ = nullptr;
    ProofTable<W> table_;
    std::deque<Frame> frames_;
    std::uint64_t node_count_ = 0, node_limit_ = ~std::uint64_t{0};
};

}  // namespace passatempo::mnk::proof
