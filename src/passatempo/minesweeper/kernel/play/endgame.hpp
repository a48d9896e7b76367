// Solves an endgame over all layouts: how many of them best play wins.
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
        std::uint32_t cell = none;                        // the best guess, or none if a safe cell exists
        std::uint32_t layouts_won = 0, layout_count = 0;  // 0 layouts if a limit was reached
    };

    // Solves a counted position with few layouts, within `nodes` guesses.
    EndgameValue solve_endgame(const Knowledge& knowledge, Posterior& posterior, std::uint64_t nodes, Budget& budget);
    // Returns the cells that win `won` layouts in the last solved position, as far as `nodes` guesses find them.
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
    // A set of layouts is a range of `layout_pool_`.
    struct LayoutRange {
        std::size_t first_index, end;
        std::uint32_t size() const { return end - first_index; }
    };
    // A cell that varies over a set of layouts.
    struct Column {
        std::uint32_t cell;
        int free_count;            // layouts in which it is free
        bool is_safe, can_inform;  // safe in all layouts; its number may differ between them
    };
    struct Guess {
        std::uint32_t cell;
        int best_wins;  // layouts without a mine there, later the layouts won
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
    static constexpr std::uint32_t block_size = 16;  // cells scanned together as a vector of bytes

    std::vector<std::uint32_t> open_cells_;    // covered cells that may be free
    std::vector<std::uint32_t> cell_indices_;  // of each cell of the board
    std::vector<std::uint32_t> layout_mines_;  // of the layout under construction
    std::vector<std::vector<std::uint32_t>> layouts_;
    std::vector<std::vector<std::uint32_t>> group_mines_;  // of each part, the mines of its groups
    std::size_t stride_ = 0;
    std::vector<std::uint8_t> cell_numbers_;  // in each layout, the number of each unknown cell, or a mine
    std::vector<LayoutHash> zobrist_;
    std::vector<std::uint32_t> layout_pool_;
    std::vector<Column> root_columns_;  // of the root position
    std::unordered_map<LayoutHash, Bound, Hash> transposition_table_;
    Budget* budget_ = nullptr;      // of the current call
    std::uint64_t nodes_left_ = 0;  // guesses that may still be tried
    bool is_over_ = false;
};

}  // namespace passatempo::minesweeper::play
