// The values of positions of one board, with tables that are kept between the queries of a game.
#pragma once

#include <cstdint>
#include <vector>

#include "budget.hpp"
#include "proof/game.hpp"

namespace passatempo::mnk::traps {

using proof::Value;
using Cells = proof::Mask<1>;
using Edges = proof::Edges<1>;

constexpr int most_cells = Cells::capacity;

// The marks of the side to move and of its opponent.
struct Marks {
    Cells mover_marks{}, opponent_marks{};

    Marks marks_after(int cell) const { return {opponent_marks, mover_marks | Cells::single(cell)}; }
    Cells all_marks() const { return mover_marks | opponent_marks; }
};

// The value of a position for the side to move, and the plies to the end of a forced win of either side, or 0 if the
// end is far or there is none.
struct PositionValue {
    Value game_value = Value::unknown;
    int plies = 0;
};

class Oracle {
public:
    // The `lines` are all lines of a board of so many rows and columns, the same for both sides. The tables take
    // `memory` bytes.
    Oracle(int rows, int columns, Edges lines, proof::Symmetries symmetries, std::size_t memory);

    // Set the budget for later queries.
    void set_budget(const Budget& budget) { budget_ = budget; }
    Budget& budget() { return budget_; }

    // The value of a position without a completed line, with so many nodes for each of its proofs.
    PositionValue value_of(const Marks& marks, std::uint64_t nodes);

    // Whether a player has completed a line.
    bool is_over(const Marks& marks) const;

    // Whether a mark on the cell completes a line of the player with `player_marks`.
    bool completes_line(const Cells& player_marks, int cell) const;

    // The cells next to a cell, up to eight.
    const Cells& neighbours_of(int cell) const { return neighbours_[cell]; }

    Cells empty_cells(const Marks& marks) const { return board_cells_ - marks.all_marks(); }

    // The lines that the player can still complete, as their empty cells. No line contains another.
    Edges live_edges(const Cells& player_marks, const Cells& other) const;

private:
    struct CacheSlot {
        Marks marks{};
        PositionValue position_value{};
        std::uint64_t node_limit = 0;  // of the query; 0 marks a free slot
    };
    struct WinAttempt {  // whether the attacker can force a win
        proof::State<1> state;
        proof::Verdict verdict = proof::Verdict::open;
        bool is_weak_open = true;  // whether to search the weak game first
    };

    PositionValue compute_value(const Marks& marks, std::uint64_t nodes);
    PositionValue find_near_end(const WinAttempt& win, const WinAttempt& loss);
    void pursue_win(WinAttempt& side, std::uint64_t nodes, std::size_t ply);

    Cells board_cells_{};
    Edges lines_;
    std::vector<Edges> cell_lines_;  // the lines through each cell
    std::vector<Cells> neighbours_;
    Budget budget_;
    proof::ProofSearch<1> search_;
    proof::ShortestWinSearch<1> shortest_;
    std::vector<CacheSlot> cache_slots_;
};

}  // namespace passatempo::mnk::traps
