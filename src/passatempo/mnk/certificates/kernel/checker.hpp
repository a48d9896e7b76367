// Whether every node of a claim follows: proofs checked again without a search, and without a line of the prover.
// Algorithm: one look at each node in each state that refers to it; what a node means, the twin says.
// Twin: mnk/certificates/checker.py
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "budget.hpp"

namespace passatempo::mnk::certificate {

constexpr int most_cells = 256;  // of a board; larger ones are left to the twin

using Line = std::vector<std::int32_t>;  // its empty cells

struct ClaimQuery {
    int rows, columns;
    std::vector<Line> attacker_lines, defender_lines;
    bool attacker_moves;         // whether the attacker is to move
    bool claims_win;             // what is claimed of him; else that he cannot win
    std::string_view node_text;  // a line each
};

// Whether all of the claim follows. What is not found to follow may be right nevertheless: the twin judges it, and says
// what is wrong with which node.
bool claim_follows(const ClaimQuery& question, Budget& budget);

}  // namespace passatempo::mnk::certificate
