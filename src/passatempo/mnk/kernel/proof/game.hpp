// Queries about a position, given as lines or as a board: its value for the side to move, the shortest end, and the
// value of every move.
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

struct GameValues {  // negation gives the value for the opponent
    enum Value : int { loss = -1, draw = 0, win = 1, unknown = 2 };
};
using Value = GameValues::Value;

constexpr int elsewhere = -1;  // a mark on any cell that is in no live line

struct ProofGrade {
    int cell = elsewhere;
    Value game_value = Value::unknown;
    int plies = 0;  // 0 if there is no end or it is unknown
};

template <int W>
class Game {
public:
    // `mover_edges` and `other` are the live lines of the side to move and of the opponent, as empty cells.
    Game(Edges<W> mover_edges, Edges<W> other, Symmetries symmetries, std::size_t memory, Budget& budget,
         const Reductions& reductions = {}, int threads = 1);

    // The opponent cannot win a position without marks, since an extra mark never hurts (Nash's strategy stealing).
    Value decide_value(bool without_marks);

    // A move that keeps the value just decided, or `elsewhere`, also if every move keeps it.
    ProofGrade value_preserving_move(Value game_value);

    // The number of moves to the shortest win of the side to move within `move_limit`, or 0 if there is none or the
    // budget ends first.
    int shortest_win(int move_limit);
    std::vector<int> winning_moves(int moves);

    // The value of each move in a live line and of one elsewhere, with the length of each forced win.
    std::vector<ProofGrade> grade_moves();

    ProofSearch<W>& search() { return search_; }
    const NodeCounts& node_counts() const { return search_.node_counts(); }
    SearchProgress progress() const { return search_.progress(); }

    // Set the watch that receives the progress. It must live as long as the game.
    void set_watch(ProgressWatch& watch) {
        search_.set_watch(watch);
        shortest_.set_watch(watch);
    }

private:
    struct WinQuery {  // whether the attacker can force a win
        State<W> strong_state, weak_state;
        Verdict verdict = Verdict::open;
    };

    WinQuery make_query(Edges<W> a, Edges<W> b, bool attacking) const;
    Decision<W> solve_state(const State<W>& state, std::uint64_t nodes, std::size_t ply);
    void pursue_query(WinQuery& win_query, std::uint64_t nodes, std::size_t ply);
    int shortest_length(const State<W>& state);
    ProofGrade grade_move(int cell);
    State<W> state_after(int cell, bool by_attacker) const;
    std::vector<int> candidate_moves() const;

    Edges<W> mover_edges_, opponent_edges_;
    Budget& budget_;
    int thread_count_;
    ProofSearch<W> search_;
    ShortestWinSearch<W> shortest_;
};

// The lines that each side can still complete, as their empty cells.
struct LiveLines {
    std::vector<Line> mover_lines, opponent_lines;
};
LiveLines live_lines(const rules::Rules& rules, const rules::Marking& cells);

// The shortest win of the side to move on a board of any size. Only the lines within reach count.
struct ShortestWin {
    int move_count = 0;  // of the winner; 0 if there is no win within the limit or the budget ended
    std::vector<int> first_moves;
};

// Find a short win from the live lines of both sides. The tables take at most `memory` bytes.
ShortestWin short_win(std::size_t size, const std::vector<Line>& mover_lines, const std::vector<Line>& other,
                      int move_limit, std::size_t memory, Budget& budget, ProgressWatch& watch);

// The proved value of a position. The proof tries a short win first.
struct ValueProof {
    int game_value = 2;  // for the side to move: 1, 0, -1, or 2 if unknown
    int plies = 0;       // to the end of a win, if requested or found at once
    rules::Cells best_moves;
    std::uint64_t node_count = 0, probe_count = 0;
};

// Prove the value of an open position under rules without exact, misere and gravity. With `shortest`, also find the
// plies of a win and all moves that win as soon. The tables take `memory` bytes.
ValueProof prove_value(const rules::Rules& rules, const rules::Marking& cells, bool shortest, std::size_t memory,
                       Budget& budget);

}  // namespace passatempo::mnk::proof
