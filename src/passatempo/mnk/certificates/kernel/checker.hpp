// Verifies every node of a claim without a search and without any code of the prover.
// Algorithm: one visit of each node per state that refers to it. The twin explains the kinds of nodes.
// Twin: mnk/certificates/checker.py
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "budget.hpp"

namespace passatempo::mnk::certificate {

constexpr int most_cells = 256;  // of a board; the twin checks larger ones

using Line = std::vector<std::int32_t>;  // the empty cells of a line

struct ClaimQuery {
    int rows, columns;
    std::vector<Line> attacker_lines, defender_lines;
    bool attacker_moves;         // whether the attacker is to move
    bool claims_win;             // whether the claim is a win of the attacker; if not, it is a hold
    std::string_view node_text;  // one node per line
};

// Whether the whole claim follows. A claim that does not follow here may still be right. The twin then checks it and
// reports which node is wrong, and why.
bool claim_follows(const ClaimQuery& question, Budget& budget);

}  // namespace passatempo::mnk::certificate
