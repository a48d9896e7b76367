// A position after a small change: some cells get a value, and one may show a number. Only the adjacent parts are
// counted again. For the others only the number of mines left changes.
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
    // Assigns values to unknown cells. If `number_cell` is a cell, it must be one of the free ones, and it will show a
    // number.
    void assume(const Knowledge& knowledge, const Posterior& posterior, std::span<const Assumption> assumptions,
                std::uint32_t number_cell = none);

    // Returns the most mines that the number cell may have among the cells that stay unknown.
    int max_number() const { return scope_cells_.size(); }

    // Counts the layouts with this many mines there, in units of the posterior. Returns 0 if none or too many exist.
    double count_layouts(int scope_mines = 0);

    // After a count, computes the chances of all groups of this position.
    void sweep_shares();
    struct CellGroup {
        const std::uint32_t* first_cell;
        const std::uint32_t* end;
        GroupShares share;
        std::uint32_t size() const { return end - first_cell; }
        double chance() const { return share.mines / (share.mines + share.free); }
    };
    std::span<const CellGroup> groups() const { return groups_; }
    // Returns the group of a cell that is unknown in this position.
    std::uint32_t group_of(std::uint32_t cell) const { return group_of_[cell]; }

private:
    void add_part(std::uint32_t part);
    void build_component(std::span<const Assumption> assumptions, std::uint32_t number_cell);
    void combine();
    void list_groups();
    // Returns the weight of a layout of the changed part.
    double weight(int mines) const { return coefficient_at(mine_weights_, mines - min_mines_); }
    // Returns the ways to lay `mines` mines on the free cells.
    double free_ways(int mines) const { return coefficient_at(binomial_row_, mines - row_low_); }
    static double coefficient_at(const std::vector<double>& coefficients, std::size_t i) {  // below 0 wraps
        return i < coefficients.size() ? coefficients[i] : 0;
    }

    const Posterior* posterior_ = nullptr;
    std::vector<std::uint32_t> scope_parts_, stable_parts_, scope_cells_, free_cells_;
    std::vector<char> is_affected_, is_assumption_, in_scope_;
    int assumption_mines_ = 0;
    Component new_component_;
    ComponentDiagram diagram_;
    std::vector<char> has_cells_;  // of each number
    bool is_arranged_ = false, has_number_ = false, has_groups_ = false;
    int mines_left_ = 0, min_mines_ = 0, row_low_ = 0;
    std::vector<std::uint32_t> number_at_;            // of each affected part, its first number
    MinePolynomial rest_product_;                     // of all unaffected parts
    std::vector<MinePolynomial> leave_out_products_;  // the same without one of them
    std::vector<double> binomial_row_, mine_weights_, scratch_, part_weight_;
    MinePolynomial joint_product_;
    std::vector<GroupShares> shares_;
    std::vector<CellGroup> groups_;
    std::vector<std::uint32_t> group_of_;
};

}  // namespace passatempo::minesweeper::play
