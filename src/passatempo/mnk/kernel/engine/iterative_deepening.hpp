// Choice of a move by iterative deepening on one or more threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#if !defined(__wasm__)
#include <thread>
#endif
#include <vector>

#include "board.hpp"
#include "budget.hpp"
#include "search.hpp"
#include "table.hpp"

namespace passatempo::mnk {

struct SearchTask {
    std::vector<std::uint8_t> cells;  // as for Board::set_position
    int side_to_move = 0;
    int thread_count = 1;
    int depth_limit = 100;           // deepest iteration
    int line_count = 1;              // number of best moves to find
    std::uint64_t threat_nodes = 0;  // for VCF and VCT at the root
    SearchSwitches switches{};
    std::vector<Cell> candidates;  // the root moves to choose from; if empty, all
    LeafSample* sample = nullptr;  // receives one of the positions that the first thread evaluates
};

// The result of a search.
struct EngineResult {
    std::vector<RootMove> best_moves;  // the best first, at most `line_count`
    int depth = 0;                     // the last finished iteration
    int deepest_ply = 0;               // the longest line searched
    std::uint64_t node_count = 0;      // of all threads
    bool is_proof = false;             // the win is proved against every answer
};

// The search engine of one board.
class Engine {
public:
    // The table is kept between searches. With `exact`, only a line of exactly k wins.
    Engine(int m, int n, int k, std::span<const std::int16_t> weight_numbers, std::size_t megabytes,
           bool exact = false);

    EngineResult search_move(const SearchTask& task, Budget& budget);
    int evaluate(const SearchTask& task) const;  // without a search
    void clear_table() { table_.clear(); }

    int board_size() const { return m_ * n_; }
    Board make_board() const { return Board(m_, n_, patterns_, weights_); }

private:
    static std::optional<RootMove> find_immediate_end(Search& search, const SearchTask& task);
    static std::optional<RootMove> win_by_threats(Search& search, const SearchTask& task);
    static void filter_losing_moves(Search& search, const SearchTask& task, std::vector<RootMove>& moves);
    struct SharedState {
        std::atomic<bool> stop_flag{false};
        std::atomic<std::uint64_t> node_count{0};  // of the helpers
    };
    // The helper threads, which the destructor joins. A browser's module has none.
#if defined(__wasm__)
    struct HelperThreads {
        bool none = true;
    };
#else
    using HelperThreads = std::vector<std::jthread>;
#endif
    HelperThreads start_helpers(const Board& board, const SearchTask& task, const std::vector<RootMove>& moves,
                                SharedState& shared);
    void deepen_iteratively(Search& search, const SearchTask& task, EngineResult& engine_result,
                            std::vector<RootMove> moves, int first);
    static void use_partial_depth(const std::vector<RootMove>& moves, EngineResult& engine_result);
    static int search_aspiration(Search& search, std::vector<RootMove>& moves, std::size_t from, int depth);
    static bool is_search_complete(const SearchTask& task, const std::vector<RootMove>& moves, int depth, int empties);
    static std::vector<RootMove> root_moves(const Board& board, const std::vector<Cell>& candidate_cells);

    int m_, n_;
    Patterns patterns_;
    Weights weights_;
    TranspositionTable table_;
};

}  // namespace passatempo::mnk
