// Questions about a position: its value for the side to move, the shortest end, and the value of every move.
// Twin: mnk/proof/reference.py
#pragma once

#include <cstdint>
#include <vector>

#include "proof/search.hpp"
#include "proof/shortest.hpp"

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
    std::uint64_t short_nodes() const { return shortest_.nodes(); }

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

}  // namespace passatempo::mnk::proof
