// What the making of puzzles adds to the Python module of the kernel.
#pragma once

#include "python.hpp"

namespace passatempo::minesweeper::puzzles {

void bind(nanobind::module_& module);

}  // namespace passatempo::minesweeper::puzzles
