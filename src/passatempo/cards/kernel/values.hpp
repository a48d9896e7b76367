// The distinct values of many cards in descending order, with how often each appears.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "budget.hpp"

namespace passatempo::cards {

using Value = std::int64_t;

struct Kind {
    Value value;
    std::uint32_t copies;
};

// Distinct values in descending order; empty where the budget ends first. Linear: a table where the values lie close
// together, a radix sort where they do not. Memory is linear in the number of cards, whatever their values.
std::vector<Kind> kinds_of(std::vector<Value>& cards, Budget& budget);

}  // namespace passatempo::cards
