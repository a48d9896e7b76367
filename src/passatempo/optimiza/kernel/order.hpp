// In which order the frontier passes over the cells of a component, one of small pathwidth so that it stays narrow, and
// what every state must lose from a step on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "component.hpp"

namespace passatempo::optimiza {

// The plan of one step: the cell that is processed, and the frontier after it.
struct Step {
    std::uint16_t cell = 0;
    std::vector<std::uint16_t> frontier;   // the frontier before the step; the cell itself comes after it
    std::vector<std::uint8_t> neighbours;  // positions in `frontier` that touch the cell
    std::vector<std::uint8_t> outgoing;    // positions, the cell's own among them, that leave the frontier
    std::vector<std::uint32_t> adjacent;   // for each of `outgoing`: the positions that touch it
    std::vector<std::uint8_t> remaining;   // positions that stay, in the order of the next frontier
};

constexpr std::size_t widest = 31;  // frontier cells of four bits each, and the new one, in two 64-bit words

// Greedily the smallest frontier, over all first cells; empty where the frontier would be too wide, and at a limit.
std::vector<Step> elimination_order(const Graph& graph, Budget& budget);

// A combination of degrees, as digits to base three: by place in the frontier 0 unused, 1 end of a piece, 2 passed by.
using Shape = std::uint64_t;

// What a state of the frontier must lose at least: a bound that every state is held against. Of a state only the
// degrees of the frontier's cells are looked at, and whether start and end are known. So pieces may close to rings,
// which paths may not: the least loss over all of these is found exactly, backward from the last step, for every
// combination of degrees, and no path loses less.
class LossBounds {
public:
    // `exit`: what follows after each cell; `thresholds`: what is asked for of each start. A cell that is left out
    // loses the number, an end what its exit is less than the greatest, a start what is asked for of it beyond the
    // least. Nothing is known of frontiers that are too wide, nor where the budget ends first.
    LossBounds(const Graph& graph, const std::vector<Step>& steps, const std::vector<std::int64_t>& exit,
               const std::vector<std::int64_t>& thresholds, Budget& budget);

    // From the frontier before a step on.
    std::int64_t lower_bound(std::size_t step, Shape shape, bool has_start, bool has_end) const {
        const Table& table = loss_tables_[step];
        return table.empty() ? 0 : table[2 * has_start + has_end][shape];
    }
    std::int64_t best_exit() const { return best_exit_; }                // the greatest exit
    std::int64_t lowest_threshold() const { return lowest_threshold_; }  // the least that is asked for

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
