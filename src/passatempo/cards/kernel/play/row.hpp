// A row of cards judged: where it turns, and the first rule that it breaks.
// Twin: cards/checker.py
#pragma once

#include <cstdint>
#include <vector>

#include "values.hpp"

namespace passatempo::cards::play {

enum class Rule { none, other_cards, equal, too_many_turns, too_few_turns, end, distance };

struct Verdict {
    Rule rule = Rule::none;
    std::size_t position = 0;          // from 1; of the card that breaks the rule
    std::vector<std::uint32_t> turns;  // positions of the stationary points as far as the row goes well
    std::int64_t distance = 0;         // of the maxima, once there are two
};

// Judge a row of the cards for UDUD with the maxima so far apart; 0: any distance will do.
Verdict judge(std::vector<Value> cards, const std::vector<Value>& row, bool open_ends, std::int64_t distance);

}  // namespace passatempo::cards::play
