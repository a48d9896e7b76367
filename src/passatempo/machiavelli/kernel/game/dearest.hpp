// The groups of a hand with jokers that are worth most: what a seat opens with where points are asked for.
#pragma once

#include "match.hpp"

namespace passatempo::machiavelli {

struct Dearest {
    Value points = 0;
    Pile laid;  // in order; a joker is named by what it stands for, and counts that
};

Dearest dearest(const MatchRules& rules, const Pile& hand, Budget& budget);

}  // namespace passatempo::machiavelli
