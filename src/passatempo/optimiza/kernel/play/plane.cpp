// Places of the plane folded onto the board, row by row and column by column.
// Twin: optimiza/rules.py
#include "play/plane.hpp"

namespace passatempo::optimiza::play {
namespace {

// How often the board lies before a place along one side, and where in the board it is.
struct Turned {
    int turns, rest;
};

Turned turned(int at, int side) {
    const int rest = (at % side + side) % side;
    return {(at - rest) / side, rest};
}

bool has(Variant variant, Sense sense) {
    const int product = sense.down * sense.right;
    if (variant == Variant::torus_rook || variant == Variant::klein_rook) return product == 0;
    if (variant == Variant::hex_torus) return product <= 0;
    if (variant == Variant::hex_tri) return product >= 0;
    return true;
}

}  // namespace

std::vector<Sense> senses(Variant variant) {
    std::vector<Sense> found;
    for (int down = -1; down <= 1; ++down)
        for (int right = -1; right <= 1; ++right)
            if ((down != 0 || right != 0) && has(variant, {down, right})) found.push_back({down, right});
    return found;
}

Folded folded(const Surface& surface, int row, int column) {
    if (surface.variant == Variant::hex_tri) {
        if (column < 0 || column > row || row >= surface.n) return {};
        return {surface.cell(row, column), false};
    }
    const auto [turns, j] = turned(column, surface.columns);
    const bool klein = surface.variant == Variant::klein_queen || surface.variant == Variant::klein_rook;
    const bool mirrored = klein && turns % 2 != 0;
    return {surface.cell(turned(mirrored ? -1 - row : row, surface.rows).rest, j), mirrored};
}

Place place_of(const Surface& surface, std::uint32_t cell) {
    int row = 0, column = cell;
    while (column >= surface.length(row)) column -= surface.length(row++);
    return {row, column};
}

std::vector<Unit> line(const Surface& surface, std::uint32_t from, std::uint32_t to, int value) {
    const Place start = place_of(surface, from);
    std::vector<Unit> best;
    int fewest = 0;
    for (const Sense sense : senses(surface.variant)) {
        std::vector<Unit> units;
        bool mirrored = false;
        int crossed = 0;
        Place last = start;
        for (int k = 1; k <= value; ++k) {
            const Folded next = folded(surface, start.row + k * sense.down, start.column + k * sense.right);
            if (next.cell == nowhere) break;
            const Sense out{mirrored ? -sense.down : sense.down, sense.right};
            mirrored = next.mirrored;
            const Place here = place_of(surface, next.cell);
            if (here.row != last.row + out.down || here.column != last.column + out.right) ++crossed;
            last = here;
            units.push_back({next.cell, out, {mirrored ? -sense.down : sense.down, sense.right}});
        }
        const bool arrives = static_cast<int>(units.size()) == value && units.back().cell == to;
        if (arrives && (best.empty() || crossed < fewest)) {
            best = std::move(units);
            fewest = crossed;
        }
    }
    return best;
}

std::vector<std::uint32_t> targets(const Surface& surface, std::uint32_t from, int value) {
    const Place start = place_of(surface, from);
    std::vector<std::uint32_t> found;
    for (const Sense sense : senses(surface.variant)) {
        const Folded at = folded(surface, start.row + value * sense.down, start.column + value * sense.right);
        if (at.cell != nowhere) found.push_back(at.cell);
    }
    return found;
}

}  // namespace passatempo::optimiza::play
