// Lines of a caller, converted to as few words as they need.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "proof/search.hpp"
#include "refuse.hpp"

namespace passatempo::mnk::proof {

using Line = std::vector<std::int32_t>;

constexpr std::size_t widest = 512;                    // cells of a state, in the widest mask
constexpr std::size_t largest = std::size_t{1} << 18;  // cells of a board (`passatempo.mnk.rules.MOST_CELLS`)

// Both sides' lines. Cells without a line are left out, and the others are renumbered in the same order.
class LineIndex {
public:
    LineIndex(std::size_t size, const std::vector<Line>& first_lines, const std::vector<Line>& other) {
        if (size > largest) refuse("size: a board has at most 262144 cells");
        inner_cells_.assign(size, -1);
        for (const std::vector<Line>* lines : {&first_lines, &other})
            for (const Line& line : *lines)
                for (const std::int32_t cell : line) {
                    if (cell < 0 || cell >= std::ssize(inner_cells_)) refuse("lines: a cell is off the board");
                    inner_cells_[cell] = 0;
                }
        for (std::size_t cell = 0; cell < size; ++cell)
            if (inner_cells_[cell] == 0) {
                inner_cells_[cell] = outer_cells_.size();
                outer_cells_.push_back(cell);
            }
    }

    std::size_t cell_count() const { return outer_cells_.size(); }
    int outer_cell(int cell) const { return cell < 0 ? cell : outer_cells_[cell]; }

    template <int W>
    Edges<W> edges_of(const std::vector<Line>& lines) const {
        Edges<W> line_edges;
        for (const Line& line : lines) {
            Mask<W> edge;
            for (const std::int32_t cell : line) edge.set(inner_cells_[cell]);
            if (edge.none()) refuse("lines: a line has no empty cell");
            line_edges.push_back(edge);
        }
        return line_edges;
    }

    template <int W>
    std::vector<int> cells_of(const Mask<W>& mask) const {
        std::vector<int> mask_cells;
        mask.for_each([&](int x) { mask_cells.push_back(outer_cell(x)); });
        return mask_cells;
    }

    // The symmetries that map the cells in use to themselves.
    Symmetries inner_symmetries(const std::vector<Line>& images) const {
        Symmetries valid_images;
        for (const Line& image : images) {
            if (image.size() != inner_cells_.size()) refuse("symmetries: an image for each cell is needed");
            std::vector<int> inside;
            std::vector<bool> used_cells(outer_cells_.size(), false);
            for (const std::int32_t cell : outer_cells_) {
                const std::int32_t image_cell = image[cell];
                if (image_cell < 0 || image_cell >= std::ssize(inner_cells_)) refuse("symmetries: off the board");
                const std::int32_t at = inner_cells_[image_cell];
                if (at < 0 || used_cells[at]) break;
                used_cells[at] = true;
                inside.push_back(at);
            }
            if (inside.size() == outer_cells_.size()) valid_images.push_back(std::move(inside));
        }
        return valid_images;
    }

private:
    std::vector<std::int32_t> inner_cells_, outer_cells_;
};

// Call `callback` as callback.template operator()<W>() with the words that the
// cells need. Return false above `widest`.
template <class Callback>
bool with_words(std::size_t cells, Callback callback) {
    if (cells <= 64) callback.template operator()<1>();
    else if (cells <= 128) callback.template operator()<2>();
#if !defined(__wasm__)  // without these, a browser's module is half as large, and it seldom proves as much
    else if (cells <= 256) callback.template operator()<4>();
    else if (cells <= widest) callback.template operator()<8>();
#endif
    else return false;
    return true;
}

}  // namespace passatempo::mnk::proof
