// What several of the kernel's parts give to Python: results with named fields, stop and nodes first.
#pragma once

#include <cstdint>
#include <vector>

namespace passatempo::mnk {

// A move with its value (1, 0, -1; 2 unknown) and the plies to a forced end, the move included (0: none, or not known).
struct GradedMove {
    int cell, value, plies;
};

struct GradedMoves {
    int stop = 0;
    std::uint64_t nodes = 0;
    std::vector<GradedMove> moves;
};

}  // namespace passatempo::mnk
