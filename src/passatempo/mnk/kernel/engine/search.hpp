// One thread's search of a position for the value of its moves.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "board.hpp"
#include "move_ordering.hpp"
#include "random.hpp"
#include "score.hpp"
#include "table.hpp"
#include "threats.hpp"

namespace passatempo::mnk {

struct RootMove {
    Cell move = nowhere;
    int value = -infinite;
    int before = -infinite;  // of the last finished depth
    std::vector<Cell> line;  // from the root move on
    bool looked_at = false;  // at this depth
};

// The position of one evaluation of a search, each as likely as any other, for fits: a leaf, or a node above the leaves
// that may be cut by its evaluation.
// Algorithm: reservoir sampling (Waterman; Knuth 1981)
class LeafSample {
public:
    explicit LeafSample(std::uint64_t seed) : random_(seed * golden + 1) {}

    void look(const Board& board) {
        if (random_.word() % ++seen_ == 0) moves_ = board.history();
    }

    // Its marks, one player's and the other's in turns; empty where nothing was evaluated.
    const std::vector<Cell>& moves() const { return moves_; }

private:
    Stream random_;
    std::uint64_t seen_ = 0;
    std::vector<Cell> moves_;
};

class Search {
public:
    // `sample`: one of the positions evaluated is put there, if it is given.
    Search(const Board& board, Table& table, Control control, Parts parts, LeafSample* sample = nullptr);

    // Search the root moves from `from` on to `depth` within (alpha, beta); they are then sorted by value.
    int root(std::vector<RootMove>& moves, std::size_t from, int depth, int alpha, int beta);

    Board& board() { return board_; }
    Control& control() { return control_; }
    Vcf& vcf() { return vcf_; }
    int deepest() const { return deepest_; }

    static constexpr int most_ply = 120;

private:
    struct Node {
        Cell move = nowhere;
        int evaluation = 0;
        std::array<Cell, 2> killers{nowhere, nowhere};
        std::vector<Cell> line;
        Choices choices;
    };
    struct Window {
        int alpha, beta;
        bool pv_node() const { return beta - alpha > 1; }
    };

    // A node on its way: what `search` was asked for.
    struct Visit {
        Window window;
        int depth, ply;
        bool cut_node;  // expected to fail high
        bool pressed;   // the other threatens to win in three
        Cell left_out;  // a move left out, to see whether another comes near it
        bool pv_node = window.pv_node();
        bool whole() const { return left_out == nowhere; }
    };
    struct Best {
        int value = -infinite;
        Cell move = nowhere;  // one that raised alpha
    };
    struct Tried {
        std::array<Cell, 32> moves{};
        std::size_t count = 0;
        void add(Cell move) {
            if (count < moves.size()) moves[count++] = move;
        }
    };
    enum class Skip { no, move, rest };

    int search(Window window, int depth, int ply, bool cut_node, Cell left_out = nowhere);
    std::optional<int> terminal(Window& window, int depth, int ply, bool cut_node);
    std::optional<Entry> recall(int ply) const;
    static bool answers(const Entry& known, Window window, int depth);
    std::optional<int> cutoff(Window window, int depth, int ply, const std::optional<Entry>& known);
    std::optional<int> prune(Window window, int depth, int ply);
    static bool reverse_futility(int evaluation, int depth, int beta);
    static bool razor(int evaluation, int depth, int alpha);
    int evaluate();
    int quiescence(Window window, int ply);
    int moves(Visit visit, const std::optional<Entry>& known);
    Skip skipped(const Visit& visit, const Choice& choice, int number, int best) const;
    bool improving(int ply) const;
    bool late_move_pruning(const Visit& visit, const Choice& choice, int number) const;
    bool futility(const Visit& visit, const Choice& choice) const;
    int late_move_reduction(const Visit& visit, int number, const Choice& choice) const;
    int singular_extension(const Visit& visit, const Entry& known, Cell move);
    int value_of(const Visit& visit, const Choice& choice, int number, int next);
    bool improves(Visit& visit, Best& best, Cell move, int value);
    void learn(const Visit& visit, Cell best, const Tried& tried);
    void keep(const Visit& visit, Cell best, int value, Bound bound);
    int root_value(Cell move, int number, int depth, Window window);
    int forced(Window window, int depth, int ply, bool cut_node);
    void make(Cell move);
    int negamax(Window window, int depth, int ply, bool cut_node);
    void choose(int ply, bool pressed, Cell best);
    void gather(bool pressed);
    void value(Choices& choices, const Node& node, const History::After& history);
    static void value_by_threats(Choices& choices);
    void keep_line(int ply, Cell move);
    Node& node(int ply) { return nodes_[ply]; }
    const Node& node(int ply) const { return nodes_[ply]; }
    Cell move_before(int ply, int plies) const { return ply >= plies ? node(ply - plies).move : nowhere; }

    Board board_;
    Table& table_;
    Control control_;
    Parts parts_;
    LeafSample* sample_;
    Vcf vcf_;
    History history_;
    std::vector<Node> nodes_;
    std::vector<Cell> cells_;
    std::array<std::array<std::uint8_t, 64>, 64> late_{};
    int deepest_ = 0;
    int root_depth_ = 0;
};

}  // namespace passatempo::mnk
