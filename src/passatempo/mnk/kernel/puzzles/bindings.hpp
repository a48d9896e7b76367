// The bindings of the puzzles; meaning and shapes stand in _kernel.pyi.
#pragma once

#include "python.hpp"

namespace passatempo::mnk {

void bind_puzzles(nanobind::module_& m);

}  // namespace passatempo::mnk
