// What the bindings of cards share: the copies of the values as Python hands them in, and long numbers as it gets them.
#pragma once

#include <cstdint>
#include <vector>

#include "counting.hpp"
#include "python.hpp"

namespace passatempo::cards {

// The copies of each value, in descending order of the values, as one byte each.
inline std::vector<std::uint8_t> read_copies(nanobind::handle object) {
    const Buffer held(object);
    const std::vector<std::uint8_t> each(held.data(), held.data() + held.size());
    if (each.empty()) throw nanobind::value_error("copies: at least one value is needed");
    for (const std::uint8_t m : each)
        if (m < 1 || m > 4) throw nanobind::value_error("copies: a value has 1 to 4 copies");
    if (each[0] > 2) throw nanobind::value_error("copies: the greatest value has 1 or 2 copies");
    return each;
}

inline nanobind::bytes to_bytes(const std::vector<Word>& numbers) {
    return nanobind::bytes(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Word));
}

}  // namespace passatempo::cards
