// Wins by threats alone: continuous fours (VCF), and fours and threes (VCT).
#pragma once

#include <cstdint>
#include <vector>

#include "board.hpp"
#include "table.hpp"

namespace passatempo::mnk {

// Each four has only one answer, so the tree is narrow and the proof complete.
class FourSearch {
public:
    explicit FourSearch(Board& board, SearchControl& control) : board_(board), control_(control), failures_(1U << 16) {}

    // Return the plies to a win by fours within `budget` nodes, or 0 if none is found. Put its moves into `line`.
    int find_win(std::uint64_t budget, std::vector<Cell>* line = nullptr);

private:
    struct FourFailure {
        std::uint64_t position_key = 0;
        std::uint32_t node_budget = 0;  // nodes of the failed search, or the maximum if its tree was exhausted
    };
    int search_fours(int depth);
    int try_four(Cell cell, int depth);
    int play_open_four();

    static constexpr int depth_limit = 60;  // fours in a row
    Board& board_;
    SearchControl& control_;
    std::vector<FourFailure> failures_;
    std::vector<Cell> move_stack_;    // a stack of move lists
    std::vector<Cell> winning_line_;  // last move first
    std::uint64_t nodes_left_ = 0;
};

// Threats of fives and open fours. All answers are searched, so a win that is found is proved.
class ThreatSearch {
public:
    ThreatSearch(Board& board, SearchControl& control) : board_(board), control_(control), failures_(1U << 15) {}

    // Return the plies to a win by threats within `budget` nodes, with the fewest threes, or 0 if none is found. Put
    // the main line into `line`.
    int find_win(std::uint64_t budget, std::vector<Cell>& line);

private:
    struct ThreatFailure {
        std::uint64_t position_key = 0;
        int three_budget = -1;  // failed with so many threes left
    };
    int search_attack(int threes, int ply, std::vector<Cell>& line);
    int search_defence(int threes, int ply, std::vector<Cell>& line);
    int try_threat(Cell cell, int threes, int ply, std::vector<Cell>& line);
    int finish_line(std::vector<Cell>& line);
    std::vector<Cell> forcing_moves(int threes) const;
    std::vector<Cell> threat_answers() const;

    static constexpr int three_limit = 12, depth_limit = 60;
    Board& board_;
    SearchControl& control_;
    std::vector<ThreatFailure> failures_;
    std::uint64_t nodes_left_ = 0;
};

}  // namespace passatempo::mnk
