// The principal variation search of one thread, which scores the moves of a position.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "board.hpp"
#include "margins.hpp"
#include "move_ordering.hpp"
#include "random.hpp"
#include "table.hpp"
#include "threats.hpp"

namespace passatempo::mnk {

struct RootMove {
    Cell move = nowhere;
    int score = -infinite;
    int previous_score = -infinite;  // at the last finished depth
    std::vector<Cell> best_line;     // begins with the root move
    bool is_searched = false;        // at this depth
};

// One of the positions that a search evaluates, chosen uniformly, for fitting the weights. It is a leaf, or a node
// above the leaves that its evaluation may cut off.
// Algorithm: reservoir sampling (Waterman; Knuth 1981)
class LeafSample {
public:
    explicit LeafSample(std::uint64_t seed) : random_stream_(seed * golden + 1) {}

    void sample_position(const Board& board) {
        if (random_stream_.word() % ++leaf_count_ == 0) moves_ = board.game_history();
    }

    // The marks of the position, with the players in turns, or nothing if no position was evaluated.
    const std::vector<Cell>& moves() const { return moves_; }

private:
    Stream random_stream_;
    std::uint64_t leaf_count_ = 0;
    std::vector<Cell> moves_;
};

class Search {
public:
    // A `sample`, if given, receives one of the evaluated positions.
    Search(const Board& board, TranspositionTable& table, SearchControl control, SearchSwitches parts,
           LeafSample* sample = nullptr);

    // Search the root moves from index `from` on to `depth` within (alpha, beta), and sort them by score.
    int search_root(std::vector<RootMove>& root_moves, std::size_t from, int depth, int alpha, int beta);

    Board& board() { return board_; }
    SearchControl& control() { return control_; }
    FourSearch& vcf() { return vcf_search_; }
    int deepest_ply() const { return deepest_ply_; }

    static constexpr int ply_limit = 120;

private:
    struct Node {
        Cell move = nowhere;
        int evaluation = 0;
        std::array<Cell, 2> killer_moves{nowhere, nowhere};
        std::vector<Cell> best_line;
        MoveList move_list;
    };
    struct Window {
        int alpha, beta;
        bool pv_node() const { return beta - alpha > 1; }
    };

    // The arguments and properties of a node during `search_node`.
    struct NodeContext {
        Window window;
        int depth, ply;
        bool cut_node;       // expected to fail high
        bool is_threatened;  // the opponent threatens to win in three plies
        Cell skip_move;      // skipped by the singular extension, to see whether another move comes near it
        bool pv_node = window.pv_node();
        bool searches_all() const { return skip_move == nowhere; }
    };
    struct BestMove {
        int best_score = -infinite;
        Cell move = nowhere;  // the last move that raised alpha
    };
    struct PriorMoves {
        std::array<Cell, 32> moves{};
        std::size_t move_count = 0;
        void add(Cell move) {
            if (move_count < moves.size()) moves[move_count++] = move;
        }
    };
    enum class PruneAction { no, move, rest };

    int search_node(Window window, int depth, int ply, bool cut_node, Cell left_out = nowhere);
    std::optional<int> terminal_score(Window& window, int depth, int ply, bool cut_node);
    std::optional<TableEntry> probe_table(int ply) const;
    static bool can_cut_off(const TableEntry& table_hit, Window window, int depth);
    std::optional<int> static_cutoff(Window window, int depth, int ply, const std::optional<TableEntry>& table_hit);
    std::optional<int> prune_node(Window window, int depth, int ply);
    static bool can_prune_statically(int evaluation, int depth, int beta);
    static bool can_razor(int evaluation, int depth, int alpha);
    int evaluate();
    int quiescence(Window window, int ply);
    int moves(NodeContext visit, const std::optional<TableEntry>& table_hit);
    PruneAction prune_action(const NodeContext& visit, const MoveCandidate& choice, int number, int best) const;
    bool is_improving(int ply) const;
    bool is_late_pruning(const NodeContext& visit, const MoveCandidate& choice, int number) const;
    bool is_futile(const NodeContext& visit, const MoveCandidate& choice) const;
    int late_move_reduction(const NodeContext& visit, int number, const MoveCandidate& choice) const;
    int singular_extension(const NodeContext& visit, const TableEntry& table_hit, Cell move);
    int search_move(const NodeContext& visit, const MoveCandidate& choice, int number, int next);
    bool raises_alpha(NodeContext& visit, BestMove& best, Cell move, int move_score);
    void update_history(const NodeContext& visit, Cell best, const PriorMoves& prior_moves);
    void store_result(const NodeContext& visit, Cell best, int best_score, BoundType bound);
    int search_root_move(Cell move, int number, int depth, Window window);
    int search_block(Window window, int depth, int ply, bool cut_node);
    void make_move(Cell move);
    int negamax(Window window, int depth, int ply, bool cut_node);
    void order_moves(int ply, bool is_threatened, Cell best);
    void gather_moves(bool is_threatened);
    void score_moves(MoveList& choices, const Node& node, const HistoryTable::ContinuationHistory& history);
    static void score_by_threats(MoveList& choices);
    void update_line(int ply, Cell move);
    Node& node(int ply) { return node_stack_[ply]; }
    const Node& node(int ply) const { return node_stack_[ply]; }
    Cell move_before(int ply, int plies) const { return ply >= plies ? node(ply - plies).move : nowhere; }

    Board board_;
    TranspositionTable& table_;
    SearchControl control_;
    SearchSwitches switches_;
    LeafSample* leaf_sample_;
    FourSearch vcf_search_;
    HistoryTable history_;
    std::vector<Node> node_stack_;
    std::vector<Cell> cell_list_;
    std::array<std::array<std::uint8_t, 64>, 64> late_reductions_{};
    int deepest_ply_ = 0;
    int root_depth_ = 0;
};

}  // namespace passatempo::mnk
