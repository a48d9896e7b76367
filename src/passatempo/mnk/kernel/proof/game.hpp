// Questions about a position: its value for the side to move, the shortest end, and the value of every move; asked as
// lines or as a board.
// Twin: tests/mnk/proof/reference.py
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "budget.hpp"
#include "proof/checkpoint.hpp"
#include "proof/lines.hpp"
#include "proof/search.hpp"
#include "proof/shortest.hpp"
#include "rules/rules.hpp"

namespace passatempo::mnk::proof {

struct Values {  // numbers: what one has is the other's with the other sign
    enum Value : int { loss = -1, draw = 0, win = 1, unknown = 2 };
};
using Value = Values::Value;

constexpr int elsewhere = -1;  // a mark on any cell that is in no live line

struct Grade {
    int cell = elsewhere;
    Value value = Value::unknown;
    int plies = 0;  // 0: no end, or not known
};

template <int W>
class Game {
public:
    // `own` and `other`: live lines of the side to move and of the opponent, as empty cells.
    Game(Edges<W> own, Edges<W> other, Symmetries symmetries, std::size_t memory, Budget& budget,
         const Reductions& use = {}, int threads = 1);

    // The opponent cannot win a position without marks: an extra mark never hurts (Nash's strategy stealing).
    Value decide(bool without_marks);

    // A move that keeps a value just decided; `elsewhere` also where every move does.
    Grade keep(Value value);

    // Moves of the attacker, the side to move, to the shortest win that takes at most `most`; 0: none, or the budget
    // came.
    int shortest(int most);
    std::vector<int> winning(int moves);

    // The value of each move in a live line, and of one elsewhere, with the length of each forced win.
    std::vector<Grade> grade();

    Search<W>& search() { return search_; }
    const Effort& effort() const { return search_.effort(); }
    Standing standing() const { return search_.standing(); }

    // Who is told how it stands; must live as long as the game.
    void tell(Watch& watch) {
        search_.tell(watch);
        shortest_.tell(watch);
    }

private:
    struct Ask {  // can the attacker force a win?
        State<W> strong, weak;
        Verdict verdict = Verdict::open;
    };

    Ask ask(Edges<W> a, Edges<W> b, bool attacking) const;
    Finding<W> solve(const State<W>& state, std::uint64_t nodes, std::size_t ply);
    void pursue(Ask& ask, std::uint64_t nodes, std::size_t ply);
    int least(const State<W>& state);
    Grade grade_move(int cell);
    State<W> after(int cell, bool attacker_moved) const;
    std::vector<int> candidates() const;

    Edges<W> own_, other_;
    Budget& budget_;
    int threads_;
    Search<W> search_;
    Shortest<W> shortest_;
};

// The lines that the side to move and the other one can still complete, as their empty cells.
struct Live {
    std::vector<Line> own, other;
};
Live live_lines(const rules::Rules& rules, const rules::Marking& cells);

// The shortest win of the side to move on a board of any size: only the lines within reach count.
struct ShortestWin {
    int moves = 0;           // of the winner; 0: none of at most so many, or the budget came
    std::vector<int> cells;  // the first moves
};

// `own` and `other`: live lines of both sides. `memory`: bytes of the tables at most.
ShortestWin short_win(std::size_t size, const std::vector<Line>& own, const std::vector<Line>& other, int most,
                      std::size_t memory, Budget& budget, Watch& watch);

// What a position is worth by proof: a short win first, then the value.
struct Proved {
    int value = 2;  // for the side to move: 1, 0, -1, or 2: not known
    int plies = 0;  // to the end of a win, where it was asked or found at once
    rules::Cells cells;
    std::uint64_t nodes = 0, probes = 0;
};

// Rules without the options exact, misere and gravity; an open position. `shortest`: also the plies of a win and all
// moves that win as soon. `memory`: bytes of the tables.
Proved proved(const rules::Rules& rules, const rules::Marking& cells, bool shortest, std::size_t memory,
              Budget& budget);

}  // namespace passatempo::mnk::proof
