// The frontier: the covered cells next to numbers, after unit propagation.
#pragma once

#include <cstdint>
#include <vector>

#include "board/surface.hpp"
#include "budget.hpp"

namespace passatempo::minesweeper {

constexpr std::uint8_t covered = 255, flag = 254, unknown = 253;  // as in model.py; smaller codes are numbers
constexpr std::uint32_t none = ~std::uint32_t{0};
constexpr std::size_t most_neighbours = 36;  // one more than in model.py, because a place is stored before it is tested

enum class Mark : std::uint8_t { open = 0, safe = 1, mine = 2 };

inline bool is_covered(std::uint8_t code) { return code >= flag; }

// A list of lists in one array. List i is indices[start[i]] ... indices[start[i + 1] - 1].
struct SparseLists {
    std::vector<std::uint32_t> start{0};
    std::vector<std::uint32_t> indices;

    std::uint32_t size() const { return start.size() - 1; }
    const std::uint32_t* begin(std::uint32_t i) const { return indices.data() + start[i]; }
    const std::uint32_t* end(std::uint32_t i) const { return indices.data() + start[i + 1]; }
    std::uint32_t length(std::uint32_t i) const { return start[i + 1] - start[i]; }
    void close() { start.push_back(indices.size()); }
    void clear() {
        start.assign(1, 0);
        indices.clear();
    }
};

// Transposes lists: for each of `column_count` items, the lists that contain it, ascending.
void transpose(const SparseLists& row_lists, std::uint32_t column_count, SparseLists& column_lists);

// The state of a place: opened (or padding), covered next to no number, covered next to one, or decided. Odd values are
// undecided.
enum class CellState : std::uint8_t { opened = 0, lonely = 1, safe = 2, open = 3, mine = 4 };

inline unsigned is_undecided(CellState cell_state) { return static_cast<unsigned>(cell_state) & 1; }

// Variables are the cells that unit propagation leaves undecided. Only the numbers around them are kept.
struct Frontier {
    std::vector<CellState> cell_states;         // of each place
    std::vector<std::uint32_t> variable_cells;  // of each variable
    SparseLists neighbours;                     // the variables around each number
    SparseLists constraints;                    // the numbers around each variable, ascending
    std::vector<std::uint32_t> missing_mines;   // of each number, the mines among its variables
    std::uint32_t closed_cells = 0;             // covered cells of the board
    std::uint32_t safe = 0, mines = 0;          // cells decided by unit propagation

    std::uint32_t variables() const { return variable_cells.size(); }
    std::uint32_t off_frontier() const { return closed_cells - safe - mines - variables(); }

    // Applies unit propagation to a board. Returns false if a number is impossible or the budget ends first. The cell
    // `claim_cell` is assumed to be a mine.
    bool propagate(const Surface& surface, const std::uint8_t* cells, std::uint32_t claim_cell, Budget& budget);

private:
    // How many mines and free cells a number misses among its undecided cells. If it misses none of one kind, all are
    // of the other. Places without a number start above the number of their neighbours, so they never reach 0.
    struct Slack {
        static constexpr std::uint16_t below = 0xFFFF;  // one less than 0

        std::uint16_t mines = 64, free = 64;
    };

    void load_cells(const Surface& surface, const std::uint8_t* cells);
    bool propagate_numbers(const Surface& surface, const std::uint8_t* cells, Budget& budget);
    bool assign_cell(const Surface& surface, std::uint32_t place, bool is_mine);
    void list_variables(const Surface& surface, Budget& budget);
    std::size_t open_neighbours(const Surface& surface, std::uint32_t place, std::uint32_t* near) const;

    // Memory reused from board to board.
    std::vector<Slack> place_slacks_;        // of each place
    std::vector<std::uint8_t> near_counts_;  // of each place, the number of covered cells around it
    std::vector<std::uint32_t> numbers_;     // places of numbers next to covered cells
    std::vector<std::uint32_t> queue_;       // numbers that decide cells, the first `queue_end_` entries
    std::vector<std::uint32_t> place_variables_;
    std::size_t queue_end_ = 0;

    static constexpr std::uint64_t bytes_of_place = 18, bytes_of_number = 80;  // of all lists together
    static constexpr std::size_t poll_interval = 1 << 14;
};

}  // namespace passatempo::minesweeper
