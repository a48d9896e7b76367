// The game move by move: cells opened, flags put and taken away, and the cells around a number with its flags.
#pragma once

#include <cstdint>
#include <vector>

#include "game/field.hpp"

namespace passatempo::minesweeper::game {

enum class Deed : std::uint8_t { open = 0, flag = 1, chord = 2 };

enum class Fault : std::uint8_t { none = 0, over, is_open, has_flag, is_covered, wrong_flags, nothing_left };

// What a move makes of the cells that are seen; with a fault nothing changes. Without mines no cell is opened.
struct Turn {
    Fault fault = Fault::none;
    Cells cells;
    std::vector<std::uint32_t> hit;  // mines that were opened
    bool won = false;
};

Turn play(const Near& near, const Cells& mine, Cells cells, Deed deed, std::uint32_t cell);

}  // namespace passatempo::minesweeper::game
