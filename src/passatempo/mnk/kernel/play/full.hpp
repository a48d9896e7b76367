// Exact values by a full search of the game, under every option of the rules.
// Twin: mnk/reference.py
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "budget.hpp"
#include "results.hpp"
#include "rules/rules.hpp"

namespace passatempo::mnk::play {

// What to find: the value with one move that keeps it, the length with all best moves, or value and length of every
// move.
enum class Wanted : int { value = 0, best = 1, all = 2 };

// Is a position settled before the engine is asked: one of few empty cells, or of a small board?
bool settles(const rules::Rules& rules, const rules::Marking& cells);

class Full {
public:
    static constexpr int most_empty = 64;  // cells of a position: a state is two words

    // An open position of at most `most_empty` empty cells.
    Full(const rules::Rules& rules, const rules::Marking& cells, Budget& budget);

    // The moves that were asked for. Where a limit comes first: one move that keeps the value, without its plies, or
    // the best moves, or nothing, as far as the search came.
    std::vector<GradedMove> solve(Wanted wanted);

private:
    // Numbers of cells that were empty at first.
    struct Places {
        std::array<std::uint8_t, most_empty> items{};
        int count = 0;

        void push_back(int place) { items[count++] = static_cast<std::uint8_t>(place); }
        const std::uint8_t* begin() const { return items.data(); }
        const std::uint8_t* end() const { return items.data() + count; }
    };
    struct Entry {
        std::array<std::uint64_t, 2> marks{};
        std::int16_t lower = 0, upper = 0;  // bounds of the score, which hold whatever was asked
        std::uint8_t left = 0;              // empty cells; 0: an empty place
        std::uint8_t first = 0;             // the move to try first
    };
    struct Line {
        std::uint64_t cells = 0;
        bool open_to_x = false, open_to_o = false;  // at first
    };

    bool keep_lines();
    Places legal(int first) const;
    void make(int place);
    void undo(int place);
    bool end(int place, int& score);
    bool dead();
    int full_board() const;
    Entry* known();
    void store(int bound, int score, int first);
    int search(int bound);
    int try_ends(Places& moves, int bound, int& first);
    bool reaches(int place, int bound);
    Places reaching(const Places& moves, int bound);
    int step() const { return rules_.maker_breaker ? 1 : 2; }
    int shortest(bool win) const;
    GradedMove first_keeping(const Places& moves);
    Places best(const Places& moves, GradedMove& found);
    bool stopped() const { return budget_.stop() != Stop::done; }

    rules::Rules rules_;
    rules::Marking cells_;
    Budget& budget_;
    rules::Cells empty_;
    std::vector<Line> lines_;
    std::array<std::array<std::vector<std::uint64_t>, most_empty>, 2> through_;  // of a side and a cell: open lines
    std::vector<Entry> table_;
    std::array<std::uint64_t, 2> marks_{};
    std::array<std::uint64_t, most_empty> history_{};
    std::size_t alive_ = 0;  // the line that was open last
    std::uint8_t side_;
    int left_;
};

}  // namespace passatempo::mnk::play
