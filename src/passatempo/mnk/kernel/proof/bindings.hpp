// The bindings of the proofs; meaning and shapes stand in _kernel.pyi.
#pragma once

#include "python.hpp"

namespace passatempo::mnk {

void bind_proof(nanobind::module_& m);

}  // namespace passatempo::mnk
