// The rules for one number and for two numbers, applied repeatedly, with a trace of every application.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "board/frontier.hpp"
#include "board/surface.hpp"
#include "budget.hpp"
#include "cdcl/backbone.hpp"

namespace passatempo::minesweeper {

struct NumberClue {
    std::uint32_t cell;
    int need;
    std::vector<std::uint32_t> scope;  // covered cells around it, in the order of the surface
};

class ClueNetwork {
public:
    ClueNetwork(const Surface& surface, const std::uint8_t* cells);
    // The numbers at these indices alone. The cells around them are numbered from 0.
    ClueNetwork(const ClueNetwork& board_network, std::span<const std::int32_t> number_indices);

    std::uint32_t size() const { return numbers_.size(); }
    std::uint32_t cell_count() const { return cell_clues_.size(); }
    const NumberClue& operator[](std::uint32_t k) const { return numbers_[k]; }
    const std::vector<std::uint32_t>& clues_of(std::uint32_t cell) const { return cell_clues_[cell]; }
    std::int32_t index(std::uint32_t cell) const { return cell_indices_[cell]; }  // among the covered cells
    cdcl::ConstraintNetwork network() const;
    std::uint32_t board_cell(std::uint32_t cell) const { return board_cells_.empty() ? cell : board_cells_[cell]; }
    // Returns the cell of a smaller network that is this cell of the board, or `none`.
    std::uint32_t find_cell(std::uint32_t board_cell) const;
    // Returns the numbers connected with a cell, at most `most`, nearest first. Two that share a cell are adjacent.
    std::vector<std::int32_t> nearest_numbers(std::uint32_t cell, std::size_t most) const;

private:
    std::vector<NumberClue> numbers_;
    std::vector<std::vector<std::uint32_t>> cell_clues_;  // of each cell
    std::vector<std::int32_t> cell_indices_;
    std::vector<std::uint32_t> board_cells_;  // of a smaller network, ascending
    std::int32_t closed_cells_ = 0;
};

}  // namespace passatempo::minesweeper

namespace passatempo::minesweeper::puzzles {

enum class Rule { single, pair };

// One application of a rule: its numbers (one or two), the decided cells that it needs, and the cells that it decides.
// `context_cells` are all cells around these numbers that were decided before.
struct RuleApplication {
    std::array<std::uint32_t, 2> numbers{none, none};
    std::vector<std::uint32_t> premise_cells, conclusions;
    bool mine = false;
    std::vector<std::uint32_t> context_cells{};
};

class Deduction {
public:
    // The result is undefined if the budget ends first.
    Deduction(ClueNetwork numbers, Rule rule, Budget& budget);

    const std::vector<RuleApplication>& applications() const { return applications_; }
    // Returns the cells of the numbers that lead to the conclusions of an application, ascending.
    std::vector<std::uint32_t> premises(std::size_t application_index) const;
    // Tells if a cell is decided. `trace_cell` returns the applications that lead to it, each after those it needs.
    bool settles(std::uint32_t cell) const { return cell_states_[cell] != 0; }
    std::vector<std::size_t> trace_cell(std::uint32_t cell) const;

private:
    // The mines that a number still misses, and their possible cells.
    struct NumberSlack {
        int mines = 0;
        std::vector<std::uint32_t> cells;
    };
    struct Queue {
        std::vector<std::uint32_t> numbers;
        std::vector<char> holds;
        std::size_t queue_head = 0;
        void push(std::uint32_t number);
        bool empty() const { return queue_head == numbers.size(); }
        std::uint32_t pop();
    };

    NumberSlack slack_of(std::uint32_t number) const;
    void apply_single(std::uint32_t number);
    void apply_pairs(std::uint32_t number);
    void apply_pair(std::uint32_t first_number, std::uint32_t second_number, const NumberSlack& first);
    void add_application(std::array<std::uint32_t, 2> numbers, const std::vector<std::uint32_t>& conclusion_cells,
                         bool mine);
    void assign_conclusions();

    bool in_pairs_;
    ClueNetwork numbers_;
    std::vector<std::uint8_t> cell_states_;                         // of each cell: 0 open, 1 safe, 2 mine
    std::vector<std::uint32_t> settling_application_;               // of a decided cell, its application
    std::vector<RuleApplication> applications_, new_applications_;  // all, and those of the current number
    Queue singles_, pairs_;
};

}  // namespace passatempo::minesweeper::puzzles
