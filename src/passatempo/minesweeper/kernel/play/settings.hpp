// What a policy weighs, every part with a switch.
#pragma once

#include <cstdint>

namespace passatempo::minesweeper::play {

enum class Kind : std::uint8_t { least_chance = 0, scored = 1 };

struct Settings {
    Kind kind = Kind::scored;
    double progress = 0.001;      // the weight of the chance that a safe cell follows: a tie-break
    double second = 0.2;          // the share of the second safest cell in what a click leaves
    double near_best = 0.90;      // a candidate is at least so safe, as a share of the safest
    double free_best = 0.95;      // the same for cells next to no number
    std::uint32_t most = 0;       // candidates in all, the safest; 0: all
    std::uint32_t most_free = 0;  // of them next to no number
    std::uint32_t deep = 4;       // candidates that are looked at one click deeper; 0: none
    std::uint32_t deep_next = 4;  // the candidates of each behind them
    double deep_near = 0.02;      // they are so near to the best
    bool alive = true;            // dead cells are no candidates, and no next click
    bool pairs = true;            // proven 50/50 pairs are played at once
    double layouts = 1000;        // of an endgame that is solved; 0: none
    double dense_layouts = 1000;  // the same, times the cube of the share of free cells
    std::uint64_t nodes = 200000;
};

}  // namespace passatempo::minesweeper::play
