// A whole board: numbers from the greatest down, the cells of a number split into components.
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

// How components are solved; the second is there to test the first.
enum class Manner : int { by_shape = 0, frontier_only = 1 };

// Whether no number of a board, in reading order, is greater than N.
bool numbers_fit(const Surface& surface, const std::uint16_t* cells);

class Board {
public:
    // `cells`: the numbers in reading order; 0 stands for a cell that may not be used.
    // A number on more cells than their places can tell apart is refused. Once the budget is spent nothing is solved.
    Board(const Surface& surface, const std::uint16_t* cells, Budget& budget);

    // Solve all numbers in turn. Components beyond `states` frontier states, or after the budget is spent, get a path
    // and a bound. Numbers that the budget did not reach count in the bound alone.
    void run(Budget& budget, std::size_t states, Manner manner);

    std::int64_t best() const { return best_; }
    std::int64_t bound() const { return bound_; }
    std::int64_t best_from(std::uint32_t cell) const { return words_[cell] >> 24; }
    std::int64_t bound_from(std::uint32_t cell) const { return loose_ ? above_[cell] : best_from(cell); }
    bool whole() const { return whole_; }  // all numbers were reached
    bool loose() const { return loose_; }  // some cell's bound differs from its best

    // Count the optimal paths, once everything is solved. False at a limit.
    bool count(std::uint32_t prime, Budget& budget, Tally& total);

    // Some path of the best sum, or of a greater one where components were left open at a limit; empty where nothing
    // was solved. Its sum is that of `sum_of`.
    std::uint32_t start() const { return start_; }
    std::vector<std::uint32_t> path(std::uint32_t start);
    std::int64_t sum_of(const std::vector<std::uint32_t>& path) const;

    // What became of the components of two cells and more.
    struct Counts {
        std::uint64_t components = 0, trees = 0, small = 0, wide = 0, open = 0, largest = 0;
    };
    const Counts& counts() const { return counts_; }

private:
    // A component with what follows its cells.
    struct Component {
        Graph graph;
        std::vector<std::uint16_t> members;   // places in the level
        std::vector<std::int64_t> low, high;  // exits: reached, and never exceeded
        std::vector<std::int64_t> best, bound;
    };

    void sort_cells(const std::uint16_t* cells, Budget& budget);
    void look(int value);
    void aim(int value, std::size_t from, std::size_t to);
    void solve_level(int value, Budget& budget, std::size_t states, Manner manner);
    std::uint8_t join(std::size_t a, int value);
    bool settle_pair(std::size_t a, int value);
    void gather(std::size_t first, int value, Component& component);
    void solve_component(Component& component, Budget& budget, std::size_t states, Manner manner);
    bool easily(Component& component, const std::vector<std::int64_t>& exits, std::vector<std::int64_t>& best,
                Budget& budget);
    bool widely(Component& component, Budget& budget, std::size_t states);
    bool tally_component(Component& component, const std::vector<Tally>& exit, std::vector<Tally>& found,
                         Budget& budget);
    void settle(std::size_t place, std::int64_t best, std::int64_t bound);
    void make_loose();
    Cells inside(Component& component, std::size_t start);
    int row(std::size_t at) const { return order_[at] >> 12; }
    int column(std::size_t at) const { return order_[at] & 0xfff; }
    std::uint32_t cell(std::size_t at) const { return surface_.cell(row(at), column(at)); }
    int number(std::uint32_t at) const { return words_[at] >> 12 & 0xfff; }

    Surface surface_;
    std::vector<std::uint64_t, Pages<std::uint64_t>>
        words_;                        // of each cell: best << 24 | number << 12 | place in its level
    std::vector<std::int64_t> above_;  // a bound for each cell, once it differs from the best
    std::vector<std::uint32_t, Pages<std::uint32_t>>
        order_;                                      // row << 12 | column, sorted by number and then in reading order
    std::vector<std::uint32_t> first_;               // where each number begins in `order_`
    std::unordered_map<std::uint32_t, Chain> wide_;  // by the first cell of the component
    std::int64_t best_ = 0, bound_ = 0;
    std::uint32_t start_ = 0;
    std::size_t states_ = 0;  // of the round
    bool loose_ = false, whole_ = true;
    bool sorted_ = false;  // nothing stopped the constructor
    Counts counts_;

    // The level at hand.
    std::size_t begin_ = 0, count_ = 0;
    std::vector<Landings> reach_;
    std::vector<std::uint8_t> reached_;
    std::vector<std::array<std::uint16_t, 8>> beside_;
    std::vector<std::uint8_t> degree_;
    std::vector<std::int64_t> low_, high_;
    std::vector<std::uint16_t> seat_;  // place in the level -> place in the component
    Component component_;
};

// A board solved in rounds with ever more states, until its best is proved or the budget is spent.
// What a round proves of a component stays, and a round that was not finished is thrown away unless it is the first.
// The best is the sum of the path, whatever a round that was cut off believed; the path is empty where the limit came
// before the first number.
struct Rounds {
    std::int64_t best = 0, bound = 0;
    std::vector<std::uint32_t> path;
    Board::Counts counts;
    bool stuck = false;  // not even the last round proved the best
};

Rounds solve(Board& board, Budget& budget, Manner manner);

// The best path from a start; what is kept is sound wherever the work ends.
void solve_from(Board& board, std::uint32_t start, Budget& budget, Rounds& kept);

// Fill in what a limit left open: the path of the start alone, and the sum of the board as a bound.
void settle(Rounds& found, const Surface& surface, const std::uint16_t* cells, std::uint32_t start);

}  // namespace passatempo::optimiza
