// Lines as they come from outside, brought into as few words as they need.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "proof/search.hpp"
#include "refuse.hpp"

namespace passatempo::mnk::proof {

using Line = std::vector<std::int32_t>;

constexpr std::size_t widest = 512;                    // cells of a state: the widest mask built
constexpr std::size_t largest = std::size_t{1} << 18;  // cells of a board (`passatempo.mnk.rules.MOST_CELLS`)

// Both sides' lines; the cells they have in common with none are left out, the others numbered anew in the same order.
class Lines {
public:
    Lines(std::size_t size, const std::vector<Line>& one, const std::vector<Line>& other) {
        if (size > largest) refuse("size: a board has at most 262144 cells");
        inner_.assign(size, -1);
        for (const std::vector<Line>* lines : {&one, &other})
            for (const Line& line : *lines)
                for (const std::int32_t cell : line) {
                    if (cell < 0 || cell >= std::ssize(inner_)) refuse("lines: a cell is off the board");
                    inner_[cell] = 0;
                }
        for (std::size_t cell = 0; cell < size; ++cell)
            if (inner_[cell] == 0) {
                inner_[cell] = outer_.size();
                outer_.push_back(cell);
            }
    }

    std::size_t cells() const { return outer_.size(); }
    int outer(int cell) const { return cell < 0 ? cell : outer_[cell]; }

    template <int W>
    Edges<W> edges(const std::vector<Line>& lines) const {
        Edges<W> found;
        for (const Line& line : lines) {
            Mask<W> edge;
            for (const std::int32_t cell : line) edge.set(inner_[cell]);
            if (edge.none()) refuse("lines: a line has no empty cell");
            found.push_back(edge);
        }
        return found;
    }

    template <int W>
    std::vector<int> cells_of(const Mask<W>& mask) const {
        std::vector<int> found;
        mask.each([&](int x) { found.push_back(outer(x)); });
        return found;
    }

    // The renamings that stay among the cells in use.
    Symmetries symmetries(const std::vector<Line>& images) const {
        Symmetries kept;
        for (const Line& image : images) {
            if (image.size() != inner_.size()) refuse("symmetries: an image for each cell is needed");
            std::vector<int> inside;
            std::vector<bool> taken(outer_.size(), false);
            for (const std::int32_t cell : outer_) {
                const std::int32_t there = image[cell];
                if (there < 0 || there >= std::ssize(inner_)) refuse("symmetries: off the board");
                const std::int32_t at = inner_[there];
                if (at < 0 || taken[at]) break;
                taken[at] = true;
                inside.push_back(at);
            }
            if (inside.size() == outer_.size()) kept.push_back(std::move(inside));
        }
        return kept;
    }

private:
    std::vector<std::int32_t> inner_, outer_;
};

// Call `use` with the number of words that so many cells need: use.template operator()<W>(). False above the widest.
template <class Use>
bool with_words(std::size_t cells, Use use) {
    if (cells <= 64) use.template operator()<1>();
    else if (cells <= 128) use.template operator()<2>();
#if !defined(__wasm__)  // a browser's module is half as large without them, and seldom proves as much
    else if (cells <= 256) use.template operator()<4>();
    else if (cells <= widest) use.template operator()<8>();
#endif
    else return false;
    return true;
}

}  // namespace passatempo::mnk::proof
