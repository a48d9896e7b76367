// A search for rules that the engine does not know: all moves or those near marks, to a depth, with exact values there.
// Twin: mnk/engine/minimax.py
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "budget.hpp"
#include "rules/rules.hpp"

namespace passatempo::mnk::play {

struct Found {
    rules::Cells line;  // the play that is expected, the move first
    int score = 0;      // for the side to move; forced ends as the engine tells them (`score.hpp`)
    int depth = 0;      // of the last finished iteration
    bool proved = false;
};

// The windows of a board and how many marks of either side they hold, kept up to date by each move.
class Counted {
public:
    Counted(const rules::Rules& rules, const rules::Marking& cells);

    void make(int cell, std::uint8_t mark);
    void undo(int cell);
    const rules::Marking& cells() const { return cells_; }
    std::uint64_t key() const { return key_; }

    // What the open windows of one side weigh more than those of the other.
    int value(std::uint8_t mark) const;

private:
    struct Window {
        std::array<std::int16_t, 2> marks{};
    };
    void count(int cell, std::uint8_t mark, int change);
    int weight(const Window& window) const;  // for X

    rules::Rules rules_;
    rules::Marking cells_;
    std::vector<Window> windows_;
    std::vector<std::vector<std::int32_t>> through_;  // each cell
    std::int64_t sum_ = 0;
    std::uint64_t key_ = 0;
};

class Minimax {
public:
    // All moves are looked at with gravity and on small boards, else those near marks.
    Minimax(const rules::Rules& rules, const rules::Marking& cells, Budget& budget);

    // Search to a depth at most, among some moves where any are given.
    Found search(int depth, const rules::Cells& among);

private:
    struct Entry {
        std::uint64_t key = 0;
        std::int16_t value = 0;
        std::int16_t move = -1;
        std::int8_t depth = -1;
        std::int8_t bound = 0;  // -1 at most, 0 exact, 1 at least
    };
    struct Node {
        rules::Cells moves, line;
    };

    int search(int depth, int ply, int alpha, int beta);
    int child(int cell, int depth, int ply, int alpha, int beta);
    std::optional<int> known(const Entry& entry, int depth, int ply, int alpha, int beta) const;
    void keep(int depth, int ply, int value, int move, int bound);
    void gather(int ply, int first);
    Found iterate(int depth, rules::Cells& moves);
    Entry& entry() { return table_[board_.key() & (table_.size() - 1)]; }
    bool full_width() const { return rules_.gravity || rules_.size() <= widest; }
    void keep_line(int ply, int cell);

    static constexpr int widest = 64;  // cells of a board all of whose moves are looked at
    static constexpr int most_depth = 100;

    rules::Rules rules_;
    Budget& budget_;
    Counted board_;
    int left_;  // empty cells
    std::uint8_t side_;
    rules::Cells order_;
    std::vector<std::uint32_t> history_;
    std::vector<Entry> table_;
    std::vector<Node> nodes_;
};

}  // namespace passatempo::mnk::play
