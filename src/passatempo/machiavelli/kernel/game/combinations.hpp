// Parts of a row of things, smallest first and in order of their places.
#pragma once

#include <cstddef>
#include <numeric>
#include <vector>

namespace passatempo::machiavelli {

using Part = std::vector<std::size_t>;  // places, from low to high

// Visit every part of so many of `count` things until a visit says true; tells whether one did.
template <class Visit>
bool any_part(std::size_t count, std::size_t size, Visit visit) {
    if (size > count) return false;
    Part part(size);
    std::iota(part.begin(), part.end(), 0);
    while (true) {
        if (visit(part)) return true;
        std::size_t at = size;
        while (at > 0 && part[at - 1] == count - size + at - 1) --at;
        if (at == 0) return false;
        std::iota(part.begin() + static_cast<std::ptrdiff_t>(at) - 1, part.end(), part[at - 1] + 1);
    }
}

}  // namespace passatempo::machiavelli
