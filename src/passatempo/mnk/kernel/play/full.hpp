// Full search of the game under every option of the rules, for exact values or for a good move within limits.
// Twin: mnk/reference.py
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "budget.hpp"
#include "rules/rules.hpp"

namespace passatempo::mnk::play {

// A window of k cells in which a side can still complete a line.
struct OpenLine {
    std::uint64_t cell_bits = 0;   // its searched cells
    std::int32_t empty_count = 0;  // all of its empty cells, searched or not
    bool open_to_x = false, open_to_o = false;
    auto operator<=>(const OpenLine&) const = default;
};

// The result to compute: the value with one move that keeps it, the length with all best moves, or both for every move.
enum class ValueQuery : int { value = 0, best = 1, all = 2 };

// Whether a position is solved without the engine, because it has few empty cells or a small board.
bool is_full_searchable(const rules::Rules& rules, const rules::Marking& cells);

// The result of a search to a depth.
struct SearchResult {
    int best_move = -1;
    int score = 0;  // for the side to move; forced ends as in `margins.hpp`
    int depth = 0;  // plies of the last finished iteration
    bool is_proof = false;
};

class AlphaBetaSolver {
public:
    static constexpr int cell_limit = 64;  // searched cells, so that a state fits in two words

    // Take an open position. If it has more than `cell_limit` empty cells, only the heaviest are searched, inexactly.
    AlphaBetaSolver(const rules::Rules& rules, const rules::Marking& cells, Budget& budget);

    // Find the moves of a query. If a limit ends the search, return what is known: the best moves, or one move that
    // keeps the value, without its plies, or nothing.
    std::vector<rules::MoveGrade> solve_position(ValueQuery value_query);

    // Find a good move by iterative deepening up to a depth, among the candidates if there are any. If a limit ends the
    // search, return the best move of the last finished depth, or a better one found since.
    SearchResult play_to_depth(int depth, const rules::Cells& candidate_cells);

private:
    // Indices into `empty_cells_`.
    struct PlaceList {
        std::array<std::uint8_t, cell_limit> cells{};
        int cell_count = 0;

        void push_back(int place) { cells[cell_count++] = static_cast<std::uint8_t>(place); }
        const std::uint8_t* begin() const { return cells.data(); }
        const std::uint8_t* end() const { return cells.data() + cell_count; }
    };
    struct BoundsEntry {
        std::array<std::uint64_t, 2> mark_bits{};
        std::int16_t lower_bound = 0, upper_bound = 0;  // bounds of the score, valid for every query
        std::uint8_t cells_left = 0;                    // empty cells of the position; 0 marks a free entry
        std::uint8_t first_move = 0;                    // the move to try first
        std::uint8_t horizon = 0;                       // empty cells at which the search ended
    };

    bool prepare_tables(std::size_t place_limit);
    PlaceList list_legal_moves(int first) const;
    void make_move(int place);
    void undo_move(int place);
    bool ends_game(int place, int& score);
    bool is_dead();
    int full_board_score() const;
    BoundsEntry* find_bounds();
    std::optional<int> bound_answer(const BoundsEntry& table_bounds, int bound) const;
    void store_bound(int bound, int score, int first);
    int search_bound(int bound);
    int score_move(int place, int bound);
    int evaluate_lines() const;
    int leaf_score(int bound);
    int try_ends(PlaceList& moves, int bound, int& first);
    bool reaches_bound(int place, int bound);
    PlaceList moves_reaching(const PlaceList& moves, int bound);
    int ply_step() const { return rules_.maker_breaker ? 1 : 2; }
    int shortest_end(bool win) const;
    rules::MoveGrade find_best_value(const PlaceList& moves);
    PlaceList find_best_moves(const PlaceList& moves, rules::MoveGrade& move_grade);
    int best_first(PlaceList& moves, int bound);
    bool is_stopped() const { return budget_.stop() != Stop::done; }

    rules::Rules rules_;
    rules::Marking cells_;
    Budget& budget_;
    rules::Cells empty_cells_;
    std::vector<OpenLine> open_lines_;
    std::array<std::array<std::vector<std::uint64_t>, cell_limit>, 2> cell_lines_;  // by side and cell
    std::vector<BoundsEntry> table_;
    std::array<std::uint64_t, 2> mark_bits_{};
    std::array<std::uint64_t, cell_limit> history_{};
    std::size_t open_line_ = 0;  // the line last found open
    std::uint8_t mover_;
    int cells_left_;
    int horizon_ = 0;          // empty cells at which lines are weighed, or 0 to search every game to its end
    bool is_complete_ = true;  // whether all empty cells are searched
};

}  // namespace passatempo::mnk::play
