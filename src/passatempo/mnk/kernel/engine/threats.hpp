// Wins by threats alone: continuous fours (VCF), and fours and threes (VCT).
#pragma once

#include <cstdint>
#include <vector>

#include "board.hpp"
#include "table.hpp"

namespace passatempo::mnk {

// Each four must be answered in one cell, so the tree is narrow and the proof complete.
class Vcf {
public:
    explicit Vcf(Board& board, Control& control) : board_(board), control_(control), failed_(1U << 16) {}

    // Plies to a win of the side to move by fours within `budget` nodes, 0 where none was found. `line` gets its moves.
    int win(std::uint64_t budget, std::vector<Cell>* line = nullptr);

private:
    struct Failure {
        std::uint64_t key = 0;
        std::uint32_t budget = 0;  // the nodes it had; all of them where the tree was searched to its end
    };
    int search(int depth);
    int attack(Cell cell, int depth);
    int finish();

    static constexpr int deepest = 60;  // fours in a row
    Board& board_;
    Control& control_;
    std::vector<Failure> failed_;
    std::vector<Cell> cells_;  // a stack of move lists
    std::vector<Cell> found_;  // the winning line, last move first
    std::uint64_t left_ = 0;
};

// Threats of fives and open fours: all answers are looked at, so a win found is proved.
class Vct {
public:
    Vct(Board& board, Control& control) : board_(board), control_(control), failed_(1U << 15) {}

    // Plies to a win of the side to move by threats within `budget` nodes, with the fewest threes; 0 where none was
    // found. `line` gets the main line.
    int win(std::uint64_t budget, std::vector<Cell>& line);

private:
    struct Failure {
        std::uint64_t key = 0;
        int threes = -1;  // failed with so many threes to come
    };
    int attack(int threes, int ply, std::vector<Cell>& line);
    int defend(int threes, int ply, std::vector<Cell>& line);
    int threat(Cell cell, int threes, int ply, std::vector<Cell>& line);
    int finish(std::vector<Cell>& line);
    std::vector<Cell> threats(int threes) const;
    std::vector<Cell> answers() const;

    static constexpr int most_threes = 12, deepest = 60;
    Board& board_;
    Control& control_;
    std::vector<Failure> failed_;
    std::uint64_t left_ = 0;
};

}  // namespace passatempo::mnk
