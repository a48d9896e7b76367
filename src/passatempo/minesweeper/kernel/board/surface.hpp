// The neighbourhoods of a board, with the same offsets as `passatempo.minesweeper.surface`.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "budget.hpp"

namespace passatempo::minesweeper {

struct Offset {
    int down, right;
};

// Each cell has a place on a board padded so that no offset leaves it. A torus needs no padding.
class Surface {
public:
    Surface(std::uint32_t rows, std::uint32_t columns, std::vector<Offset> even, std::vector<Offset> odd, bool wraps)
        : rows_(rows), columns_(columns), is_torus_(wraps) {
        int down = 0, right = 0;  // the longest offsets
        const std::vector<Offset> parity_steps[2] = {std::move(even), std::move(odd)};
        for (int parity = 0; parity < 2; ++parity)
            for (const Offset step : parity_steps[parity]) {
                if (!wraps && (std::abs(step.down) >= rows_ || std::abs(step.right) >= columns_))
                    continue;  // never on the board
                sees_[parity].steps.push_back(step);
                observers_[parity ^ (step.down & 1)].steps.push_back({-step.down, -step.right});
                down = std::max(down, std::abs(step.down));
                right = std::max(right, std::abs(step.right));
            }
        reach_ = std::max(down, right);
        if (wraps) down = right = 0;
        width_ = columns_ + right;  // the padding on the right also serves as the padding on the left of the next row
        first_place_ = down * width_ + right;
        place_count_ = rows_ * width_ + 2 * first_place_;
        for (int parity = 0; parity < 2; ++parity) {
            sees_[parity].set_deltas(width_);
            observers_[parity].set_deltas(width_);
        }
        is_uniform_ = !wraps && sees_[0].deltas == sees_[1].deltas;
    }

    std::uint32_t rows() const { return rows_; }
    std::uint32_t columns() const { return columns_; }
    std::uint32_t places() const { return place_count_; }
    std::uint32_t place(std::uint32_t row, std::uint32_t column) const {
        return first_place_ + static_cast<int>(row) * width_ + static_cast<int>(column);
    }
    std::uint32_t place(std::uint32_t cell) const { return place(cell / columns(), cell % columns()); }
    std::uint32_t cell(std::uint32_t place) const {
        const int at = place - first_place_;
        return at / width_ * columns_ + at % width_;
    }

    // Calls `visit` with the place of every distinct cell that the cell at `place` sees, except itself. Places of the
    // padding are included.
    template <class Visit>
    void for_each_neighbour(std::uint32_t place, Visit visit) const {
        visit_offsets(place, sees_, visit);
    }

    // Calls `visit` with the cells that see it.
    template <class Visit>
    void for_each_observer(std::uint32_t place, Visit visit) const {
        visit_offsets(place, observers_, visit);
    }

    // Adds to each cell the terms of the cells that it sees. Terms of the padding must be 0. The result is undefined if
    // the budget ends first.
    void sum_neighbours(const std::uint8_t* terms, std::uint8_t* sums, Budget& budget) const {
        const int end = place_count_ - first_place_;
        for (int from = first_place_; from < end && (from == first_place_ || !budget.poll()); from += poll_interval) {
            const int to = std::min(end, from + poll_interval);
            if (is_uniform_) {
                for (const int delta : sees_[0].deltas)
                    for (int place = from; place < to; ++place) sums[place] += terms[place + delta];
            } else {
                for (int place = from; place < to; ++place)
                    for_each_neighbour(place, [&](std::uint32_t other) { sums[place] += terms[other]; });
            }
        }
    }

private:
    static constexpr int poll_interval = 1 << 16;  // places between two clock checks

    struct OffsetTable {
        std::vector<Offset> steps;
        std::vector<int> deltas;  // differences of places, valid away from the edges of a torus

        void set_deltas(int width) {
            for (const Offset step : steps) deltas.push_back(step.down * width + step.right);
            std::sort(deltas.begin(), deltas.end());
        }
    };

    template <class Visit>
    void visit_offsets(std::uint32_t place, const OffsetTable (&of)[2], Visit visit) const {
        int parity = 0;
        if (!is_uniform_) {
            const int at = static_cast<int>(place) - first_place_, row = at / width_, column = at % width_;
            parity = row & 1;
            if (is_torus_ && (row < reach_ || row + reach_ >= rows_ || column < reach_ || column + reach_ >= columns_))
                return visit_torus(row, column, of[parity].steps, visit);
        }
        const std::vector<int>& deltas = of[parity].deltas;
        const auto go = [&](int delta) { visit(static_cast<int>(place) + delta); };
        if (deltas.size() == 8)  // the common case, which the compiler unrolls
            for (std::size_t i = 0; i < 8; ++i) go(deltas[i]);
        else
            for (const int delta : deltas) go(delta);
    }

    // On a small torus several offsets may lead to the same cell, or back to the start.
    template <class Visit>
    void visit_torus(int row, int column, const std::vector<Offset>& steps, Visit visit) const {
        std::vector<std::uint32_t> unique_cells{static_cast<std::uint32_t>(row * columns_ + column)};
        for (const Offset step : steps) {
            const int i = ((row + step.down) % rows_ + rows_) % rows_,
                      j = ((column + step.right) % columns_ + columns_) % columns_;
            const std::uint32_t other = i * columns_ + j;
            if (std::find(unique_cells.begin(), unique_cells.end(), other) != unique_cells.end()) continue;
            unique_cells.push_back(other);
            visit(other);
        }
    }

    int rows_, columns_;
    bool is_torus_;
    OffsetTable sees_[2], observers_[2];  // of even and odd rows
    bool is_uniform_ = false;             // all rows are alike, and nothing wraps
    int reach_ = 0, width_ = 0, first_place_ = 0;
    std::uint32_t place_count_ = 0;
};

// Returns a rectangle of cells, each with the eight around it as neighbours.
inline Surface rectangle(std::uint32_t rows, std::uint32_t columns) {
    const std::vector<Offset> king{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}};
    return {rows, columns, king, king, false};
}

}  // namespace passatempo::minesweeper
