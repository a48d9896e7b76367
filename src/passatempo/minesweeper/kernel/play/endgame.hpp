// An endgame played to its end in every layout: how many of them the best play wins.
// Algorithm: expectimax over sets of layouts with a transposition table and fail-soft lower bounds (Star1 pruning)
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "budget.hpp"
#include "play/tally.hpp"

namespace passatempo::minesweeper::play {

class Endgame {
public:
    struct Solved {
        std::uint32_t cell = none;           // the best guess; none where a safe cell comes first
        std::uint32_t won = 0, layouts = 0;  // no layouts where a limit came first
    };

    // Of a counted position of few layouts, within so many guesses.
    Solved solve(const Knowledge& knowledge, Tally& tally, std::uint64_t nodes, Budget& budget);
    // The guesses that win so many layouts of the position that was solved last: those found within so many guesses.
    std::vector<std::uint32_t> as_good(std::uint32_t won, std::uint64_t nodes);

    static constexpr std::uint32_t most_layouts = 1U << 14;

private:
    struct Key {
        std::uint64_t one = 0, two = 0;
        bool operator==(const Key&) const = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const { return key.one; }
    };
    // A set of layouts is a stretch of `pool_`.
    struct Stretch {
        std::size_t begin, end;
        std::uint32_t size() const { return end - begin; }
    };
    // A cell that is not of one kind in a set of layouts.
    struct Column {
        std::uint32_t cell;
        int free;          // in so many of them
        bool safe, tells;  // in all of them; whether what it shows may differ
    };
    struct Guess {
        std::uint32_t cell;
        int wins;  // the layouts without a mine there, then those won
    };
    struct Bound {
        int most;
        bool exact;
    };

    bool list(const Knowledge& knowledge, Tally& tally);
    void choose_part(Tally& tally, std::size_t part, int left);
    void choose_group(Tally& tally, std::size_t part, std::uint32_t group, int left);
    void scan(Stretch layouts, const std::vector<Column>& before, std::vector<Column>& columns) const;
    int wins(Stretch layouts, const std::vector<Column>& before, int least);
    int wins_of_two(std::uint32_t one, std::uint32_t two, const std::vector<Column>& columns) const;
    int wins_apart(Stretch layouts, const std::vector<Column>& columns, int least);
    Guess best_guess(Stretch layouts, const std::vector<Column>& columns, int least);
    int wins_after(Stretch layouts, const std::vector<Column>& columns, std::uint32_t cell, int least);
    Key key(Stretch layouts) const;

    static constexpr std::uint8_t mined = 255;
    static constexpr std::uint32_t block = 16;  // cells scanned together: a vector of bytes

    std::vector<std::uint32_t> cell_;   // the cells that are still covered and may be free
    std::vector<std::uint32_t> index_;  // of each cell of the board
    std::vector<std::uint32_t> laid_;   // the mines of the layout that is made
    std::vector<std::vector<std::uint32_t>> layouts_;
    std::vector<std::vector<std::uint32_t>> of_groups_;  // of each part, the mines of its groups
    std::size_t stride_ = 0;
    std::vector<std::uint8_t> shows_;  // in each layout, of each unknown cell: its number, or a mine
    std::vector<Key> zobrist_;
    std::vector<std::uint32_t> pool_;
    std::vector<Column> root_;  // of the position that is solved
    std::unordered_map<Key, Bound, Hash> table_;
    Budget* budget_ = nullptr;  // of the call that runs
    std::uint64_t left_ = 0;    // guesses that may still be looked at
    bool stopped_ = false;
};

}  // namespace passatempo::minesweeper::play
