// Who lies next to whom: the same offsets as `passatempo.core.surface`.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

namespace passatempo::minesweeper {

struct Step {
    int down, right;
};

class Surface {
public:
    Surface(std::uint32_t rows, std::uint32_t columns, std::vector<Step> even, std::vector<Step> odd, bool wraps)
        : rows_(static_cast<int>(rows)), columns_(static_cast<int>(columns)), steps_{std::move(even), std::move(odd)}, wraps_(wraps) {
        for (int parity = 0; parity < 2; ++parity)
            for (const Step step : steps_[parity]) {
                far_ = std::max({far_, std::abs(step.down), std::abs(step.right)});
                deltas_[parity].push_back(step.down * columns_ + step.right);
            }
    }

    std::uint32_t rows() const { return static_cast<std::uint32_t>(rows_); }
    std::uint32_t columns() const { return static_cast<std::uint32_t>(columns_); }
    std::uint32_t size() const { return rows() * columns(); }
    std::size_t degree() const { return std::max(steps_[0].size(), steps_[1].size()); }

    // Call `visit` with every different cell that the cell at a row and a column sees, itself left out.
    template <class Visit>
    void around(int row, int column, Visit visit) const {
        const int cell = row * columns_ + column;
        if (row >= far_ && row + far_ < rows_ && column >= far_ && column + far_ < columns_) {
            const std::vector<int>& deltas = deltas_[row & 1];
            if (deltas.size() == 8)  // the common case, which the compiler unrolls
                for (int i = 0; i < 8; ++i) visit(static_cast<std::uint32_t>(cell + deltas[static_cast<std::size_t>(i)]));
            else
                for (const int delta : deltas) visit(static_cast<std::uint32_t>(cell + delta));
            return;
        }
        if (wraps_) return wrapped(row, column, visit);
        for (const Step step : steps_[row & 1]) {
            const int i = row + step.down, j = column + step.right;
            if (i >= 0 && i < rows_ && j >= 0 && j < columns_) visit(static_cast<std::uint32_t>(i * columns_ + j));
        }
    }

private:
    // On a small torus several offsets may lead to one cell, or back.
    template <class Visit>
    void wrapped(int row, int column, Visit visit) const {
        std::vector<std::uint32_t> met{static_cast<std::uint32_t>(row * columns_ + column)};
        for (const Step step : steps_[row & 1]) {
            const int i = ((row + step.down) % rows_ + rows_) % rows_, j = ((column + step.right) % columns_ + columns_) % columns_;
            const auto other = static_cast<std::uint32_t>(i * columns_ + j);
            if (std::find(met.begin(), met.end(), other) != met.end()) continue;
            met.push_back(other);
            visit(other);
        }
    }

    int rows_, columns_;
    std::vector<Step> steps_[2];  // of even and odd rows
    std::vector<int> deltas_[2];  // the same as differences of cell numbers, away from the edges
    bool wraps_;
    int far_ = 0;
};

}  // namespace passatempo::minesweeper
