// The bindings of the traps; meaning and shapes stand in _kernel.pyi.
#pragma once

#include "python.hpp"

namespace passatempo::mnk {

void bind_traps(nanobind::module_& m);

}  // namespace passatempo::mnk
