// VCF, victory by continuous fours: each must be answered in one cell, so the tree is narrow and the proof complete.
#pragma once

#include <cstdint>
#include <vector>

#include "board.hpp"
#include "control.hpp"

namespace passatempo::mnk {

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

}  // namespace passatempo::mnk
