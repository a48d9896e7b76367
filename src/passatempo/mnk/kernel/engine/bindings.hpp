// What the engine adds to the Python module of the kernel.
#pragma once

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"  // nanobind's own headers
#include <nanobind/nanobind.h>
#pragma GCC diagnostic pop

namespace passatempo::mnk {

void bind_engine(nanobind::module_& m);

}  // namespace passatempo::mnk
