// What the CDCL solver for wide boards adds to the Python module of the kernel.
#pragma once

#include "python.hpp"

namespace passatempo::minesweeper::cdcl {

void bind(nanobind::module_& module);

}  // namespace passatempo::minesweeper::cdcl
