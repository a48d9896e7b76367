// What the turns of the seats have told, as bytes that a caller hands on as they are.
#pragma once

#include "match.hpp"

namespace passatempo::machiavelli {

std::vector<Past> pasts_of(const Pile& bytes, std::size_t seats, const MatchRules& rules);

Pile bytes_of(const std::vector<Past>& pasts);

}  // namespace passatempo::machiavelli
