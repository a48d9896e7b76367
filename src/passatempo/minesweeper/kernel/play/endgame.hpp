// An endgame played to its end in every layout: how many of them the best play wins.
// Algorithm: expectimax over sets of layouts with a transposition table and fail-soft lower bounds (Star1 pruning)
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "budget.hpp"
#include "play/posterior.hpp"

namespace passatempo::minesweeper::play {

class EndgameSolver {
public:
    struct EndgameValue {
        std::uint32_t cell = none;                        // the best guess; none where a safe cell comes first
        std::uint32_t layouts_won = 0, layout_count = 0;  // no layouts where a limit came first
    };

    // Of a counted position of few layouts, within so many guesses.
    EndgameValue solve_endgame(const Knowledge& knowledge, Posterior& posterior, std::uint64_t nodes, Budget& budget);
    // The guesses that win so many layouts of the position that was solved last: those found within so many guesses.
    std::vector<std::uint32_t> as_good(std::uint32_t won, std::uint64_t nodes);

    static constexpr std::uint32_t layout_limit = 1U << 14;

private:
    struct LayoutHash {
        std::uint64_t low = 0, high = 0;
        bool operator==(const LayoutHash&) const = default;
    };
    struct Hash {
        std::size_t operator()(const LayoutHash& hash_of) const { return hash_of.low; }
    };
    // A set of layouts is a stretch of `layout_pool_`.
    struct LayoutRange {
        std::size_t first_index, end;
        std::uint32_t size() const { return end - first_index; }
    };
    // A cell that is not of one kind in a set of layouts.
    struct Column {
        std::uint32_t cell;
        int free_count;            // in so many of them
        bool is_safe, can_inform;  // in all of them; whether what it shows may differ
    };
    struct Guess {
        std::uint32_t cell;
        int best_wins;  // the layouts without a mine there, then those won
    };
    struct Bound {
        int upper_bound;
        bool is_exact;
    };

    bool list_layouts(const Knowledge& knowledge, Posterior& posterior);
    void choose_part(Posterior& posterior, std::size_t part, int left);
    void choose_group(Posterior& posterior, std::size_t part, std::uint32_t group, int left);
    void scan_columns(LayoutRange layouts, const std::vector<Column>& before, std::vector<Column>& columns) const;
    int wins(LayoutRange layouts, const std::vector<Column>& before, int lower_bound);
    int wins_of_two(std::uint32_t left_layout, std::uint32_t right_layout, const std::vector<Column>& columns) const;
    int wins_by_components(LayoutRange layouts, const std::vector<Column>& columns, int lower_bound);
    Guess best_guess(LayoutRange layouts, const std::vector<Column>& columns, int lower_bound);
    int wins_after(LayoutRange layouts, const std::vector<Column>& columns, std::uint32_t cell, int lower_bound);
    LayoutHash key(LayoutRange layouts) const;

    static constexpr std::uint8_t mine_code = 255;
    static constexpr std::uint32_t block_size = 16;  // cells scanned together: a vector of bytes

    std::vector<std::uint32_t> open_cells_;    // the cells that are still covered and may be free
    std::vector<std::uint32_t> cell_indices_;  // of each cell of the board
    std::vector<std::uint32_t> layout_mines_;  // the mines of the layout that is made
    std::vector<std::vector<std::uint32_t>> layouts_;
    std::vector<std::vector<std::uint32_t>> group_mines_;  // of each part, the mines of its groups
    std::size_t stride_ = 0;
    std::vector<std::uint8_t> cell_numbers_;  // in each layout, of each unknown cell: its number, or a mine
    std::vector<LayoutHash> zobrist_;
    std::vector<std::uint32_t> layout_pool_;
    std::vector<Column> root_columns_;  // of the position that is solved
    std::unordered_map<LayoutHash, Bound, Hash> transposition_table_;
    Budget* budget_ = nullptr;      // of the call that runs
    std::uint64_t nodes_left_ = 0;  // guesses that may still be looked at
    bool is_over_ = false;
};

}  // namespace passatempo::minesweeper::play
