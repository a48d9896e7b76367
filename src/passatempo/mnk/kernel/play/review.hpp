// A game looked at move by move, from its end: what a move changed, and what would have been better.
// Twin: mnk/matches/analysis.py
#pragma once

#include <cstdint>
#include <vector>

#include "play/move_chooser.hpp"

namespace passatempo::mnk::play {

constexpr int unproved = 2;

// What is thought of a position, for the side to move.
struct PositionEstimate {
    int score = 0;
    int best_move = 0;
    int proof_value = unproved;  // 1, 0, -1, or 2
    std::vector<std::uint32_t> best_line;
};

// A move of a game: what the position was worth to who moved, before and after it.
struct MoveReview {
    int score_before = 0, score_after = 0, best_move = 0;
    int proof_value = unproved;
    std::vector<std::uint32_t> best_line;  // where another move is better
    bool loses_game() const;
    bool misses_win() const;
    int plies_lost() const;  // by how many plies it brings a forced loss nearer than the best move does
    bool changes_game(int move) const;
};

// Hold what is thought of a position against what was proved of the one before the move that led to it.
PositionEstimate bound_estimate(const PositionEstimate& before, int move, const PositionEstimate& current_estimate);

class GameReview {
public:
    GameReview(MoveChooser& chooser, const rules::Rules& rules, const rules::Marking& cells, const Settings& settings,
               Budget& budget)
        : chooser_(chooser), rules_(rules), cells_(cells), settings_(settings), budget_(budget) {}

    // Value a move, from the value of the position that it led to. `lost`: he who made it lost the game; before it is
    // said that this move did it, the position is searched again, longer.
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
