// A position changed a little: some cells are given a value, and one may show a number. Only the parts around are
// counted again; of the others nothing changes but how many mines are left to them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "play/posterior.hpp"

namespace passatempo::minesweeper::play {

struct Assumption {
    std::uint32_t cell;
    bool mine;
};

class HypotheticalPosition {
public:
    // Give unknown cells their values. `number_cell`, where it is a cell, is one of the free ones, which will show a
    // number.
    void assume(const Knowledge& knowledge, const Posterior& posterior, std::span<const Assumption> assumptions,
                std::uint32_t number_cell = none);

    // The most mines that the cell shown may have among the cells that stay unknown.
    int max_number() const { return scope_cells_.size(); }

    // The layouts with so many mines there, in the posterior's units; 0 if there is none, or too many to be counted.
    double count_layouts(int scope_mines = 0);

    // After a count: the chances of all groups of this position.
    void sweep_shares();
    struct CellGroup {
        const std::uint32_t* first_cell;
        const std::uint32_t* end;
        GroupShares share;
        std::uint32_t size() const { return end - first_cell; }
        double chance() const { return share.mines / (share.mines + share.free); }
    };
    std::span<const CellGroup> groups() const { return groups_; }
    // Of a cell that is unknown in this position, its group.
    std::uint32_t group_of(std::uint32_t cell) const { return group_of_[cell]; }

private:
    void add_part(std::uint32_t part);
    void build_component(std::span<const Assumption> assumptions, std::uint32_t number_cell);
    void combine();
    void list_groups();
    // Of layouts of the changed part.
    double weight(int mines) const { return coefficient_at(mine_weights_, mines - min_mines_); }
    // To lay so many on the free cells.
    double free_ways(int mines) const { return coefficient_at(binomial_row_, mines - row_low_); }
    static double coefficient_at(const std::vector<double>& coefficients, std::size_t i) {  // below 0 is far too high
        return i < coefficients.size() ? coefficients[i] : 0;
    }

    const Posterior* posterior_ = nullptr;
    std::vector<std::uint32_t> scope_parts_, stable_parts_, scope_cells_, free_cells_;  // parts; cells
    std::vector<char> is_affected_, is_assumption_, in_scope_;
    int assumption_mines_ = 0;  // cells of the parts affected that are given
    Component new_component_;
    ComponentDiagram diagram_;
    std::vector<char> has_cells_;  // of each number
    bool is_arranged_ = false, has_number_ = false, has_groups_ = false;
    int mines_left_ = 0, min_mines_ = 0, row_low_ = 0;
    std::vector<std::uint32_t> number_at_;            // of each affected part, its first number
    MinePolynomial rest_product_;                     // all parts that are not affected
    std::vector<MinePolynomial> leave_out_products_;  // the same, without one of them
    std::vector<double> binomial_row_, mine_weights_, scratch_, part_weight_;
    MinePolynomial joint_product_;
    std::vector<GroupShares> shares_;
    std::vector<CellGroup> groups_;
    std::vector<std::uint32_t> group_of_;
};

}  // namespace passatempo::minesweeper::play
