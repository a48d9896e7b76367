// The kernel of the m,n,k-games: what each folder offers to Python; meaning and shapes stand in _kernel.pyi.
#include "engine/bindings.hpp"
#include "proof/bindings.hpp"
#include "puzzles/bindings.hpp"
#include "traps/bindings.hpp"

NB_MODULE(_kernel, m) {
    m.doc() = "Kernel of the m,n,k-games.";
    passatempo::mnk::bind_engine(m);
    passatempo::mnk::bind_proof(m);
    passatempo::mnk::bind_puzzles(m);
    passatempo::mnk::bind_traps(m);
}
