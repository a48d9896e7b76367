// What several parts of the kernel tell.
#pragma once

namespace passatempo::mnk {

// A move with its value (1, 0, -1; 2 unknown) and the plies to a forced end, the move included (0: none, or not known).
struct GradedMove {
    int cell, value, plies;
};

}  // namespace passatempo::mnk
