// In which order to settle the groups of a part, so that few numbers are half settled at any time.
#pragma once

#include <cstdint>
#include <vector>

#include "parts.hpp"

namespace passatempo::minesweeper {

// The groups of a part, counted inside it; empty where more than `slots` numbers would be half settled.
std::vector<std::uint32_t> elimination_order(const Parts& parts, std::uint32_t part, std::uint32_t slots);

}  // namespace passatempo::minesweeper
