// What one number says, and what two numbers say together, used again and again; with the trace of every use.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "board/frontier.hpp"
#include "board/surface.hpp"
#include "budget.hpp"
#include "cdcl/backbone.hpp"

namespace passatempo::minesweeper {

struct Number {
    std::uint32_t cell;
    int need;
    std::vector<std::uint32_t> scope;  // covered cells around, in the order of the surface
};

class Numbers {
public:
    Numbers(const Surface& surface, const std::uint8_t* cells);

    std::uint32_t size() const { return numbers_.size(); }
    const Number& operator[](std::uint32_t k) const { return numbers_[k]; }
    const std::vector<std::uint32_t>& beside(std::uint32_t cell) const { return beside_[cell]; }
    std::int32_t index(std::uint32_t cell) const { return index_[cell]; }  // among the covered cells
    cdcl::Network network() const;
    // All numbers that hang together with a cell, the nearest first; two that share a cell are next to each other.
    std::vector<std::int32_t> outwards(std::uint32_t cell) const;

private:
    std::vector<Number> numbers_;
    std::vector<std::vector<std::uint32_t>> beside_;  // of each cell
    std::vector<std::int32_t> index_;
    std::int32_t covered_ = 0;
};

}  // namespace passatempo::minesweeper

namespace passatempo::minesweeper::puzzles {

enum class Rule { single, pair };

// One use of a rule: by one number or two, after which settled cells it is valid, and what is settled now; `known` are
// all cells around these numbers that were settled before.
struct Use {
    std::array<std::uint32_t, 2> numbers{none, none};
    std::vector<std::uint32_t> after, settled;  // cells
    bool mine = false;
    std::vector<std::uint32_t> known{};
};

class Deduction {
public:
    // Garbage where the budget ends first.
    Deduction(const Surface& surface, const std::uint8_t* cells, Rule rule, Budget& budget);

    const std::vector<Use>& uses() const { return uses_; }
    // The cells of the numbers that lead to what a use settles, ascending.
    std::vector<std::uint32_t> because(std::size_t use) const;
    // Is a cell settled; and the uses that lead to it through all that is known, each after those it needs.
    bool settles(std::uint32_t cell) const { return value_[cell] != 0; }
    std::vector<std::size_t> trace(std::uint32_t cell) const;

private:
    // What a number still misses, and where it may be.
    struct Missing {
        int mines = 0;
        std::vector<std::uint32_t> cells;
    };
    struct Queue {
        std::vector<std::uint32_t> items;
        std::vector<char> holds;
        std::size_t at = 0;
        void push(std::uint32_t item);
        bool empty() const { return at == items.size(); }
        std::uint32_t pop();
    };

    Missing missing(std::uint32_t number) const;
    void single(std::uint32_t number);
    void pairs(std::uint32_t number);
    void pair(std::uint32_t one, std::uint32_t two, const Missing& first);
    void add(std::array<std::uint32_t, 2> numbers, const std::vector<std::uint32_t>& settled, bool mine);
    void settle();

    bool in_pairs_;
    Numbers numbers_;
    std::vector<std::uint8_t> value_;  // of each cell: 0 open, 1 safe, 2 a mine
    std::vector<std::uint32_t> by_;    // of a settled cell, its use
    std::vector<Use> uses_, found_;    // those settled, and those of the number in hand
    Queue singles_, pairs_;
};

}  // namespace passatempo::minesweeper::puzzles
