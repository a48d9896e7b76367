// What a policy weighs, every part with a switch.
#pragma once

#include <cstdint>

namespace passatempo::minesweeper::play {

enum class Kind : std::uint8_t { least_chance = 0, scored = 1 };

// Meaning and defaults stand in exact/policies.py, in the same order.
struct Settings {
    Kind kind;
    double progress, second;
    double near_best, free_best;
    std::uint32_t most, most_free;  // 0: all
    bool alive, pairs;
    std::uint32_t deep, deep_next;
    double deep_near;
    double layouts, dense_layouts;
    std::uint64_t nodes;
};

}  // namespace passatempo::minesweeper::play
