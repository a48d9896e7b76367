// A field played from its first cell without any guess, as far as that goes.
#pragma once

#include <cstdint>
#include <vector>

#include "board/prepared_board.hpp"
#include "puzzles/field.hpp"

namespace passatempo::minesweeper::puzzles {

// Which cells are opened in the end does not depend on the order of rules: what is safe once stays safe. So cheap rules
// go first, and the exact count is asked where they find nothing. Played again and again, it keeps its memory.
class Replay {
public:
    // With `exact` whatever is certain is opened, the mine count included; else what single numbers and pairs settle.
    Replay(const Plain& plain, bool exact);

    // Play; how many free cells stay covered. Garbage where the budget ends first.
    std::uint32_t play(const Field& field, std::uint32_t first, Budget& budget);

    bool is_open(std::uint32_t cell) const { return shown_[cell] != covered; }
    bool is_known_mine(std::uint32_t cell) const { return known_[cell] != 0; }

private:
    void open(std::uint32_t cell);
    void mark(std::uint32_t cell);
    void spread();               // what single numbers settle
    bool pairs(Budget& budget);  // what a pair settles, once; false where none does
    bool pair(std::uint32_t one, std::uint32_t two);
    void settle(std::uint32_t cell, bool is_mine);
    bool certain(Budget& budget);  // what all numbers settle; false where that is no safe cell
    void wake(std::uint32_t number);

    const Plain& plain_;
    bool exact_;
    const Field* field_ = nullptr;
    std::uint32_t left_ = 0, known_mines_ = 0;
    std::vector<std::uint8_t> shown_, known_;        // what is seen; which covered cells are known mines
    std::vector<std::uint8_t> missing_, undecided_;  // of each number, its mines and cells not settled
    std::vector<std::uint32_t> singles_, pairs_;     // numbers to be looked at
    std::vector<std::uint8_t> waits_;                // of each number: bit 0 in `singles_`, bit 1 in `pairs_`
    PreparedBoard prepared_;
};

}  // namespace passatempo::minesweeper::puzzles
