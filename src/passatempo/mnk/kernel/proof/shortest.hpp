// The shortest win: whether the attacker wins with at most r of his moves.
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

// Exact by depth, without the reductions that keep the value but not the length. Only these are used:
// * With r moves to go, the attacker's lines of more than r empty cells are out of reach. The same holds for the
//   defender's lines of more empty cells than he has moves before the attacker's last.
// * A mark never hurts its owner. So if the attacker cannot win after the defender passes, he cannot win at all. If he
//   can, inside a carrier C, only replies in C matter, and those in a line that the defender could complete.
template <int W>
class ShortestWinSearch {
public:
    ShortestWinSearch(Budget& budget, std::size_t memory) : budget_(budget), table_(memory) {}

    // Whether he wins in at most `moves` moves, or nothing if the budget or `nodes` more nodes run out.
    std::optional<bool> wins_within(const State<W>& state, int moves, std::uint64_t nodes = ~std::uint64_t{0});

    // The moves after which the attacker, who is to move, wins in at most `moves` moves, including the move.
    std::optional<Mask<W>> winning_moves(const State<W>& state, int moves);

    std::uint64_t node_count() const { return node_count_; }

    // Set the watch that receives the progress. It must live as long as the search.
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
