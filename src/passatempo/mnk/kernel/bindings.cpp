// The kernel of Five in a row for Python, with the requests of interface.toml.
#include "binding.hpp"
#include "interface.gen.hpp"

NB_MODULE(_kernel, m) {
    m.doc() = "Kernel of the m,n,k-games.";
    passatempo::bind_interface(m, passatempo::mnk::calls::questions(), passatempo::mnk::calls::digest);
}
