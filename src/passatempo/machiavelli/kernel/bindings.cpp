// The Python face of the Machiavelli kernel; meaning and shapes stand in _kernel.pyi.
#include <nanobind/nanobind.h>

NB_MODULE(_kernel, m) { m.doc() = "Machiavelli kernel."; }
