// The neighbourhoods that have names.
// Twin: minesweeper/surface.py
#pragma once

#include <cstdint>
#include <vector>

#include "board/surface.hpp"

namespace passatempo::minesweeper {

enum class Variant : std::uint8_t { square = 0, torus = 1, hexagonal = 2, knight = 3 };

inline Surface surface_of(std::uint32_t rows, std::uint32_t columns, Variant variant) {
    static const std::vector<Step> king{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}};
    static const std::vector<Step> knight{{-2, -1}, {-2, 1}, {-1, -2}, {-1, 2}, {1, -2}, {1, 2}, {2, -1}, {2, 1}};
    // Hexagons in rows, every second row (the one below the first) half a cell to the right.
    static const std::vector<Step> even{{-1, -1}, {-1, 0}, {0, -1}, {0, 1}, {1, -1}, {1, 0}};
    static const std::vector<Step> odd{{-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, 0}, {1, 1}};
    switch (variant) {
        case Variant::torus: return Surface(rows, columns, king, king, true);
        case Variant::hexagonal: return Surface(rows, columns, even, odd, false);
        case Variant::knight: return Surface(rows, columns, knight, knight, false);
        default: return Surface(rows, columns, king, king, false);
    }
}

}  // namespace passatempo::minesweeper
