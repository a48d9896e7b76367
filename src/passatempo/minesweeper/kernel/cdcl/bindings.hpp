// The Python face of the solver for wide boards.
#pragma once

#include "python.hpp"

namespace passatempo::minesweeper::wide {

void bind(nanobind::module_& module);

}  // namespace passatempo::minesweeper::wide
