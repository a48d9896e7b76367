// What is drawn for one part leaves the rest of the mines to those behind it.
#include "play/sampler.hpp"

#include <utility>

namespace passatempo::minesweeper::play {

void Sampler::take(std::uint32_t mines, Stream& stream) {
    for (std::uint32_t i = 0; i < mines; ++i) {
        std::swap(cells_[i], cells_[i + stream.below(cells_.size() - i)]);
        mines_.push_back(cells_[i]);
    }
}

const std::vector<std::uint32_t>& Sampler::draw(Tally& tally, Stream& stream) {
    mines_.clear();
    const std::span<Tally::Counting> parts = tally.parts();
    behind_.resize(parts.size() + 1);
    behind_.back() = {};
    for (std::size_t p = parts.size(); p-- > 0;) {
        behind_[p] = behind_[p + 1];
        multiply(behind_[p], parts[p].diagram.least(), parts[p].diagram.layouts(), scratch_);
    }
    const int cells = tally.free().size();
    int left = tally.mines_left();
    for (std::size_t p = 0; p < parts.size(); ++p) {
        Diagram& diagram = parts[p].diagram;
        const std::span<const double> layouts = diagram.layouts();
        const Mines& behind = behind_[p + 1];
        weight_.assign(layouts.size(), 0);
        double all = 0;
        for (std::size_t m = 0; m < layouts.size(); ++m) {
            const int rest = left - diagram.least() - m - behind.least;
            const int length = behind.layouts.size();
            row_.resize(behind.layouts.size());
            tally.binomials().row(cells, rest - length + 1, tally.scale(), row_);
            for (int j = 0; j < length; ++j) weight_[m] += behind.layouts[j] * row_[length - 1 - j];
            all += weight_[m] * layouts[m];
        }
        double drawn = unit(stream) * all;
        std::size_t chosen = layouts.size();
        for (std::size_t m = 0; m < layouts.size(); ++m) {
            if (weight_[m] * layouts[m] <= 0) continue;
            chosen = m;
            if (drawn < weight_[m] * layouts[m]) break;
            drawn -= weight_[m] * layouts[m];
        }
        weight_.assign(layouts.size(), 0);
        weight_[chosen] = 1;
        diagram.sweep(weight_, shares_);
        diagram.draw(stream, of_group_);
        left -= diagram.least() + chosen;
        for (std::uint32_t g = 0; g < of_group_.size(); ++g) {
            cells_.assign(parts[p].part.cells.begin(g), parts[p].part.cells.end(g));
            take(of_group_[g], stream);
        }
    }
    cells_ = tally.free();
    take(left, stream);
    return mines_;
}

}  // namespace passatempo::minesweeper::play
