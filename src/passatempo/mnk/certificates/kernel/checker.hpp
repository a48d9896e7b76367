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

struct Question {
    int rows, columns;
    std::vector<Line> attacker, defender;
    bool attacking;          // whether the attacker is to move
    bool wins;               // what is claimed of him; else that he cannot win
    std::string_view nodes;  // a line each
};

// Whether all of the claim follows. What is not found to follow may be right nevertheless: the twin judges it, and says
// what is wrong with which node.
bool follows(const Question& question, Budget& budget);

}  // namespace passatempo::mnk::certificate
