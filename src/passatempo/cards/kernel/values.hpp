// The distinct values of many cards in descending order, with how often each appears.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "budget.hpp"
#include "pages.hpp"

namespace passatempo::cards {

using Value = std::int64_t;
using Cards = std::vector<Value, HugePageAllocator<Value>>;

struct CardKind {
    Value card;
    std::uint32_t copies;
};
using Kinds = std::vector<CardKind, HugePageAllocator<CardKind>>;

// Act on 0 .. number - 1 in turn, with a look at the limits every millisecond or so; false where one came first. What
// is short costs no look: a clock takes as long as a card.
template <class Act>
bool in_blocks(std::size_t number, Budget& budget, Act act) {
    constexpr std::size_t block = std::size_t{1} << 18;
    for (std::size_t start = 0; start < number; start += block) {
        if (start != 0 && budget.poll()) return false;
        const std::size_t end = number - start < block ? number : start + block;
        for (std::size_t i = start; i < end; ++i) act(i);
    }
    return true;
}

// Distinct values in descending order; empty where the budget ends first. A table where the values lie close together;
// else sorted by their highest digits, linear where they are spread. Memory is linear in the number of cards, whatever
// their values. The cards are left in any order.
Kinds kinds_of(Cards& cards, Budget& budget);

}  // namespace passatempo::cards
