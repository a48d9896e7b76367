// Who lies next to whom: the same offsets as `passatempo.core.surface`.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <vector>

namespace passatempo::minesweeper {

struct Step {
    int down, right;
};

class Surface {
public:
    Surface(std::uint32_t rows, std::uint32_t columns, std::vector<Step> even, std::vector<Step> odd, bool wraps)
        : rows_(rows), columns_(columns), steps_{std::move(even), std::move(odd)}, wraps_(wraps) {
        for (int parity = 0; parity < 2; ++parity)
            for (const Step step : steps_[parity]) {
                far_ = std::max({far_, std::abs(step.down), std::abs(step.right)});
                deltas_[parity].push_back(std::int64_t{step.down} * columns_ + step.right);
            }
    }

    std::uint32_t rows() const { return rows_; }
    std::uint32_t columns() const { return columns_; }

    // Call `visit` with every different cell that a cell sees, itself left out.
    template <class Visit>
    void around(std::uint32_t cell, Visit visit) const {
        const int row = static_cast<int>(cell / columns_), column = static_cast<int>(cell % columns_);
        const int rows = static_cast<int>(rows_), columns = static_cast<int>(columns_);
        if (row >= far_ && row + far_ < rows && column >= far_ && column + far_ < columns) {
            for (const std::int64_t delta : deltas_[row & 1]) visit(static_cast<std::uint32_t>(cell + delta));
            return;
        }
        if (wraps_) return wrapped(cell, row, column, visit);
        for (const Step step : steps_[row & 1]) {
            const int i = row + step.down, j = column + step.right;
            if (i >= 0 && i < rows && j >= 0 && j < columns) visit(static_cast<std::uint32_t>(i * columns + j));
        }
    }

private:
    // On a small torus several offsets may lead to one cell, or back.
    template <class Visit>
    void wrapped(std::uint32_t cell, int row, int column, Visit visit) const {
        const int rows = static_cast<int>(rows_), columns = static_cast<int>(columns_);
        std::vector<std::uint32_t> met{cell};
        for (const Step step : steps_[row & 1]) {
            const int i = ((row + step.down) % rows + rows) % rows, j = ((column + step.right) % columns + columns) % columns;
            const auto other = static_cast<std::uint32_t>(i * columns + j);
            if (std::find(met.begin(), met.end(), other) != met.end()) continue;
            met.push_back(other);
            visit(other);
        }
    }

    std::uint32_t rows_, columns_;
    std::vector<Step> steps_[2];             // of even and odd rows
    std::vector<std::int64_t> deltas_[2];    // the same as differences of cell numbers, away from the edges
    bool wraps_;
    int far_ = 0;
};

}  // namespace passatempo::minesweeper
