// The bindings of puzzles, in a file of their own.
#pragma once

#include "python.hpp"

namespace passatempo::machiavelli {

void bind_puzzles(nanobind::module_& m);

}  // namespace passatempo::machiavelli
