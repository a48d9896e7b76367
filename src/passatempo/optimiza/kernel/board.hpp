// Solves a whole board from the greatest number down, and splits the cells of a number into components.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "component.hpp"
#include "pages.hpp"
#include "surface.hpp"
#include "wide.hpp"

namespace passatempo::optimiza {

constexpr std::size_t most_states = std::size_t{1} << 24;  // 60 to 100 bytes each

// How components are solved. `frontier_only` exists to test `by_shape`.
enum class SolverChoice : int { by_shape = 0, frontier_only = 1 };

// Whether no number of a board, in reading order, is greater than N.
bool numbers_fit(const Surface& surface, const std::uint16_t* cells);

class Board {
public:
    // `cells`: the numbers in reading order; 0 stands for a cell that may not be used.
    // Throws if a number occurs too often for twelve bits. Nothing is solved once the budget is spent.
    Board(const Surface& surface, const std::uint16_t* cells, Budget& budget);

    // Solve all numbers in turn. Components that need more than `states` frontier states, or that come after the budget
    // is spent, get a path and a bound. Numbers that the budget did not reach count in the bound only.
    void solve_levels(Budget& budget, std::size_t states, SolverChoice solver_choice);

    std::int64_t best() const { return best_sum_; }
    std::int64_t bound() const { return sum_bound_; }
    std::int64_t best_from(std::uint32_t cell) const { return cell_words_[cell] >> 24; }
    std::int64_t bound_from(std::uint32_t cell) const {
        return has_open_bounds_ ? upper_bounds_[cell] : best_from(cell);
    }
    bool is_complete() const { return is_complete_; }          // all numbers were reached
    bool has_open_bounds() const { return has_open_bounds_; }  // some cell's bound differs from its best

    // Count the optimal paths of a solved board. Return false at a limit.
    bool count(std::uint32_t prime, Budget& budget, ModularCount& total);

    // A path of the best sum, or of a greater one if a limit left components open. It is empty if nothing was solved.
    // `sum_of` returns its sum.
    std::uint32_t start() const { return best_start_; }
    std::vector<std::uint32_t> path(std::uint32_t start);
    std::int64_t sum_of(const std::vector<std::uint32_t>& path) const;

    // How the components of at least two cells were solved.
    struct Counts {
        std::uint64_t components = 0, trees = 0, small = 0, wide = 0, open = 0, largest = 0;
    };
    const Counts& counts() const { return counts_; }

private:
    // A component, with the sums that follow its cells.
    struct Component {
        Graph graph;
        std::vector<std::uint16_t> members;                // places in the level
        std::vector<std::int64_t> exit_sums, exit_bounds;  // lower and upper bounds of the exits
        std::vector<std::int64_t> best_sums, sum_bounds;
    };

    void sort_cells(const std::uint16_t* cells, Budget& budget);
    void load_level(int level_number);
    void prefetch_landings(int level_number, std::size_t from, std::size_t to);
    void solve_level(int level_number, Budget& budget, std::size_t states, SolverChoice solver_choice);
    std::uint8_t link_level(std::size_t a, int level_number);
    bool settle_pair(std::size_t a, int level_number);
    void collect_component(std::size_t first, int level_number, Component& component);
    void solve_component(Component& component, Budget& budget, std::size_t states, SolverChoice solver_choice);
    bool solve_easy(Component& component, const std::vector<std::int64_t>& exits, std::vector<std::int64_t>& best,
                    Budget& budget);
    bool solve_wide(Component& component, Budget& budget, std::size_t states);
    bool tally_component(Component& component, const std::vector<ModularCount>& exit,
                         std::vector<ModularCount>& component_counts, Budget& budget);
    void store_bounds(std::size_t place, std::int64_t best, std::int64_t bound);
    void open_bounds();
    Cells component_path(Component& component, std::size_t start);
    int row(std::size_t at) const { return sorted_places_[at] >> 12; }
    int column(std::size_t at) const { return sorted_places_[at] & 0xfff; }
    std::uint32_t cell(std::size_t at) const { return surface_.cell_at(row(at), column(at)); }
    int number(std::uint32_t at) const { return cell_words_[at] >> 12 & 0xfff; }

    Surface surface_;
    std::vector<std::uint64_t, HugePageAllocator<std::uint64_t>>
        cell_words_;                          // of each cell: best << 24 | number << 12 | place in its level
    std::vector<std::int64_t> upper_bounds_;  // a bound for each cell, once it differs from the best
    std::vector<std::uint32_t, HugePageAllocator<std::uint32_t>>
        sorted_places_;                        // row << 12 | column, sorted by number and then in reading order
    std::vector<std::uint32_t> level_starts_;  // where each number begins in `sorted_places_`
    std::unordered_map<std::uint32_t, BlockTreeSolver> tree_solvers_;  // by the first cell of the component
    std::int64_t best_sum_ = 0, sum_bound_ = 0;
    std::uint32_t best_start_ = 0;
    std::size_t state_limit_ = 0;  // of the current round
    bool has_open_bounds_ = false, is_complete_ = true;
    bool is_sorted_ = false;  // whether the constructor finished
    Counts counts_;

    // The current level.
    std::size_t level_begin_ = 0, level_size_ = 0;
    std::vector<Landings> landings_;
    std::vector<std::uint8_t> landing_counts_;
    std::vector<std::array<std::uint16_t, 8>> neighbours_;
    std::vector<std::uint8_t> degree_;
    std::vector<std::int64_t> exit_sums_, exit_bounds_;
    std::vector<std::uint16_t> component_places_;  // place in the level -> place in the component
    Component component_;
};

// The result of solving a board in rounds with more and more states, until the best is proved or the budget is spent.
// Proofs of a component carry over to the next round. An unfinished round is discarded unless it is the first. The best
// is the sum of the path, even if an interrupted round claimed more. The path is empty if the limit came before the
// first number.
struct BoardSolution {
    std::int64_t best_sum = 0, sum_bound = 0;
    std::vector<std::uint32_t> path;
    Board::Counts counts;
    bool is_exhausted = false;  // not even the last round proved the best
};

BoardSolution solve(Board& board, Budget& budget, SolverChoice solver_choice);

// Find the best path from a start. Path and bound are valid at any limit.
void solve_from(Board& board, std::uint32_t start, Budget& budget, BoardSolution& solution);

// Complete a solution that a limit left empty, with the start as its path and the sum of the board as its bound.
void complete_solution(BoardSolution& solution, const Surface& surface, const std::uint16_t* cells,
                       std::uint32_t start);

}  // namespace passatempo::optimiza
