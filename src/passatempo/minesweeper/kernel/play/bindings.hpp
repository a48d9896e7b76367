// What playing adds to the Python module of the kernel.
#pragma once

#include "python.hpp"

namespace passatempo::minesweeper::play {

void bind(nanobind::module_& module);

}  // namespace passatempo::minesweeper::play
