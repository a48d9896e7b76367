// Parts are collected number by number. Prefix and suffix products combine their polynomials.
#include "play/posterior.hpp"

#include <algorithm>
#include <cmath>

namespace passatempo::minesweeper::play {

LogBinomials::LogBinomials(std::uint32_t largest_number) : log_factorial_(largest_number + 1, 0) {
    for (std::uint32_t n = 1; n <= largest_number; ++n) log_factorial_[n] = log_factorial_[n - 1] + std::log(n);
}

void LogBinomials::row(int n, int low, double scale, std::span<double> into) const {
    const int end = low + into.size();
    std::fill(into.begin(), into.end(), 0.0);
    int k = std::max(low, 0);
    if (n < 0 || k > n || k >= end) return;
    double binomial = std::exp(log(n, k) - scale);
    for (; k < end && k <= n; ++k) {
        into[k - low] = binomial;
        binomial *= 1.0 * (n - k) / (k + 1);
    }
}

void multiply_by(MinePolynomial& product, int min_mines, std::span<const double> layouts,
                 std::vector<double>& scratch) {
    scratch.assign(product.layouts.size() + layouts.size() - 1, 0);
    for (std::size_t i = 0; i < product.layouts.size(); ++i)
        for (std::size_t j = 0; j < layouts.size(); ++j) scratch[i + j] += product.layouts[i] * layouts[j];
    product.layouts.swap(scratch);
    product.min_mines += min_mines;
}

Posterior::Posterior(const Neighbourhoods& neighbourhoods)
    : neighbourhoods_(&neighbourhoods),
      binomials_(neighbourhoods.size()),
      part_of_(neighbourhoods.size(), none),
      group_of_(neighbourhoods.size(), none),
      number_indices_(neighbourhoods.size(), none) {}

// Collects all numbers that share cells with one of them, and their unknown cells.
void Posterior::gather_component(const Knowledge& knowledge, std::uint32_t number, Component& part) {
    const std::uint32_t part_index = part_count_ - 1;
    part.clear();
    variables_.clear();
    number_indices_[number] = 0;
    part.number_cells.push_back(number);
    for (std::size_t at = 0; at < part.number_cells.size(); ++at) {
        const std::uint32_t number_cell = part.number_cells[at];
        part.missing_mines.push_back(knowledge.missing_mines(number_cell));
        for (const std::uint32_t cell : neighbourhoods_->neighbours(number_cell)) {
            if (!knowledge.is_unknown(cell) || part_of_[cell] != none) continue;
            part_of_[cell] = part_index;
            variables_.push_back(cell);
            for (const std::uint32_t other_number : neighbourhoods_->observers(cell))
                if (knowledge.is_number(other_number) && number_indices_[other_number] == none) {
                    number_indices_[other_number] = part.number_cells.size();
                    part.number_cells.push_back(other_number);
                }
        }
    }
}

// Groups the cells that the same numbers see.
void Posterior::group_cells(const Knowledge& knowledge, Component& part) {
    cell_constraints_.clear();
    for (const std::uint32_t cell : variables_) {
        for (const std::uint32_t observer : neighbourhoods_->observers(cell))
            if (knowledge.is_number(observer)) cell_constraints_.indices.push_back(number_indices_[observer]);
        std::sort(cell_constraints_.indices.begin() + cell_constraints_.start.back(), cell_constraints_.indices.end());
        cell_constraints_.close();
    }
    queue_.resize(variables_.size());
    for (std::uint32_t i = 0; i < variables_.size(); ++i) queue_[i] = i;
    const auto order = [&](std::uint32_t i, std::uint32_t j) {
        return std::lexicographical_compare_three_way(cell_constraints_.begin(i), cell_constraints_.end(i),
                                                      cell_constraints_.begin(j), cell_constraints_.end(j));
    };
    std::sort(queue_.begin(), queue_.end(), [&](std::uint32_t i, std::uint32_t j) {
        const auto order_sign = order(i, j);
        return order_sign < 0 || (order_sign == 0 && variables_[i] < variables_[j]);
    });
    for (std::size_t at = 0; at < queue_.size(); ++at) {
        const std::uint32_t i = queue_[at];
        if (at != 0 && order(queue_[at - 1], i) != 0) part.group_cells.close();
        if (at == 0 || order(queue_[at - 1], i) != 0) {
            part.group_numbers.indices.insert(part.group_numbers.indices.end(), cell_constraints_.begin(i),
                                              cell_constraints_.end(i));
            part.group_numbers.close();
        }
        group_of_[variables_[i]] = part.group_numbers.size() - 1;
        part.group_cells.indices.push_back(variables_[i]);
    }
    part.group_cells.close();
}

void Posterior::collect_components(const Knowledge& knowledge) {
    const std::uint32_t size = neighbourhoods_->size();
    std::fill(part_of_.begin(), part_of_.end(), none);
    std::fill(number_indices_.begin(), number_indices_.end(), none);
    part_count_ = 0;
    for (std::uint32_t cell = 0; cell < size; ++cell) {
        if (!knowledge.is_number(cell) || knowledge.unknown_neighbours(cell) == 0 || number_indices_[cell] != none)
            continue;
        if (++part_count_ > parts_.size()) parts_.emplace_back();
        gather_component(knowledge, cell, parts_[part_count_ - 1].part);
        group_cells(knowledge, parts_[part_count_ - 1].part);
    }
    free_cells_.clear();
    for (std::uint32_t cell = 0; cell < size; ++cell)
        if (knowledge.is_unknown(cell) && part_of_[cell] == none) free_cells_.push_back(cell);
    mines_left_ = knowledge.mines_left();
}

bool Posterior::combine_components() {
    const int cells = free_cells_.size();
    prefix_products_.resize(part_count_ + 1);
    prefix_products_[0] = {};
    for (std::size_t p = 0; p < part_count_; ++p) {
        prefix_products_[p + 1] = prefix_products_[p];
        multiply_by(prefix_products_[p + 1], parts_[p].diagram.min_mines(), parts_[p].diagram.layouts(), scratch_);
    }
    const MinePolynomial& all = prefix_products_[part_count_];
    const int max_mines = all.min_mines + all.layouts.size() - 1;
    const int low = std::max(0, mines_left_ - max_mines), high = std::min(cells, mines_left_ - all.min_mines);
    if (low > high) return false;
    log_scale_ = binomials_.log(cells, std::clamp(cells / 2, low, high));
    binomial_row_.resize(all.layouts.size());  // entry i belongs to mines_left - max_mines + i mines on the free cells
    binomials_.row(cells, mines_left_ - max_mines, log_scale_, binomial_row_);
    layout_total_ = 0;
    free_share_ = {};
    for (std::size_t i = 0; i < binomial_row_.size(); ++i) {
        const double layouts = all.layouts[binomial_row_.size() - 1 - i] * binomial_row_[i];
        const int mines = mines_left_ - max_mines + i;
        if (layouts == 0) continue;
        layout_total_ += layouts;
        free_share_.mines += mines * layouts;
        free_share_.free += (cells - mines) * layouts;
    }
    if (layout_total_ == 0) return false;
    free_chance_ = cells == 0 ? 1 : free_share_.mines / (cells * layout_total_);
    suffix_product_ = {};
    for (std::size_t p = part_count_; p-- > 0;) {
        ComponentCount& counting = parts_[p];
        MinePolynomial rest_product = prefix_products_[p];
        multiply_by(rest_product, suffix_product_.min_mines, suffix_product_.layouts, scratch_);
        counting.mine_weights.assign(counting.diagram.layouts().size(), 0);
        for (std::size_t m = 0; m < counting.mine_weights.size(); ++m)
            for (std::size_t j = 0; j < rest_product.layouts.size(); ++j) {
                const int rest = mines_left_ - counting.diagram.min_mines() - rest_product.min_mines - (m + j);
                counting.mine_weights[m] += rest_product.layouts[j] * binomial_row_[rest - (mines_left_ - max_mines)];
            }
        multiply_by(suffix_product_, counting.diagram.min_mines(), counting.diagram.layouts(), scratch_);
        counting.diagram.sweep_backward(counting.mine_weights, counting.group_shares);
    }
    return true;
}

CountStatus Posterior::count_layouts(const Knowledge& knowledge) {
    if (!knowledge.is_sound()) return CountStatus::contradictory;
    collect_components(knowledge);
    for (ComponentCount& counting : parts()) {
        if (!counting.diagram.arrange_layers(counting.part)) return CountStatus::too_wide;
        if (!counting.diagram.count_layouts(counting.part.missing_mines))
            return counting.diagram.too_wide() ? CountStatus::too_wide : CountStatus::contradictory;
    }
    return combine_components() ? CountStatus::consistent : CountStatus::contradictory;
}

void Posterior::tabulate_shares() {
    for (ComponentCount& counting : parts()) {
        const std::size_t length = counting.diagram.layouts().size();
        counting.share_table.resize(counting.part.groups() * length);
        std::vector<double>& unit_row = binomial_row_;
        for (std::size_t m = 0; m < length; ++m) {
            unit_row.assign(length, 0);
            unit_row[m] = 1;
            counting.diagram.sweep_backward(unit_row, shares_);
            for (std::uint32_t g = 0; g < shares_.size(); ++g) counting.share_table[g * length + m] = shares_[g];
        }
        counting.diagram.sweep_backward(counting.mine_weights, counting.group_shares);
    }
}

double Posterior::log_layouts() const { return std::log(layout_total_) + log_scale_; }

double Posterior::mine_chance(std::uint32_t cell) const {
    if (part_of_[cell] == none) return free_chance_;
    const GroupShares& share = parts_[part_of_[cell]].group_shares[group_of_[cell]];
    return share.mines / (share.mines + share.free);
}

bool Posterior::is_safe(std::uint32_t cell) const {
    if (part_of_[cell] == none) return free_is_safe();
    return parts_[part_of_[cell]].group_shares[group_of_[cell]].mines == 0;
}

bool Posterior::is_mined(std::uint32_t cell) const {
    if (part_of_[cell] == none) return is_free_mined();
    return parts_[part_of_[cell]].group_shares[group_of_[cell]].free == 0;
}

bool Posterior::is_certain(const Knowledge& knowledge, std::uint32_t cell) const {
    return !knowledge.is_unknown(cell) || is_safe(cell) || is_mined(cell);
}

CountStatus settle_certain(Knowledge& knowledge, Posterior& posterior) {
    for (;;) {
        const CountStatus count_status = posterior.count_layouts(knowledge);
        if (count_status != CountStatus::consistent) return count_status;
        bool has_progress = false;
        for (std::uint32_t cell = 0; cell < posterior.neighbourhoods().size(); ++cell) {
            if (!knowledge.is_unknown(cell) || (!posterior.is_safe(cell) && !posterior.is_mined(cell))) continue;
            knowledge.assign(cell, posterior.is_mined(cell));
            has_progress = true;
        }
        if (!has_progress || !knowledge.safe_cells().empty()) return count_status;
    }
}

}  // namespace passatempo::minesweeper::play
