// The Python face of the kernel.
#include "wide/face.hpp"

NB_MODULE(_kernel, module) {
    passatempo::minesweeper::wide::bind(module);
}
