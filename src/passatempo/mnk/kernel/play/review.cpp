// Scores of moves, backed up from the end of a game.
#include "play/review.hpp"

#include <algorithm>
#include <cstdlib>

#include "engine/margins.hpp"

namespace passatempo::mnk::play {

using rules::Cells, rules::Marking;

namespace {

constexpr int decided = mate - most_plies;  // scores beyond it are forced wins and losses
constexpr int least_forced = decided + 1;   // score of a proved win of unknown length
constexpr std::uint64_t times_longer = 30;  // factor for the position before the move that seems to have lost the game
constexpr int refuted = 3;                  // most moves that seemed to hold and do not
constexpr int swing = 150;                  // loss by a move that is reported in addition to deciding moves

// Move a forced end so many plies further away. An unknown length stays unknown.
int shift_score(int score, int plies) {
    const int size = std::abs(score);
    if (size <= least_forced) return score;
    const int new_size = std::max(least_forced, size - plies);
    return score > 0 ? new_size : -new_size;
}

}  // namespace

bool MoveReview::loses_game() const { return score_before > -decided && score_after <= -decided; }
bool MoveReview::misses_win() const { return score_before >= decided && decided > score_after; }
int MoveReview::plies_lost() const {
    return score_before <= -decided && score_after <= -decided ? std::max(0, score_before - score_after - 1) : 0;
}
bool MoveReview::changes_game(int move) const {
    return loses_game() || misses_win() ||
           (best_move != move && score_after - score_before <= -swing && plies_lost() == 0);
}

PositionEstimate bound_estimate(const PositionEstimate& before, int move, const PositionEstimate& current_estimate) {
    PositionEstimate new_estimate = current_estimate;
    if (current_estimate.proof_value != unproved || before.proof_value == unproved) return new_estimate;
    if (before.proof_value < 0) {  // any move of a lost position loses
        new_estimate.score = std::max(current_estimate.score, -shift_score(before.score, -1));
        new_estimate.proof_value = 1;
    } else if (move != before.best_move) {
        if (before.proof_value == 0) new_estimate.score = std::max(0, current_estimate.score);
    } else if (before.proof_value == 0) {
        new_estimate.score = new_estimate.proof_value = 0;
    } else {
        new_estimate.score = std::min(current_estimate.score, -shift_score(before.score, -1));
        new_estimate.proof_value = -1;
    }
    return new_estimate;
}

std::vector<std::uint32_t> GameReview::legal_moves_without(int move) const {
    std::vector<std::uint32_t> legal_cells;
    for (int cell = 0; cell < rules_.size(); ++cell)
        if (cell != move && move_fault(rules_, cells_, cell) == rules::Fault::none) legal_cells.push_back(cell);
    return legal_cells;
}

PositionEstimate GameReview::estimate_position(const Marking& cells, const std::vector<std::uint32_t>& candidate_cells,
                                               std::uint64_t nodes) {
    Budget part = budget_.share(nodes);
    const MoveChoice move_choice = chooser_.choose_move(rules_, cells, settings_, candidate_cells, part);
    node_count_ += part.node_count();
    const RootMove& best = move_choice.best_moves.front();
    return {best.score, best.move, move_choice.game_value, {best.best_line.begin(), best.best_line.end()}};
}

MoveReview GameReview::review_once(int move, const PositionEstimate& engine_estimate, int next) {
    const int after = -next, move_score = shift_score(after, 1);
    PositionEstimate best = engine_estimate;
    if (move == best.best_move && move_score < best.score && engine_estimate.proof_value == unproved) {
        const std::vector<std::uint32_t> legal_moves = legal_moves_without(move);
        best = legal_moves.empty() ? PositionEstimate{-mate, move, unproved, {}}
                                   : estimate_position(cells_, legal_moves, budget_.left());
    }
    if (best.best_move == move || move_score >= best.score) best = {move_score, move, unproved, {}};
    return {best.score, after, best.best_move, engine_estimate.proof_value, best.best_line};
}

// Search the position with more nodes, because the loser seemed to have a move that holds, and test that move as well.
PositionEstimate GameReview::estimate_longer(const PositionEstimate& engine_estimate) {
    if (engine_estimate.proof_value != unproved) return engine_estimate;
    const std::uint64_t nodes = times_longer * budget_.left();
    PositionEstimate long_estimate = estimate_position(cells_, {}, nodes);
    std::vector<std::uint32_t> legal_moves = legal_moves_without(-1);
    for (int move_number = 0; move_number < refuted; ++move_number) {
        Marking after = cells_;
        after[long_estimate.best_move] = rules::to_move(cells_);
        if (long_estimate.score <= -decided || long_estimate.proof_value != unproved) return long_estimate;
        if (result_after(rules_, after, long_estimate.best_move) != rules::GameResult::open) return long_estimate;
        if (estimate_position(after, {}, nodes).score < decided) return long_estimate;
        std::erase(legal_moves, static_cast<std::uint32_t>(long_estimate.best_move));
        if (legal_moves.empty()) {
            long_estimate.score = -least_forced;
            return long_estimate;
        }
        const PositionEstimate best = estimate_position(cells_, legal_moves, nodes);
        long_estimate = {best.score, best.best_move, unproved, best.best_line};
    }
    return long_estimate;
}

MoveReview GameReview::review_move(int move, const PositionEstimate& engine_estimate, int next, bool lost) {
    const MoveReview first = review_once(move, engine_estimate, next);
    return lost && first.loses_game() ? review_once(move, estimate_longer(engine_estimate), next) : first;
}

}  // namespace passatempo::mnk::play
