// The bindings of the full search; meaning and shapes stand in _kernel.pyi.
#pragma once

#include "python.hpp"

namespace passatempo::mnk {

void bind_play(nanobind::module_& m);

}  // namespace passatempo::mnk
