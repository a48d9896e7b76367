// The part of the module that plays whole games and looks ahead in them.
#pragma once

#include "python.hpp"

namespace passatempo::machiavelli {

void bind_games(nanobind::module_& m);

}  // namespace passatempo::machiavelli
