// The engine's board: every line as bits, and for each empty cell the shapes that a mark there would make.
//
// A move costs O(k) on any size of board. Undoing it restores the saved values.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "marks.hpp"
#include "patterns.hpp"
#include "weights.hpp"

namespace passatempo::mnk {

constexpr std::uint64_t turn_key = 0x9E3779B97F4A7C15ULL;  // toggled when the side to move changes

class Board {
public:
    Board(int m, int n, const Patterns& patterns, const Weights& weights);

    // Set up `cells` (0 empty, 1 first, 2 second player, in reading order) with `side` (0 or 1) to move.
    void set_position(std::span<const std::uint8_t> cells, int side);

    void make_move(Cell cell);
    void undo_move();

    int rows() const { return m_; }
    int columns() const { return n_; }
    int k() const { return patterns_.k(); }
    int size() const { return m_ * n_; }
    int side_to_move() const { return side_; }
    int empty_count() const { return empty_count_; }
    std::uint64_t hash_key() const { return hash_key_; }
    std::uint64_t key_after(Cell cell) const { return hash_key_ ^ zobrist_[side_][cell] ^ turn_key; }
    std::size_t move_count() const { return move_undos_.size(); }
    Cell last_move() const { return move_undos_.empty() ? nowhere : move_undos_.back().cell; }
    bool is_empty(Cell cell) const { return !candidates_.has_mark(cell); }

    std::uint16_t shape_codes(int player, Cell cell) const { return cell_codes_[cell] >> (16 * player); }
    Threat threat_at(int player, Cell cell) const { return threat_of(cell_threats_[cell], player); }
    // The number of empty cells with this threat for the player. The threat is `none`, or a three or more.
    int threat_count(int player, Threat threat) const { return threat_counts_.threat_count(player, threat); }
    bool can_win(int player) const { return threat_count(player, none) < empty_count_; }
    // Scores for the ordering of moves: the player's own interest in a cell, and the same combined with the opponent's
    // interest.
    int attack_score(int player, Cell cell) const { return ordering_weights(player, cell).attack_weight; }
    int ordering_score(int player, Cell cell) const {
        return ordering_weights(player, cell).combine(ordering_weights(1 - player, cell));
    }
    // The same score, cached until the shapes of the cell change. Most shapes survive a move.
    int memo_ordering_score(int player, Cell cell) {
        CellScore& cell_score = cell_scores_[player][cell];
        if (cell_score.ranks != cell_ranks_[cell]) [[unlikely]]
            score(cell_score, player, cell);
        return cell_score.update_score;
    }

    // The evaluation for the side to move, in parts of a unit and in whole units.
    int evaluate_parts() { return weights_.network().forward(sums(), side_); }
    int evaluate() { return evaluate_parts() / unit_parts; }

    // Find a cell with this threat for the player. There must be one.
    Cell find_threat(int player, Threat threat) const;

    // Append the empty cells whose threat for the player is at least `min_threat`.
    void gather_threats(int player, Threat min_threat, std::vector<Cell>& into) const;

    // Append the parries of the opponent's threat to win in three plies: cells that spoil every such four, then own
    // fours. After any other move the opponent wins. There may be no parry.
    void gather_answers(std::vector<Cell>& into) const;

    // A game that leads to this position, with alternating marks so that the side to move is next. Both players must
    // have had their turns.
    std::vector<Cell> game_history() const;

    // Append all empty cells.
    void gather_empty(std::vector<Cell>& into) const;

    // Append the empty cells near any mark.
    void gather_near(std::vector<Cell>& into) const { candidates_.gather_near(into); }

    Cell centre_cell() const { return (m_ / 2) * n_ + n_ / 2; }

private:
    struct CellScore {
        Ranks ranks = no_cell;
        std::int32_t update_score = 0;
    };
    struct MoveUndo {
        Cell cell;
        std::uint32_t backup_start;
        std::uint64_t hash_key;
        ThreatCounts threat_counts;
    };
    struct CellBackup {
        std::uint32_t codes;
        Cell cell;
        ThreatPair threats;
    };

    struct CodeChange {
        std::uint32_t codes;
        Cell cell;
    };
    // The changes of a move for k up to 6: at most all neighbours, and a spare entry at the end to write to.
    using Changes = std::array<CodeChange, directions * 2 * (Patterns::pair_limit - 1) + 1>;

    const OrderWeights& ordering_weights(int player, Cell cell) const {
        return weights_.ordering_weights(rank_of(cell_ranks_[cell], player));
    }
    template <int K>
    void update_neighbours(Cell cell);
    template <int K>
    std::size_t find_changes(Cell cell, int direction, Changes& changes, std::size_t count) const;
    std::uint64_t eight_threats(std::size_t cell, int player) const {
        std::uint64_t word;  // the threats of a player in eight cells, one byte each
        std::memcpy(&word, cell_threats_.data() + cell, 8);
        return (word >> (4 * player)) & 0x0F0F0F0F0F0F0F0FULL;
    }
    void change_cells(std::span<const CodeChange> changes);
    void update_long_line(Cell cell, int direction);
    template <class Do>
    auto with_k(Do act) const;
    // Cells each of which spoils a four with more than one completing cell.
    struct FourDefences {
        std::array<Cell, 3> cells{};
        std::size_t cell_count = 0;  // cells beyond the capacity are only counted

        void add(Cell cell) {
            if (cell_count < cells.size()) cells[cell_count] = cell;
            ++cell_count;
        }
        bool has(Cell cell) const {
            return std::find(cells.begin(), cells.begin() + cell_count, cell) != cells.begin() + cell_count;
        }
        void intersect(const FourDefences& other) {
            cell_count =
                std::remove_if(cells.begin(), cells.begin() + cell_count, [&](Cell c) { return !other.has(c); }) -
                cells.begin();
        }
    };
    FourDefences four_defences(int player, Cell cell) const;
    template <int K>
    void add_completing(int player, Cell four, int direction, FourDefences& defence_cells) const;
    template <int K>
    std::uint32_t line_shapes(Cell cell, int direction) const;
    std::uint32_t shapes_of(std::uint64_t first, std::uint64_t second) const;
    void change_codes(Cell cell, std::uint32_t codes);
    void save_cell(Cell cell, Ranks next);
    void score(CellScore& cell_score, int player, Cell cell) const;
    const Accumulator& sums();
    void vacate_cell(Cell cell);
    void place_mark(Cell cell, int player);
    template <int K>
    void open_cell(Cell cell);

    int m_, n_, side_ = 0, empty_count_ = 0;
    const Patterns& patterns_;
    const Weights& weights_;
    std::array<int, 4> direction_steps_{};
    LineBits lines_;
    std::vector<std::uint32_t> cell_codes_;  // the first player's four nibbles, with the second player's above
    std::vector<Ranks> cell_ranks_;          // of both players' codes
    std::vector<ThreatPair> cell_threats_;
    std::array<std::vector<CellScore>, 2> cell_scores_;
    CandidateMask candidates_;
    std::array<std::vector<std::uint64_t>, 2> zobrist_;
    std::uint64_t hash_key_ = 0;
    ThreatCounts threat_counts_;
    std::vector<Accumulator> accumulators_;  // after each move, computed on demand
    std::size_t accumulator_count_ = 0;      // moves whose sums are known
    std::vector<MoveUndo> move_undos_;
    std::vector<CellBackup> cell_backups_;
    std::vector<FeatureChange> feature_changes_;  // parallel to `cell_backups_`
    std::uint32_t backup_count_ = 0;              // entries in use
};

}  // namespace passatempo::mnk
