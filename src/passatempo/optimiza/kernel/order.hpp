// The order in which the frontier passes over the cells of a component, of small pathwidth, and lower bounds on the
// loss of every state from a step on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "component.hpp"

namespace passatempo::optimiza {

// The plan of one step: the cell to process, and the frontier before and after it.
struct Step {
    std::uint16_t cell = 0;
    std::vector<std::uint16_t> frontier;   // the frontier before the step; the cell itself comes after it
    std::vector<std::uint8_t> neighbours;  // positions in `frontier` that touch the cell
    std::vector<std::uint8_t> outgoing;    // positions, the cell's own among them, that leave the frontier
    std::vector<std::uint32_t> adjacent;   // for each of `outgoing`: the positions that touch it
    std::vector<std::uint8_t> remaining;   // positions that stay, in the order of the next frontier
};

constexpr std::size_t widest = 31;  // frontier cells of four bits each, and the new one, in two 64-bit words

// Choose the cheapest order found. It is empty if the frontier would be too wide or the budget is spent.
std::vector<Step> elimination_order(const Graph& graph, Budget& budget);

// A combination of degrees, as digits to base three: by place in the frontier 0 unused, 1 end of a piece, 2 passed by.
using Shape = std::uint64_t;

// Lower bounds on the loss of frontier states, which prune the sweep. The relaxation of a state keeps only the degrees
// of its frontier cells, and whether start and end are known. So pieces may close to cycles. The least loss of each
// combination of degrees is computed exactly, backward from the last step, and no path loses less.
class LossBounds {
public:
    // `exit` is the sum after each cell, and `thresholds` the sum required of each start. A skipped cell loses the
    // number. An end loses the difference of its exit to the greatest, and a start the excess of its threshold over the
    // lowest. There are no bounds if the frontier is too wide or the budget ends first.
    LossBounds(const Graph& graph, const std::vector<Step>& steps, const std::vector<std::int64_t>& exit,
               const std::vector<std::int64_t>& thresholds, Budget& budget);

    // The bound from the frontier before a step on.
    std::int64_t lower_bound(std::size_t step, Shape shape, bool has_start, bool has_end) const {
        const Table& table = loss_tables_[step];
        return table.empty() ? 0 : table[2 * has_start + has_end][shape];
    }
    std::int64_t best_exit() const { return best_exit_; }                // the greatest exit
    std::int64_t lowest_threshold() const { return lowest_threshold_; }  // the lowest threshold

private:
    using Loss = std::int16_t;
    using Table = std::vector<std::vector<Loss>>;  // [2 * started + ended][shape]

    Table release_cells(const Table& after, const Step& step, const std::vector<std::int64_t>& exit,
                        const std::vector<std::int64_t>& thresholds, Budget& budget) const;
    static void insert_digit(Table& table, std::size_t place, Loss skip, Loss start, Loss end, Budget& budget);
    static Table join_cell(const Table& next_table, const Step& step, Budget& budget);

    std::int64_t best_exit_ = 0, lowest_threshold_ = 0, number_ = 0;
    std::vector<Table> loss_tables_;
};

// 3^place.
constexpr Shape digit_weight(std::size_t place) {
    Shape power = 1;
    for (; place > 0; --place) power *= 3;
    return power;
}

}  // namespace passatempo::optimiza
