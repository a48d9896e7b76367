// The Python module of the m,n,k kernel.
#include "engine/bindings.hpp"

NB_MODULE(_kernel, m) {
    m.doc() = "m,n,k kernel.";
    passatempo::mnk::bind_engine(m);
}
