// A full search of the game under every option of the rules: exact values, or a good move as deep as the limits let it.
// Twin: mnk/reference.py
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "budget.hpp"
#include "rules/rules.hpp"

namespace passatempo::mnk::play {

// A window of k cells in which a side can still complete a line.
struct Line {
    std::uint64_t cells = 0;  // its places
    std::int32_t empty = 0;   // all of its empty cells, also those that are no places
    bool open_to_x = false, open_to_o = false;
    auto operator<=>(const Line&) const = default;
};

// What to find: the value with one move that keeps it, the length with all best moves, or value and length of every
// move.
enum class Wanted : int { value = 0, best = 1, all = 2 };

// Is a position settled before the engine is asked: one of few empty cells, or of a small board?
bool settles(const rules::Rules& rules, const rules::Marking& cells);

// What a search to a depth found.
struct Found {
    int move = -1;
    int score = 0;  // for the side to move; forced ends as the engine tells them (`score.hpp`)
    int depth = 0;  // plies of the last finished iteration
    bool proved = false;
};

class Full {
public:
    static constexpr int most_empty = 64;  // cells that are searched: a state is two words

    // An open position. Of more empty cells than `most_empty` only the heaviest are searched, and nothing is exact.
    Full(const rules::Rules& rules, const rules::Marking& cells, Budget& budget);

    // The moves that were asked for. Where a limit comes first: one move that keeps the value, without its plies, or
    // the best moves, or nothing, as far as the search came.
    std::vector<rules::GradedMove> solve(Wanted wanted);

    // A good move by iterative deepening up to a depth, among some moves if any are given. Where a limit comes first:
    // the best of the last finished depth, or a better one since.
    Found play(int depth, const rules::Cells& among);

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
        std::uint8_t horizon = 0;           // empty cells where the search ended
    };

    bool prepare(std::size_t most_places);
    Places legal(int first) const;
    void make(int place);
    void undo(int place);
    bool end(int place, int& score);
    bool dead();
    int full_board() const;
    Entry* known();
    std::optional<int> answer(const Entry& entry, int bound) const;
    void store(int bound, int score, int first);
    int search(int bound);
    int score(int place, int bound);
    int evaluate() const;
    int leaf(int bound);
    int try_ends(Places& moves, int bound, int& first);
    bool reaches(int place, int bound);
    Places reaching(const Places& moves, int bound);
    int step() const { return rules_.maker_breaker ? 1 : 2; }
    int shortest(bool win) const;
    rules::GradedMove first_keeping(const Places& moves);
    Places best(const Places& moves, rules::GradedMove& found);
    int best_first(Places& moves, int bound);
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
    int horizon_ = 0;       // empty cells at which lines are weighed; 0: each game is searched to its end
    bool complete_ = true;  // whether all empty cells are searched
};

}  // namespace passatempo::mnk::play
