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

// Acts on 0 .. number - 1 in turn and checks the limits about every millisecond. Returns false if a limit ends the
// work. Short inputs skip the clock check, which costs as much as one card.
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

// Distinct values in descending order, or nothing if the budget ends. Counts in a table if the values are close
// together, and otherwise sorts by the highest digits, in linear time for spread values. Memory is linear in the number
// of cards for all values. The order of the cards afterwards is unspecified.
Kinds kinds_of(Cards& cards, Budget& budget);

}  // namespace passatempo::cards
