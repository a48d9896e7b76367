// Review of a game move by move, from its end: the effect of a move, and what would have been better.
// Twin: mnk/matches/analysis.py
#pragma once

#include <cstdint>
#include <vector>

#include "play/move_chooser.hpp"

namespace passatempo::mnk::play {

constexpr int unproved = 2;

// The estimate of a position, for the side to move.
struct PositionEstimate {
    int score = 0;
    int best_move = 0;
    int proof_value = unproved;  // 1, 0, -1, or 2 if unproved
    std::vector<std::uint32_t> best_line;
};

// A move of a game, with the scores of the position before and after it for the player who moved.
struct MoveReview {
    int score_before = 0, score_after = 0, best_move = 0;
    int proof_value = unproved;
    std::vector<std::uint32_t> best_line;  // if another move is better
    bool loses_game() const;
    bool misses_win() const;
    int plies_lost() const;  // plies by which it brings a forced loss nearer than the best move does
    bool changes_game(int move) const;
};

// Adjust the estimate of a position to what was proved about the position before the last move.
PositionEstimate bound_estimate(const PositionEstimate& before, int move, const PositionEstimate& current_estimate);

class GameReview {
public:
    GameReview(MoveChooser& chooser, const rules::Rules& rules, const rules::Marking& cells, const Settings& settings,
               Budget& budget)
        : chooser_(chooser), rules_(rules), cells_(cells), settings_(settings), budget_(budget) {}

    // Score a move, from the score of the position after it. If its player `lost` the game, the position is searched
    // again and longer before this move is blamed.
    MoveReview review_move(int move, const PositionEstimate& engine_estimate, int next, bool lost);

private:
    MoveReview review_once(int move, const PositionEstimate& engine_estimate, int next);
    PositionEstimate estimate_longer(const PositionEstimate& engine_estimate);
    PositionEstimate estimate_position(const rules::Marking& cells, const std::vector<std::uint32_t>& candidate_cells,
                                       std::uint64_t nodes);
    std::vector<std::uint32_t> legal_moves_without(int move) const;

    MoveChooser& chooser_;
    const rules::Rules& rules_;
    const rules::Marking& cells_;
    const Settings& settings_;
    Budget& budget_;
    std::uint64_t node_count_ = 0;
};

}  // namespace passatempo::mnk::play
