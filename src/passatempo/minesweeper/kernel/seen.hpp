// A board as Python hands it over to the functions of the kernel: its cells, its surface, its mine count.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "asked.hpp"
#include "python.hpp"

namespace passatempo::minesweeper {

namespace nb = nanobind;

// A board as Python hands it over.
class Seen {
public:
    Seen(nb::handle cells, std::uint32_t rows, std::uint32_t columns, nb::handle even, nb::handle odd, bool wraps,
         std::int64_t mines)
        : cells_(cells), surface_(fitting(rows, columns), columns, steps(even), steps(odd), wraps), mines_(mines) {}
    const std::uint8_t* cells() const { return cells_.data(); }
    const Surface& surface() const { return surface_; }
    std::int64_t mines() const { return mines_; }
    std::uint32_t size() const { return cells_.size(); }

private:
    static constexpr std::uint64_t most_cells = std::uint64_t{1} << 26;  // as in model.py

    // The rows, once it is known that the cells fill them.
    std::uint32_t fitting(std::uint32_t rows, std::uint32_t columns) const {
        const std::uint64_t size = cells_.size();
        if (size != std::uint64_t{rows} * columns || size == 0 || size > most_cells)
            throw nb::value_error("cells: one byte for each cell is needed, from 1 to 2^26");
        return rows;
    }

    static std::vector<Step> steps(nb::handle object) {
        const Buffer buffer(object);
        std::vector<std::int32_t> pairs(buffer.size() / sizeof(std::int32_t));
        if (buffer.size() % 8 != 0) refuse("offsets: pairs of 32-bit words are needed, at most 35");
        if (!pairs.empty()) std::memcpy(pairs.data(), buffer.data(), buffer.size());
        return asked::steps_of(pairs);
    }

    Buffer cells_;
    Surface surface_;
    std::int64_t mines_;  // below 0 for no count
};

}  // namespace passatempo::minesweeper
