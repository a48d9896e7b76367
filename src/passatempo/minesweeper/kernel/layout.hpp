// One layout of a board.
#pragma once

#include <cstdint>
#include <vector>

#include "position.hpp"

namespace passatempo::minesweeper {

// Choose mines for the parts of a prepared position; `free_mines` is how many then lie next to no number. False where
// there is no layout, or a part is too wide.
bool lay(const Position& position, std::vector<std::uint32_t>& variables, std::uint64_t& free_mines);

}  // namespace passatempo::minesweeper
