// The values of positions of one board, with tables that are kept from question to question of a game.
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

// The marks of the side to move and of the other one.
struct Marks {
    Cells own{}, other{};

    Marks after(int cell) const { return {other, own | Cells::of(cell)}; }
    Cells both() const { return own | other; }
};

// The value of a position for the side to move, and the plies to the end of a forced win of either side; 0: the end is
// far, or there is none.
struct Known {
    Value value = Value::unknown;
    int plies = 0;
};

class Oracle {
public:
    // `lines`: all lines of a board of so many rows and columns, the same for both sides. `memory`: bytes of the
    // tables.
    Oracle(int rows, int columns, Edges lines, proof::Symmetries symmetries, std::size_t memory);

    // What follows is spent from this budget.
    void spend_from(const Budget& budget) { budget_ = budget; }
    Budget& budget() { return budget_; }

    // The value of a position in which nobody has a line, within so many nodes of each of its proofs.
    Known known(const Marks& marks, std::uint64_t nodes);

    // Has somebody a line?
    bool over(const Marks& marks) const;

    // Does a mark of `own` on the cell complete a line?
    bool completes(const Cells& own, int cell) const;

    // The cells next to a cell, up to eight.
    const Cells& beside(int cell) const { return beside_[cell]; }

    Cells empty(const Marks& marks) const { return all_ - marks.both(); }

    // The lines that `own` can still complete, as their empty cells, none of which contains another.
    Edges live(const Cells& own, const Cells& other) const;

private:
    struct Place {
        Marks marks{};
        Known known{};
        std::uint64_t nodes = 0;  // asked for; 0: an empty place
    };
    struct Side {  // can the attacker force a win?
        proof::State<1> state;
        proof::Verdict verdict = proof::Verdict::open;
        bool weak = true;  // the weak game is still to be asked
    };

    Known settle(const Marks& marks, std::uint64_t nodes);
    Known near_end(const Side& win, const Side& loss);
    void pursue(Side& side, std::uint64_t nodes, std::size_t ply);

    Cells all_{};
    Edges lines_;
    std::vector<Edges> through_;  // each cell
    std::vector<Cells> beside_;
    Budget budget_;
    proof::Search<1> search_;
    proof::Shortest<1> shortest_;
    std::vector<Place> places_;
};

}  // namespace passatempo::mnk::traps
