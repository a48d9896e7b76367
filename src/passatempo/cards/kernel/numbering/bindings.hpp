// The part of the bindings that numbers rows with few tables.
#pragma once

#include "python.hpp"

namespace passatempo::cards::numbering {

void bind(nanobind::module_& m);

}  // namespace passatempo::cards::numbering
