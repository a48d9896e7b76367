// Choosing a move: iterative deepening on one or more threads.
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

struct Task {
    std::vector<std::uint8_t> cells;  // as for Board::set
    int side = 0;
    int threads = 1;
    int depth = 100;                 // deepest iteration
    int lines = 1;                   // best moves to tell apart
    std::uint64_t threat_nodes = 0;  // of VCF and VCT at the root
    Parts parts{};
    std::vector<Cell> among;       // the root moves to choose from; none: all
    LeafSample* sample = nullptr;  // for one of the positions that the first thread evaluates
};

// What a search found.
struct Thought {
    std::vector<RootMove> moves;  // the best first, as many as lines were asked for
    int depth = 0;                // the last finished iteration
    int deepest = 0;              // the longest line looked at
    std::uint64_t nodes = 0;      // of all threads
    bool proved = false;          // the win was proved with every answer
};

// The search engine of one board.
class Engine {
public:
    // `fitted` as for Weights. The table is kept from one search to the next. `exact`: only a line of exactly k wins.
    Engine(int m, int n, int k, std::span<const std::int16_t> fitted, std::size_t megabytes, bool exact = false);

    Thought think(const Task& task, Budget& budget);
    int evaluate(const Task& task) const;  // without a search
    void forget() { table_.clear(); }

    int size() const { return m_ * n_; }
    Board board() const { return Board(m_, n_, patterns_, weights_); }

private:
    static std::optional<RootMove> forced_end(Search& search, const Task& task);
    static std::optional<RootMove> win_by_threats(Search& search, const Task& task);
    static void sift(Search& search, const Task& task, std::vector<RootMove>& moves);
    struct Shared {
        std::atomic<bool> stop{false};
        std::atomic<std::uint64_t> nodes{0};  // of the helpers
    };
    // The threads that help, who are waited for at its end; a browser's module has none.
#if defined(__wasm__)
    struct Helpers {
        bool none = true;
    };
#else
    using Helpers = std::vector<std::jthread>;
#endif
    Helpers help(const Board& board, const Task& task, const std::vector<RootMove>& moves, Shared& shared);
    void deepen(Search& search, const Task& task, Thought& thought, std::vector<RootMove> moves, int first);
    static void take_unfinished(const std::vector<RootMove>& moves, Thought& thought);
    static int aspirate(Search& search, std::vector<RootMove>& moves, std::size_t from, int depth);
    static bool ends(const Task& task, const std::vector<RootMove>& moves, int depth, int empties);
    static std::vector<RootMove> root_moves(const Board& board, const std::vector<Cell>& among);

    int m_, n_;
    Patterns patterns_;
    Weights weights_;
    Table table_;
};

}  // namespace passatempo::mnk
