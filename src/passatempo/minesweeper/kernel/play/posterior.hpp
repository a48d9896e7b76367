// All layouts of a position: its parts, each counted once, and the chance of a mine in every unknown cell.
// Algorithm: connected components; products of polynomials; marginals by one sweep per part
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "play/diagram.hpp"
#include "play/knowledge.hpp"

namespace passatempo::minesweeper::play {

inline constexpr double rounding = 1e-9;  // chances that differ by less are equal

// Binomial coefficients in floating point, scaled for the whole posterior.
class LogBinomials {
public:
    explicit LogBinomials(std::uint32_t largest_number);
    double log(int n, int k) const { return log_factorial_[n] - log_factorial_[k] - log_factorial_[n - k]; }
    // Computes C(n, low + i) / e^scale for each i, and 0 outside 0..n.
    void row(int n, int low, double scale, std::span<double> into) const;

private:
    std::vector<double> log_factorial_;
};

// A polynomial in the number of mines, from `min_mines` on.
struct MinePolynomial {
    int min_mines = 0;
    std::vector<double> layouts{1};
};

void multiply_by(MinePolynomial& product, int min_mines, std::span<const double> layouts, std::vector<double>& scratch);

enum class CountStatus { consistent, contradictory, too_wide };

// Combines the parts and the cells next to no number. Chances are those of a mine.
class Posterior {
public:
    explicit Posterior(const Neighbourhoods& neighbourhoods);

    struct ComponentCount {
        Component part;
        ComponentDiagram diagram;
        std::vector<GroupShares> group_shares;  // over all layouts
        std::vector<double> mine_weights;       // of each number of mines of the part, the weight of all other parts
        // Filled by `tabulate_shares`: for each group, its shares by number of mines.
        std::vector<GroupShares> share_table;
        std::span<const GroupShares> row(std::uint32_t group) const {
            const std::size_t length = diagram.layouts().size();
            return {share_table.data() + group * length, length};
        }
    };

    CountStatus count_layouts(const Knowledge& knowledge);
    void tabulate_shares();  // for the lookahead, of every part

    std::span<const ComponentCount> parts() const { return {parts_.data(), part_count_}; }
    std::span<ComponentCount> parts() { return {parts_.data(), part_count_}; }
    const Neighbourhoods& neighbourhoods() const { return *neighbourhoods_; }
    const LogBinomials& binomials() const { return binomials_; }
    double scale() const { return log_scale_; }
    double total() const { return layout_total_; }  // all layouts, divided by e^scale
    double log_layouts() const;
    int mines_left() const { return mines_left_; }
    const std::vector<std::uint32_t>& free_cells() const { return free_cells_; }  // unknown cells next to no number
    double free_chance() const { return free_chance_; }
    bool free_is_safe() const { return free_share_.mines == 0; }
    bool is_free_mined() const { return free_share_.free == 0; }

    static constexpr std::uint32_t no_part = none;
    std::uint32_t part_of(std::uint32_t cell) const { return part_of_[cell]; }
    std::uint32_t group_of(std::uint32_t cell) const { return group_of_[cell]; }
    double mine_chance(std::uint32_t cell) const;  // of an unknown cell
    bool is_safe(std::uint32_t cell) const;
    bool is_mined(std::uint32_t cell) const;
    // Returns whether a cell is open, known, or the same in all layouts.
    bool is_certain(const Knowledge& knowledge, std::uint32_t cell) const;

private:
    void collect_components(const Knowledge& knowledge);
    void gather_component(const Knowledge& knowledge, std::uint32_t number, Component& part);
    void group_cells(const Knowledge& knowledge, Component& part);
    bool combine_components();

    const Neighbourhoods* neighbourhoods_;
    LogBinomials binomials_;
    std::vector<ComponentCount> parts_;  // the first `part_count_` of them
    std::size_t part_count_ = 0;
    std::vector<std::uint32_t> free_cells_;
    int mines_left_ = 0;
    double log_scale_ = 0, layout_total_ = 0, free_chance_ = 0;
    GroupShares free_share_;
    std::vector<std::uint32_t> part_of_, group_of_;
    // Scratch memory.
    std::vector<std::uint32_t> queue_, number_indices_, variables_, group_leaders_;
    SparseLists cell_constraints_;
    std::vector<MinePolynomial> prefix_products_;
    MinePolynomial suffix_product_;
    std::vector<double> binomial_row_, scratch_;
    std::vector<GroupShares> shares_;
};

// Counts and assigns certain cells until one is safe or none is certain.
CountStatus settle_certain(Knowledge& knowledge, Posterior& posterior);

}  // namespace passatempo::minesweeper::play
