// Who lies next to whom: the same offsets as `passatempo.minesweeper.surface`.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "budget.hpp"

namespace passatempo::minesweeper {

struct Step {
    int down, right;
};

// Each cell has a place on a board padded so far that no step from a cell leaves it; only a torus has no padding.
class Surface {
public:
    Surface(std::uint32_t rows, std::uint32_t columns, std::vector<Step> even, std::vector<Step> odd, bool wraps)
        : rows_(rows), columns_(columns), wraps_(wraps) {
        int down = 0, right = 0;  // the longest steps
        const std::vector<Step> given[2] = {std::move(even), std::move(odd)};
        for (int parity = 0; parity < 2; ++parity)
            for (const Step step : given[parity]) {
                if (!wraps && (std::abs(step.down) >= rows_ || std::abs(step.right) >= columns_))
                    continue;  // leads nowhere
                sees_[parity].steps.push_back(step);
                seers_[parity ^ (step.down & 1)].steps.push_back({-step.down, -step.right});
                down = std::max(down, std::abs(step.down));
                right = std::max(right, std::abs(step.right));
            }
        far_ = std::max(down, right);
        if (wraps) down = right = 0;
        width_ = columns_ + right;  // what lies to the right of a row lies to the left of the next
        first_ = down * width_ + right;
        places_ = rows_ * width_ + 2 * first_;
        for (int parity = 0; parity < 2; ++parity) {
            sees_[parity].set_deltas(width_);
            seers_[parity].set_deltas(width_);
        }
        alike_ = !wraps && sees_[0].deltas == sees_[1].deltas;
    }

    std::uint32_t rows() const { return rows_; }
    std::uint32_t columns() const { return columns_; }
    std::uint32_t places() const { return places_; }
    std::uint32_t place(std::uint32_t row, std::uint32_t column) const {
        return first_ + static_cast<int>(row) * width_ + static_cast<int>(column);
    }
    std::uint32_t place(std::uint32_t cell) const { return place(cell / columns(), cell % columns()); }
    std::uint32_t cell(std::uint32_t place) const {
        const int at = place - first_;
        return at / width_ * columns_ + at % width_;
    }

    // Call `visit` with the place of every different cell that the cell at a place sees, itself left out; and with
    // places of the padding.
    template <class Visit>
    void around(std::uint32_t place, Visit visit) const {
        walk(place, sees_, visit);
    }

    // Call `visit` with those that see it.
    template <class Visit>
    void seers(std::uint32_t place, Visit visit) const {
        walk(place, seers_, visit);
    }

    // Add to the sum of every cell the terms of those that it sees, where those of the padding are 0; garbage where
    // the budget ends first.
    void sum_around(const std::uint8_t* terms, std::uint8_t* sums, Budget& budget) const {
        const int end = places_ - first_;
        for (int from = first_; from < end && (from == first_ || !budget.poll()); from += stretch) {
            const int to = std::min(end, from + stretch);
            if (alike_) {
                for (const int delta : sees_[0].deltas)
                    for (int place = from; place < to; ++place) sums[place] += terms[place + delta];
            } else {
                for (int place = from; place < to; ++place)
                    around(place, [&](std::uint32_t other) { sums[place] += terms[other]; });
            }
        }
    }

private:
    static constexpr int stretch = 1 << 16;  // places between two looks at the clock

    struct Steps {
        std::vector<Step> steps;
        std::vector<int> deltas;  // the same as differences of places, away from the edges of a torus

        void set_deltas(int width) {
            for (const Step step : steps) deltas.push_back(step.down * width + step.right);
            std::sort(deltas.begin(), deltas.end());
        }
    };

    template <class Visit>
    void walk(std::uint32_t place, const Steps (&of)[2], Visit visit) const {
        int parity = 0;
        if (!alike_) {
            const int at = static_cast<int>(place) - first_, row = at / width_, column = at % width_;
            parity = row & 1;
            if (wraps_ && (row < far_ || row + far_ >= rows_ || column < far_ || column + far_ >= columns_))
                return wrapped(row, column, of[parity].steps, visit);
        }
        const std::vector<int>& deltas = of[parity].deltas;
        const auto go = [&](int delta) { visit(static_cast<int>(place) + delta); };
        if (deltas.size() == 8)  // the common case, which the compiler unrolls
            for (std::size_t i = 0; i < 8; ++i) go(deltas[i]);
        else
            for (const int delta : deltas) go(delta);
    }

    // On a small torus several offsets may lead to one cell, or back.
    template <class Visit>
    void wrapped(int row, int column, const std::vector<Step>& steps, Visit visit) const {
        std::vector<std::uint32_t> met{static_cast<std::uint32_t>(row * columns_ + column)};
        for (const Step step : steps) {
            const int i = ((row + step.down) % rows_ + rows_) % rows_,
                      j = ((column + step.right) % columns_ + columns_) % columns_;
            const std::uint32_t other = i * columns_ + j;
            if (std::find(met.begin(), met.end(), other) != met.end()) continue;
            met.push_back(other);
            visit(other);
        }
    }

    int rows_, columns_;
    bool wraps_;
    Steps sees_[2], seers_[2];  // of even and odd rows
    bool alike_ = false;        // all rows are, and nothing wraps
    int far_ = 0, width_ = 0, first_ = 0;
    std::uint32_t places_ = 0;
};

}  // namespace passatempo::minesweeper
