// A modest player for rules that the engine does not know: it looks one ply ahead.
// Twin: mnk/engine/one_ply.py
#pragma once

#include "rules/rules.hpp"

namespace passatempo::mnk::play {

// Legal cells near marks, those nearest to the centre first; all of them on a board without marks.
rules::Cells candidates(const rules::Rules& rules, const rules::Marking& cells);

// What a cell promises the side to move.
double static_score(const rules::Rules& rules, rules::Marking& cells, int cell);

// The candidate that promises most.
int best_at_once(const rules::Rules& rules, const rules::Marking& cells);

}  // namespace passatempo::mnk::play
