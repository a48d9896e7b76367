// The lists are written down once for each board.
#include "play/ground.hpp"

#include <algorithm>

namespace passatempo::minesweeper::play {

Ground::Ground(const Surface& surface) : columns_(surface.columns()) {
    const std::uint32_t cells = surface.rows() * surface.columns();
    for (std::uint32_t cell = 0; cell < cells; ++cell) {
        surface.around(surface.place(cell), [&](std::uint32_t place) {
            const std::uint32_t other = surface.cell(place);
            if (other < cells && surface.place(other) == place) near_.item.push_back(other);  // else it is padding
        });
        std::sort(near_.item.begin() + near_.start.back(), near_.item.end());
        near_.close();
    }
    transpose(near_, cells, seers_);
}

bool Ground::sees(std::uint32_t cell, std::uint32_t other) const {
    return std::find(near_.begin(cell), near_.end(cell), other) != near_.end(cell);
}

bool Ground::fits() const {
    for (std::uint32_t cell = 0; cell < size(); ++cell)
        if (near(cell).size() > most_seen || seers(cell).size() > most_seen) return false;
    return true;
}

}  // namespace passatempo::minesweeper::play
