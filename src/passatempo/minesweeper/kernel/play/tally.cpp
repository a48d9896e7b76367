// Parts are found number by number; their polynomials are multiplied from both sides.
#include "play/tally.hpp"

#include <algorithm>
#include <cmath>

namespace passatempo::minesweeper::play {

Binomials::Binomials(std::uint32_t most) : log_factorial_(most + 1, 0) {
    for (std::uint32_t n = 1; n <= most; ++n) log_factorial_[n] = log_factorial_[n - 1] + std::log(n);
}

void Binomials::row(int n, int low, double scale, std::span<double> into) const {
    const int end = low + into.size();
    std::fill(into.begin(), into.end(), 0.0);
    int k = std::max(low, 0);
    if (n < 0 || k > n || k >= end) return;
    double value = std::exp(log(n, k) - scale);
    for (; k < end && k <= n; ++k) {
        into[k - low] = value;
        value *= 1.0 * (n - k) / (k + 1);
    }
}

void multiply(Mines& product, int least, std::span<const double> layouts, std::vector<double>& scratch) {
    scratch.assign(product.layouts.size() + layouts.size() - 1, 0);
    for (std::size_t i = 0; i < product.layouts.size(); ++i)
        for (std::size_t j = 0; j < layouts.size(); ++j) scratch[i + j] += product.layouts[i] * layouts[j];
    product.layouts.swap(scratch);
    product.least += least;
}

Tally::Tally(const Ground& ground)
    : ground_(&ground),
      binomials_(ground.size()),
      part_of_(ground.size(), none),
      group_of_(ground.size(), none),
      index_(ground.size(), none) {}

// All numbers that share cells with one of them, and all their unknown cells.
void Tally::gather(const Knowledge& knowledge, std::uint32_t number, Part& part) {
    const std::uint32_t here = used_ - 1;
    part.clear();
    variables_.clear();
    index_[number] = 0;
    part.number.push_back(number);
    for (std::size_t at = 0; at < part.number.size(); ++at) {
        const std::uint32_t one = part.number[at];
        part.missing.push_back(knowledge.missing(one));
        for (const std::uint32_t cell : ground_->near(one)) {
            if (!knowledge.is_unknown(cell) || part_of_[cell] != none) continue;
            part_of_[cell] = here;
            variables_.push_back(cell);
            for (const std::uint32_t other : ground_->seers(cell))
                if (knowledge.is_number(other) && index_[other] == none) {
                    index_[other] = part.number.size();
                    part.number.push_back(other);
                }
        }
    }
}

// Put together the cells that the same numbers see.
void Tally::group(const Knowledge& knowledge, Part& part) {
    around_.clear();
    for (const std::uint32_t cell : variables_) {
        for (const std::uint32_t seer : ground_->seers(cell))
            if (knowledge.is_number(seer)) around_.item.push_back(index_[seer]);
        std::sort(around_.item.begin() + around_.start.back(), around_.item.end());
        around_.close();
    }
    queue_.resize(variables_.size());
    for (std::uint32_t i = 0; i < variables_.size(); ++i) queue_[i] = i;
    const auto order = [&](std::uint32_t i, std::uint32_t j) {
        return std::lexicographical_compare_three_way(around_.begin(i), around_.end(i), around_.begin(j),
                                                      around_.end(j));
    };
    std::sort(queue_.begin(), queue_.end(), [&](std::uint32_t i, std::uint32_t j) {
        const auto compared = order(i, j);
        return compared < 0 || (compared == 0 && variables_[i] < variables_[j]);
    });
    for (std::size_t at = 0; at < queue_.size(); ++at) {
        const std::uint32_t i = queue_[at];
        if (at != 0 && order(queue_[at - 1], i) != 0) part.cells.close();
        if (at == 0 || order(queue_[at - 1], i) != 0) {
            part.numbers.item.insert(part.numbers.item.end(), around_.begin(i), around_.end(i));
            part.numbers.close();
        }
        group_of_[variables_[i]] = part.numbers.size() - 1;
        part.cells.item.push_back(variables_[i]);
    }
    part.cells.close();
}

void Tally::collect(const Knowledge& knowledge) {
    const std::uint32_t size = ground_->size();
    std::fill(part_of_.begin(), part_of_.end(), none);
    std::fill(index_.begin(), index_.end(), none);
    used_ = 0;
    for (std::uint32_t cell = 0; cell < size; ++cell) {
        if (!knowledge.is_number(cell) || knowledge.unknown_around(cell) == 0 || index_[cell] != none) continue;
        if (++used_ > parts_.size()) parts_.emplace_back();
        gather(knowledge, cell, parts_[used_ - 1].part);
        group(knowledge, parts_[used_ - 1].part);
    }
    free_.clear();
    for (std::uint32_t cell = 0; cell < size; ++cell)
        if (knowledge.is_unknown(cell) && part_of_[cell] == none) free_.push_back(cell);
    mines_left_ = knowledge.mines_left();
}

bool Tally::combine() {
    const int cells = free_.size();
    before_.resize(used_ + 1);
    before_[0] = {};
    for (std::size_t p = 0; p < used_; ++p) {
        before_[p + 1] = before_[p];
        multiply(before_[p + 1], parts_[p].diagram.least(), parts_[p].diagram.layouts(), scratch_);
    }
    const Mines& all = before_[used_];
    const int most = all.least + all.layouts.size() - 1;
    const int low = std::max(0, mines_left_ - most), high = std::min(cells, mines_left_ - all.least);
    if (low > high) return false;
    scale_ = binomials_.log(cells, std::clamp(cells / 2, low, high));
    row_.resize(all.layouts.size());  // row_[i] belongs to mines_left - most + i mines on the free cells
    binomials_.row(cells, mines_left_ - most, scale_, row_);
    total_ = 0;
    free_share_ = {};
    for (std::size_t i = 0; i < row_.size(); ++i) {
        const double layouts = all.layouts[row_.size() - 1 - i] * row_[i];
        const int mines = mines_left_ - most + i;
        if (layouts == 0) continue;
        total_ += layouts;
        free_share_.mines += mines * layouts;
        free_share_.free += (cells - mines) * layouts;
    }
    if (total_ == 0) return false;
    free_chance_ = cells == 0 ? 1 : free_share_.mines / (cells * total_);
    after_ = {};
    for (std::size_t p = used_; p-- > 0;) {
        Counting& counting = parts_[p];
        Mines others = before_[p];
        multiply(others, after_.least, after_.layouts, scratch_);
        counting.weight.assign(counting.diagram.layouts().size(), 0);
        for (std::size_t m = 0; m < counting.weight.size(); ++m)
            for (std::size_t j = 0; j < others.layouts.size(); ++j) {
                const int rest = mines_left_ - counting.diagram.least() - others.least - (m + j);
                counting.weight[m] += others.layouts[j] * row_[rest - (mines_left_ - most)];
            }
        multiply(after_, counting.diagram.least(), counting.diagram.layouts(), scratch_);
        counting.diagram.sweep(counting.weight, counting.share);
    }
    return true;
}

Counted Tally::count(const Knowledge& knowledge) {
    if (!knowledge.is_sound()) return Counted::contradictory;
    collect(knowledge);
    for (Counting& counting : parts()) {
        if (!counting.diagram.arrange(counting.part)) return Counted::too_wide;
        if (!counting.diagram.fill(counting.part.missing))
            return counting.diagram.too_wide() ? Counted::too_wide : Counted::contradictory;
    }
    return combine() ? Counted::consistent : Counted::contradictory;
}

void Tally::tabulate() {
    for (Counting& counting : parts()) {
        const std::size_t length = counting.diagram.layouts().size();
        counting.table.resize(counting.part.groups() * length);
        std::vector<double>& one = row_;
        for (std::size_t m = 0; m < length; ++m) {
            one.assign(length, 0);
            one[m] = 1;
            counting.diagram.sweep(one, shares_);
            for (std::uint32_t g = 0; g < shares_.size(); ++g) counting.table[g * length + m] = shares_[g];
        }
        counting.diagram.sweep(counting.weight, counting.share);
    }
}

double Tally::log_layouts() const { return std::log(total_) + scale_; }

double Tally::chance(std::uint32_t cell) const {
    if (part_of_[cell] == none) return free_chance_;
    const Shares& share = parts_[part_of_[cell]].share[group_of_[cell]];
    return share.mines / (share.mines + share.free);
}

bool Tally::is_safe(std::uint32_t cell) const {
    if (part_of_[cell] == none) return free_is_safe();
    return parts_[part_of_[cell]].share[group_of_[cell]].mines == 0;
}

bool Tally::is_mined(std::uint32_t cell) const {
    if (part_of_[cell] == none) return free_is_mined();
    return parts_[part_of_[cell]].share[group_of_[cell]].free == 0;
}

bool Tally::is_certain(const Knowledge& knowledge, std::uint32_t cell) const {
    return !knowledge.is_unknown(cell) || is_safe(cell) || is_mined(cell);
}

Counted settle_certain(Knowledge& knowledge, Tally& tally) {
    for (;;) {
        const Counted counted = tally.count(knowledge);
        if (counted != Counted::consistent) return counted;
        bool settled = false;
        for (std::uint32_t cell = 0; cell < tally.ground().size(); ++cell) {
            if (!knowledge.is_unknown(cell) || (!tally.is_safe(cell) && !tally.is_mined(cell))) continue;
            knowledge.settle(cell, tally.is_mined(cell));
            settled = true;
        }
        if (!settled || !knowledge.safe().empty()) return counted;
    }
}

}  // namespace passatempo::minesweeper::play
