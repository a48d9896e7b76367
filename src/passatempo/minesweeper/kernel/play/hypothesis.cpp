// The structure is built once per change. A shown number changes only the missing mines of one constraint.
#include "play/hypothesis.hpp"

#include <algorithm>

namespace passatempo::minesweeper::play {

namespace {

void fit(std::vector<char>& flags, std::size_t size) {
    if (flags.size() != size) flags.assign(size, 0);
}

}  // namespace

void HypotheticalPosition::add_part(std::uint32_t part) {
    if (part == none || is_affected_[part]) return;
    is_affected_[part] = 1;
    scope_parts_.push_back(part);
}

void HypotheticalPosition::assume(const Knowledge& knowledge, const Posterior& posterior,
                                  std::span<const Assumption> assumptions, std::uint32_t number_cell) {
    posterior_ = &posterior;
    const Neighbourhoods& neighbourhoods = posterior.neighbourhoods();
    fit(is_assumption_, neighbourhoods.size());
    fit(in_scope_, neighbourhoods.size());
    is_affected_.assign(posterior.parts().size(), 0);
    scope_parts_.clear();
    scope_cells_.clear();
    mines_left_ = posterior.mines_left();
    assumption_mines_ = 0;
    for (const Assumption& assumption : assumptions) {
        is_assumption_[assumption.cell] = 1;
        mines_left_ -= assumption.mine;
        assumption_mines_ += assumption.mine;
        add_part(posterior.part_of(assumption.cell));
    }
    if (number_cell != none)
        for (const std::uint32_t cell : neighbourhoods.neighbours(number_cell))
            if (knowledge.is_unknown(cell) && !is_assumption_[cell]) {
                scope_cells_.push_back(cell);
                in_scope_[cell] = 1;
                add_part(posterior.part_of(cell));
            }
    build_component(assumptions, number_cell);
    for (const Assumption& assumption : assumptions) is_assumption_[assumption.cell] = 0;
    for (const std::uint32_t cell : scope_cells_) in_scope_[cell] = 0;
    combine();
}

void HypotheticalPosition::build_component(std::span<const Assumption> assumptions, std::uint32_t number_cell) {
    new_component_.clear();
    number_at_.clear();
    for (const std::uint32_t p : scope_parts_) {
        const Component& old = posterior_->parts()[p].part;
        number_at_.push_back(new_component_.number_cells.size());
        new_component_.number_cells.insert(new_component_.number_cells.end(), old.number_cells.begin(),
                                           old.number_cells.end());
        new_component_.missing_mines.insert(new_component_.missing_mines.end(), old.missing_mines.begin(),
                                            old.missing_mines.end());
    }
    for (const Assumption& assumption : assumptions) {
        const std::uint32_t p = posterior_->part_of(assumption.cell);
        if (p == none || !assumption.mine) continue;
        const Component& old = posterior_->parts()[p].part;
        const std::size_t at = std::find(scope_parts_.begin(), scope_parts_.end(), p) - scope_parts_.begin();
        const std::uint32_t g = posterior_->group_of(assumption.cell);
        for (const std::uint32_t* n = old.group_numbers.begin(g); n != old.group_numbers.end(g); ++n)
            --new_component_.missing_mines[number_at_[at] + *n];
    }
    const std::uint32_t last = new_component_.number_cells.size();
    if (number_cell != none) {
        new_component_.number_cells.push_back(number_cell);
        new_component_.missing_mines.push_back(0);
    }
    has_number_ = number_cell != none;
    for (std::size_t at = 0; at < scope_parts_.size(); ++at) {
        const Component& old = posterior_->parts()[scope_parts_[at]].part;
        for (std::uint32_t g = 0; g < old.groups(); ++g)
            for (const bool inside : {false, true}) {
                const std::size_t before = new_component_.group_cells.indices.size();
                for (const std::uint32_t* cell = old.group_cells.begin(g); cell != old.group_cells.end(g); ++cell)
                    if (!is_assumption_[*cell] && (in_scope_[*cell] != 0) == inside)
                        new_component_.group_cells.indices.push_back(*cell);
                if (new_component_.group_cells.indices.size() == before) continue;
                new_component_.group_cells.close();
                for (const std::uint32_t* n = old.group_numbers.begin(g); n != old.group_numbers.end(g); ++n)
                    new_component_.group_numbers.indices.push_back(number_at_[at] + *n);
                if (inside) new_component_.group_numbers.indices.push_back(last);
                new_component_.group_numbers.close();
            }
    }
    const std::size_t before = new_component_.group_cells.indices.size();
    for (const std::uint32_t cell : scope_cells_)
        if (posterior_->part_of(cell) == none) new_component_.group_cells.indices.push_back(cell);
    if (new_component_.group_cells.indices.size() != before) {
        new_component_.group_cells.close();
        new_component_.group_numbers.indices.push_back(last);
        new_component_.group_numbers.close();
    }
    free_cells_.clear();
    for (const std::uint32_t cell : posterior_->free_cells())
        if (!is_assumption_[cell] && !in_scope_[cell]) free_cells_.push_back(cell);
    has_cells_.assign(new_component_.number_cells.size(), 0);
    for (const std::uint32_t n : new_component_.group_numbers.indices) has_cells_[n] = 1;
}

// Multiplies the unchanged parts, and weights each number of mines of the changed part by them and the free cells.
void HypotheticalPosition::combine() {
    const std::span<const Posterior::ComponentCount> parts = posterior_->parts();
    is_arranged_ = diagram_.arrange_layers(new_component_);
    has_groups_ = false;
    rest_product_.min_mines = 0;
    rest_product_.layouts.assign(1, 1);
    stable_parts_.clear();
    int min_mines = 0, max_mines = scope_cells_.size();
    for (std::uint32_t p = 0; p < parts.size(); ++p) {
        const ComponentDiagram& diagram = parts[p].diagram;
        if (is_affected_[p]) {
            min_mines += diagram.min_mines();
            max_mines += diagram.min_mines() + diagram.layouts().size() - 1;
        } else {
            stable_parts_.push_back(p);
            multiply_by(rest_product_, diagram.min_mines(), diagram.layouts(), scratch_);
        }
    }
    min_mines_ = min_mines = std::max(0, min_mines - assumption_mines_);
    const int length = rest_product_.layouts.size();
    mine_weights_.assign(std::max(0, max_mines - min_mines) + 1, 0);
    row_low_ = mines_left_ - rest_product_.min_mines - (length - 1) - (min_mines_ + mine_weights_.size() - 1);
    binomial_row_.resize(mine_weights_.size() + rest_product_.layouts.size() - 1);
    posterior_->binomials().row(free_cells_.size(), row_low_, posterior_->scale(), binomial_row_);
    for (std::size_t m = 0; m < mine_weights_.size(); ++m)
        for (int j = 0; j < length; ++j)
            mine_weights_[m] += rest_product_.layouts[j] *
                                binomial_row_[mines_left_ - rest_product_.min_mines - j - (min_mines_ + m) - row_low_];
}

double HypotheticalPosition::count_layouts(int scope_mines) {
    if (!is_arranged_) return 0;
    if (has_number_) new_component_.missing_mines.back() = scope_mines;
    for (std::size_t n = 0; n < new_component_.number_cells.size(); ++n)
        if (!has_cells_[n] && new_component_.missing_mines[n] != 0) return 0;
    if (!diagram_.count_layouts(new_component_.missing_mines)) return 0;
    double all = 0;
    const std::span<const double> layouts = diagram_.layouts();
    for (std::size_t m = 0; m < layouts.size(); ++m) all += layouts[m] * weight(diagram_.min_mines() + m);
    return all;
}

// The groups are the same for every number shown.
void HypotheticalPosition::list_groups() {
    has_groups_ = true;
    group_of_.resize(posterior_->neighbourhoods().size());
    groups_.clear();
    const auto add = [&](const std::uint32_t* first_cell, const std::uint32_t* end) {
        for (const std::uint32_t* cell = first_cell; cell != end; ++cell) group_of_[*cell] = groups_.size();
        groups_.push_back({first_cell, end, {}});
    };
    for (std::uint32_t g = 0; g < new_component_.groups(); ++g)
        add(new_component_.group_cells.begin(g), new_component_.group_cells.end(g));
    const std::span<const Posterior::ComponentCount> parts = posterior_->parts();
    for (const std::uint32_t p : stable_parts_)
        for (std::uint32_t g = 0; g < parts[p].part.groups(); ++g)
            add(parts[p].part.group_cells.begin(g), parts[p].part.group_cells.end(g));
    if (!free_cells_.empty()) add(free_cells_.data(), free_cells_.data() + free_cells_.size());
    leave_out_products_.resize(stable_parts_.size());
    for (std::size_t i = 0; i < stable_parts_.size(); ++i) {
        leave_out_products_[i].min_mines = 0;
        leave_out_products_[i].layouts.assign(1, 1);
        for (std::size_t j = 0; j < stable_parts_.size(); ++j)
            if (j != i)
                multiply_by(leave_out_products_[i], parts[stable_parts_[j]].diagram.min_mines(),
                            parts[stable_parts_[j]].diagram.layouts(), scratch_);
    }
}

void HypotheticalPosition::sweep_shares() {
    if (!has_groups_) list_groups();
    const std::span<const Posterior::ComponentCount> parts = posterior_->parts();
    const std::span<const double> layouts = diagram_.layouts();
    part_weight_.resize(layouts.size());
    for (std::size_t m = 0; m < layouts.size(); ++m) part_weight_[m] = weight(diagram_.min_mines() + m);
    diagram_.sweep_backward(part_weight_, shares_);
    std::size_t g = 0;
    for (const GroupShares& share : shares_) groups_[g++].share = share;
    for (std::size_t i = 0; i < stable_parts_.size(); ++i) {
        const Posterior::ComponentCount& other = parts[stable_parts_[i]];
        joint_product_.min_mines = leave_out_products_[i].min_mines;
        joint_product_.layouts = leave_out_products_[i].layouts;
        multiply_by(joint_product_, diagram_.min_mines(), layouts, scratch_);
        const std::size_t length = other.diagram.layouts().size();
        part_weight_.assign(length, 0);
        for (std::size_t m = 0; m < length; ++m)
            for (std::size_t j = 0; j < joint_product_.layouts.size(); ++j)
                part_weight_[m] += joint_product_.layouts[j] * free_ways(mines_left_ - joint_product_.min_mines -
                                                                         other.diagram.min_mines() - (m + j));
        for (std::uint32_t k = 0; k < other.part.groups(); ++k, ++g) {
            GroupShares all;
            const std::span<const GroupShares> row = other.row(k);
            for (std::size_t m = 0; m < length; ++m) {
                all.mines += row[m].mines * part_weight_[m];
                all.free += row[m].free * part_weight_[m];
            }
            groups_[g].share = all;
        }
    }
    if (free_cells_.empty()) return;
    joint_product_.min_mines = rest_product_.min_mines;
    joint_product_.layouts = rest_product_.layouts;
    multiply_by(joint_product_, diagram_.min_mines(), layouts, scratch_);
    const int cells = free_cells_.size();
    GroupShares all;
    for (std::size_t j = 0; j < joint_product_.layouts.size(); ++j) {
        const int mines = mines_left_ - joint_product_.min_mines - j;
        const double layout_weight = joint_product_.layouts[j] * free_ways(mines);
        if (layout_weight == 0) continue;
        all.mines += mines * layout_weight;
        all.free += (cells - mines) * layout_weight;
    }
    groups_[g].share = all;
}

}  // namespace passatempo::minesweeper::play
